// `npm run audit:trail`: proves that no sealed row of the trail was changed, removed or slipped in. Works beside a running portal
// or alone; it needs the keys of DATA_DIR.
import { join } from 'node:path';
import { readConfig } from '../src/server/platform/config.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { proveTrail, trailSealPurpose } from '../src/server/trail/trail-chain.ts';
import { openPortalDatabase } from './portal-database.ts';

const config = readConfig(process.env);
const { db, close } = await openPortalDatabase(config);
try {
  const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
  const { seals, sealedRows, openRows, broken } = await proveTrail(db, vault.derive(trailSealPurpose));
  for (const { firstId, lastId, why } of broken)
    process.stdout.write(`WRONG  rows ${firstId} to ${lastId} (${why})\n`);
  process.stdout.write(
    broken.length === 0
      ? `The trail is whole: ${sealedRows} rows under ${seals} seals, ${openRows} wait for the next.\n`
      : `${broken.length} stretches are broken.\n`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await close();
}
