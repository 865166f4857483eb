// `npm run audit:trail`: proves that no sealed row of the audit log was changed, removed or inserted. Works with a running or a stopped portal; it
// needs the keys of DATA_DIR. After a restore of an older database: -- --restart "why".
import { join } from 'node:path';
import { anchorAuditLog } from '#server/audit-log/anchors.ts';
import { auditSealPurpose, proveAuditLog } from '#server/audit-log/chain.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { openAnchorPlaces } from '../src/server/portal-keys.ts';
import { parseArguments } from './command-arguments.ts';
import { openPortalDatabase } from './portal-database.ts';

const { values } = parseArguments(
  'npm run audit:trail [-- --restart "why"]: proves that no sealed row of the audit log was changed; --restart lets it go on from an older database',
  { options: { restart: { type: 'string' } } },
);
const why = values.restart?.trim();
if (why === '') {
  process.stderr.write('Say why: npm run audit:trail -- --restart "restored from the backup of …"\n');
  process.exit(1);
}
const config = readConfig(process.env);
const { db, close } = await openPortalDatabase(config);
try {
  const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
  const places = openAnchorPlaces(config, openBlobs(config), vault);
  if (why !== undefined) {
    const anchor = await anchorAuditLog(db, places, why);
    process.stdout.write(
      `Anchor ${anchor?.number ?? 'none'} says that the trail goes on from here: ${why}\n`,
    );
  }
  const proof = await proveAuditLog(db, vault.derive(auditSealPurpose), places);
  for (const { firstId, lastId, why: what, detail } of proof.broken)
    process.stdout.write(
      what === 'anchors'
        ? `WRONG  ${detail}\n`
        : `WRONG  rows ${firstId} to ${lastId} (${[what, detail].filter(Boolean).join(', ')})\n`,
    );
  const { seals, sealedRows, openRows, missingIds, broken } = proof;
  process.stdout.write(
    broken.length === 0
      ? `The trail is whole: ${sealedRows} rows under ${seals} seals, ${openRows} wait for the next, ${missingIds} numbers were never used.\n`
      : `${broken.length} stretches are broken.\n`,
  );
  // Found complete now, it will be missed if it disappears later.
  if (broken.length === 0) await anchorAuditLog(db, places);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await close();
}
