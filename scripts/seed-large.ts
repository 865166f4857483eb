// `CAN_SEED_LARGE=1 npm run seed:large`: fills the database of DATA_DIR with the years of a large shop, for measuring. Sizes: SHOP_USERS,
// SHOP_ORDERS, SHOP_ENTRIES, SHOP_FILES, SHOP_ACTS.

import { readConfig } from '../src/server/platform/config.ts';
import { findRunningDatabase, startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { closeAllDays, fillShop } from './large-shop.ts';

if (process.env.CAN_SEED_LARGE !== '1') {
  process.stderr.write(
    'This writes a million invented orders into the database. Set CAN_SEED_LARGE=1 to do it.\n',
  );
  process.exit(1);
}
const size = (name: string, otherwise: number) => Number(process.env[`SHOP_${name}`] ?? otherwise);
const config = readConfig(process.env);
const running = config.DATABASE_URL ?? findRunningDatabase(config.DATA_DIR);
const embedded = running === undefined ? await startEmbeddedDatabase(config.DATA_DIR) : undefined;
try {
  const begun = performance.now();
  await fillShop(running ?? embedded!.url, config.DATA_DIR, {
    users: size('USERS', 100_000),
    orders: size('ORDERS', 1_000_000),
    entries: size('ENTRIES', 10_000_000),
    files: size('FILES', 1_000_000),
    acts: size('ACTS', 300_000),
  });
  await closeAllDays(running ?? embedded!.url);
  process.stdout.write(`Filled in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
} finally {
  await embedded?.stop();
}
