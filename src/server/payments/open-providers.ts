// The configured providers, in order.
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import { createBkashProvider } from './bkash-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox-provider.ts';

export function openProviders(
  config: Config,
  db: Database,
  vault: Vault,
  log: Log,
): (PaymentProvider & { close(): void })[] {
  return [...new Set(config.PAYMENT_PROVIDERS)].map((name) => {
    if (name === 'sandbox')
      return { ...createSandboxProvider(db, config.PUBLIC_ORIGIN), close: () => undefined };
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
  });
}
