// `npm run audit:ledger`: asks whether the books of a portal are right. Works beside a running portal or alone.
import { audit } from '../src/server/ledger/audit.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { createDatabase, createPool } from '../src/server/platform/database/connect.ts';
import { findRunningDatabase, startEmbeddedDatabase } from '../src/server/platform/database/embedded.ts';
import { bookRules } from '../src/server/reports/book-rules.ts';

const config = readConfig(process.env);
const running = config.DATABASE_URL ?? findRunningDatabase(config.DATA_DIR);
const embedded = running === undefined ? await startEmbeddedDatabase(config.DATA_DIR) : undefined;
const db = createDatabase(createPool(running ?? embedded!.url, 2, true));
try {
  // One view of all tables: what commits meanwhile is not half seen.
  const findings = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => audit(trx, bookRules));
  for (const { rule, where, detail } of findings)
    process.stdout.write(`WRONG  ${rule}: ${where} (${detail})\n`);
  process.stdout.write(
    findings.length === 0
      ? `The books balance: ${bookRules.length} rules, nothing wrong.\n`
      : `${findings.length} findings.\n`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}
