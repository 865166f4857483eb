// Reads the settings, and warns about unsafe ones.
import { resolve } from 'node:path';
import type { z } from 'zod';
import { assertConsistent, isLocalhost, SettingError } from './config-checks.ts';
import { type Setting, settings } from './config-settings.ts';

export { configErrorExitCode, SettingError } from './config-checks.ts';

type Settings = { [S in (typeof settings)[number] as S['key']]: z.output<S['schema']> };

export interface Config extends Omit<Settings, 'PUBLIC_ORIGIN' | 'DATA_DIR'> {
  readonly PUBLIC_ORIGIN: string;
  /** Absolute path. */
  readonly DATA_DIR: string;
  /** Whether the settings ask for sandbox parts explicitly. */
  readonly isSandboxExplicit: boolean;
  /** The sandbox parts in use. */
  readonly sandbox: { readonly payments: boolean; readonly registry: boolean; readonly mail: boolean };
  /** Whether any of them is in use, which every screen then shows. */
  readonly isSandbox: boolean;
}

/** Describes an issue; zod's own messages for numbers are replaced. */
function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type' && issue.expected === 'number') return 'must be a number';
  if (issue?.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number';
  if (issue?.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue?.code === 'too_small' && issue.origin !== 'string') return `must be at least ${issue.minimum}`;
  return issue?.message ?? 'is not valid';
}

/** Reads the settings. An empty value counts as unset. @throws SettingError */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {};
  for (const { key, schema } of settings as readonly Setting[]) {
    const raw = environment[key]?.trim();
    const parsed = schema.safeParse(raw === '' ? undefined : raw);
    if (!parsed.success) {
      throw new SettingError(`${key}: ${describeIssue(parsed.error.issues[0])}`);
    }
    values[key] = parsed.data;
  }
  const read = values as unknown as Settings;
  const sandbox = {
    payments: read.PAYMENT_PROVIDERS.includes('sandbox'),
    registry: read.REGISTRY_URL === undefined,
    mail: read.SMTP_URL === undefined,
  };
  if (read.CAPTCHA_ANSWER !== undefined && !(sandbox.payments && sandbox.registry)) {
    throw new SettingError(
      'CAPTCHA_ANSWER: only allowed while payments and registry are both the sandbox ones',
    );
  }
  assertConsistent(read);
  return {
    ...read,
    DATA_DIR: resolve(read.DATA_DIR),
    PUBLIC_ORIGIN: new URL(read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`).origin,
    isSandboxExplicit: read.SANDBOX || (environment.PAYMENT_PROVIDERS ?? '').includes('sandbox'),
    sandbox,
    isSandbox: Object.values(sandbox).some(Boolean),
  };
}

/** A shop reached by https is a real one: no sandbox part may run in it unless explicitly configured. @throws SettingError */
export function assertSandboxIsMeant(config: Config): void {
  if (!config.PUBLIC_ORIGIN.startsWith('https:') || config.isSandboxExplicit) return;
  const { payments, registry, mail } = config.sandbox;
  const missing = [
    ...(payments ? ['PAYMENT_PROVIDERS'] : []),
    ...(registry ? ['REGISTRY_URL'] : []),
    ...(mail ? ['SMTP_URL'] : []),
  ];
  if (missing.length > 0)
    throw new SettingError(
      `${missing.join(', ')}: unset, and with https in PUBLIC_ORIGIN nothing is played instead. Set ${missing.length === 1 ? 'it' : 'them'}, or SANDBOX=1 to try the portal out.`,
    );
}

/** Settings that work but are unsafe on the open network; one line each. */
export function weakSettings(config: Config): string[] {
  const isOpen = (address: string, protocol: string) => {
    const url = new URL(address);
    return url.protocol === protocol && !isLocalhost(url.hostname);
  };
  const { SMTP_URL: smtp, STORAGE_URL: storage } = config;
  const endpoint = storage === undefined ? null : new URL(storage).searchParams.get('endpoint');
  return [
    ...(isOpen(config.PUBLIC_ORIGIN, 'http:')
      ? ['PUBLIC_ORIGIN: http carries passwords and papers in the open; put https before the portal']
      : []),
    ...(endpoint !== null && isOpen(endpoint, 'http:')
      ? ['STORAGE_URL: its endpoint is http, so that keys and files travel in the open']
      : []),
    ...(smtp !== undefined && isOpen(smtp, 'smtp:') && new URL(smtp).searchParams.get('requireTLS') !== 'true'
      ? ['SMTP_URL: mail may travel in the open; use smtps:// or add ?requireTLS=true']
      : []),
  ];
}
