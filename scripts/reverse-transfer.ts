// `npm run reverse -- NUMBER --reason "…"`: corrects a wrong transfer by its opposite, once, even of a frozen account, and audits the books.
// Works with a running or a stopped portal.
import { join } from 'node:path';
import { readMovementNumber } from '../src/contract/wallet/movement-number.ts';
import { createNotices } from '../src/server/notices/notices.service.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { Fault } from '../src/server/platform/fault.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { queueMail } from '../src/server/platform/mail/mail.ts';
import { correctBooks } from '../src/server/reports/correct-books.ts';
import { correctTransfer } from '../src/server/wallet/correct-transfer.ts';
import { parseArguments } from './command-arguments.ts';
import { openPortalDatabase } from './portal-database.ts';

const { positionals, values } = parseArguments(
  'npm run reverse -- NUMBER --reason "…": corrects a wrong movement, by its number (5-2) or id, by its opposite, once',
  { options: { reason: { type: 'string' } }, most: 1 },
);
const [which = ''] = positionals;
const { reason = '' } = values;
const isKnown = readMovementNumber(which) ?? /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(which);
if (!isKnown || reason.trim().length < 5) {
  process.stderr.write(
    'Say which movement, by its number or id, and why: npm run reverse -- 5-2 --reason "entered twice"\n',
  );
  process.exit(1);
}
const config = readConfig(process.env);
const { db, close } = await openPortalDatabase(config);
try {
  const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
  const notices = createNotices({
    db,
    publicOrigin: config.PUBLIC_ORIGIN,
    // A running portal sends it, or the next one.
    mail: { queue: (reader, letter) => queueMail({ vault }, reader, letter) },
  });
  const { corrected, findings } = await correctBooks(db, (trx) =>
    correctTransfer({ notices }, trx, which, reason.trim()),
  );
  process.stdout.write(`Reversed by ${corrected}.\n`);
  if (findings.length > 0)
    process.stdout.write(`${findings.length} findings are left: npm run audit:ledger\n`);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`Not reversed, nothing was changed: ${error.code}.\n`);
  process.exitCode = 1;
} finally {
  await close();
}
