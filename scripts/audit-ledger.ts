// `npm run audit:ledger`: checks the books of a portal. Works beside a running portal or alone.
import { audit } from '../src/server/ledger/audit.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { bookRules } from '../src/server/reports/book-rules.ts';
import { allowLongReading } from '../src/server/reports/books.queries.ts';
import { openPortalDatabase } from './portal-database.ts';

const config = readConfig(process.env);
const { db, close } = await openPortalDatabase(config);
try {
  // One snapshot of all tables, so that concurrent commits are never half visible.
  const findings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await allowLongReading(trx);
      return audit(trx, bookRules);
    });
  for (const { rule, where, detail } of findings)
    process.stdout.write(`WRONG  ${rule}: ${where} (${detail})\n`);
  process.stdout.write(
    findings.length === 0
      ? `The books balance: ${bookRules.length} rules, nothing wrong.\n`
      : `${findings.length} findings.\n`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await close();
}
