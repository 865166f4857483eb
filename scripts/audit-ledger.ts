// `npm run audit:ledger`: checks the books of a portal, running or stopped.
// `npm run audit:ledger -- --mend "why"`: also repairs what can be derived from entries and orders, and unfreezes the accounts that are then correct.
import { audit, type Finding } from '../src/server/ledger/audit.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { Fault } from '../src/server/platform/fault.ts';
import { bookRules } from '../src/server/reports/book-rules.ts';
import { allowLongReading } from '../src/server/reports/books.queries.ts';
import { repairBooks } from '../src/server/reports/correct-books.ts';
import { parseArguments } from './command-arguments.ts';
import { openPortalDatabase, type PortalDatabase } from './portal-database.ts';

const { values } = parseArguments(
  'npm run audit:ledger [-- --mend "why"]: checks the books; --mend also puts right what follows from entries and orders',
  { options: { mend: { type: 'string' } } },
);
const reason = values.mend?.trim();
if (reason !== undefined && reason.length < 5) {
  process.stderr.write('Say why: npm run audit:ledger -- --mend "sums of before the update"\n');
  process.exit(1);
}

/** Reads one snapshot of all tables, so that no concurrent commit is half visible. */
const auditAll = ({ db }: PortalDatabase): Promise<Finding[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await allowLongReading(trx);
      return audit(trx, bookRules);
    });

async function mend({ db }: PortalDatabase, why: string): Promise<void> {
  const mended = await repairBooks(db, why);
  process.stdout.write(
    mended === undefined
      ? 'Nothing was put right: what is wrong does not follow from entries and orders alone.\n'
      : `Put right: stored sums (accounts: ${mended.sums}, closed days: ${mended.days}), money that was set aside for no order (times: ${mended.holds}).\n`,
  );
}

const portal = await openPortalDatabase(readConfig(process.env));
try {
  if (reason !== undefined) await mend(portal, reason);
  const findings = await auditAll(portal);
  for (const { rule, where, detail } of findings)
    process.stdout.write(`WRONG  ${rule}: ${where} (${detail})\n`);
  process.stdout.write(
    findings.length === 0
      ? `The books balance: ${bookRules.length} rules, nothing wrong.\n`
      : `${findings.length} findings.\n`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`Nothing was changed: ${error.code}.\n`);
  process.exitCode = 1;
} finally {
  await portal.close();
}
