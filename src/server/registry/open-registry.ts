// Chooses the registry: the operator's gateway if configured, otherwise the synthetic one.
import { readFileSync } from 'node:fs';
import { type Config, SettingError } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { createGatewayRegistry } from './gateway.ts';
import type { Registry } from './registry.ts';
import { createSyntheticRegistry } from './synthetic-registry.ts';

type FileSetting = 'REGISTRY_CERT_FILE' | 'REGISTRY_KEY_FILE' | 'REGISTRY_CA_FILE';

/** @throws SettingError for a file that can't be read */
export function openRegistry(config: Config, log: Log): Registry & { close(): void } {
  const read = (key: FileSetting): string | undefined => {
    const path = config[key];
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch {
      throw new SettingError(`${key}: ${path} cannot be read`);
    }
  };
  if (config.REGISTRY_URL === undefined) return { ...createSyntheticRegistry(), close: () => undefined };
  return createGatewayRegistry({
    url: config.REGISTRY_URL,
    clientId: config.REGISTRY_CLIENT_ID!,
    clientSecret: config.REGISTRY_CLIENT_SECRET!,
    timeoutMilliseconds: config.REGISTRY_TIMEOUT_SECONDS * 1000,
    certificate: read('REGISTRY_CERT_FILE'),
    key: read('REGISTRY_KEY_FILE'),
    authorities: read('REGISTRY_CA_FILE'),
    log,
  });
}
