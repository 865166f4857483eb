// Opens the configured providers, in the order in which customers see them.
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import { createBkashProvider } from './bkash/bkash-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox/sandbox-provider.ts';

interface ProviderDeps {
  readonly config: Config;
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
}

type OpenProvider = PaymentProvider & { close(): void };

function openBkash({ config, db, vault, log }: ProviderDeps): OpenProvider {
  const { protocol, origin } = new URL(config.BKASH_URL);
  return createBkashProvider({
    db,
    vault,
    log,
    settings: {
      url: config.BKASH_URL,
      username: config.BKASH_USERNAME!,
      password: config.BKASH_PASSWORD!,
      appKey: config.BKASH_APP_KEY!,
      appSecret: config.BKASH_APP_SECRET!,
      timeoutMilliseconds: config.BKASH_TIMEOUT_SECONDS * 1000,
    },
    // Plain HTTP can only be a simulator on this machine.
    notices: {
      topic: config.BKASH_NOTICE_TOPIC,
      trustedOrigin: protocol === 'http:' ? origin : undefined,
    },
  });
}

/** By the names allowed in the setting PAYMENT_PROVIDERS; a name without an entry doesn't compile. */
const openers: Record<Config['PAYMENT_PROVIDERS'][number], (deps: ProviderDeps) => OpenProvider> = {
  sandbox: ({ db, config }) => ({
    ...createSandboxProvider(db, config.PUBLIC_ORIGIN),
    close: () => undefined,
  }),
  bkash: openBkash,
};

export const openProviders = (deps: ProviderDeps): OpenProvider[] =>
  [...new Set(deps.config.PAYMENT_PROVIDERS)].map((name) => openers[name](deps));
