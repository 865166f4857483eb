// Helpers for tests of the ledger with a database of their own.
import { audit, ledgerRules } from '#server/ledger/audit.ts';
import { inOne, makeCustomer } from '#server/ledger/ledger.test-support.ts';
import * as ledger from '#server/ledger/ledger.ts';
import type { Trx } from '#server/platform/database/connect.ts';
import { useDatabase } from './database.ts';

export function useLedger() {
  const base = useDatabase();
  let serial = 0;
  const ref = () => {
    serial += 1;
    return `test:${serial}`;
  };
  const run = <T>(work: (trx: Trx) => Promise<T>) => inOne(base.db, work);
  return {
    base,
    /** A new one each time. */
    ref,
    run,
    async customerWith(amountPaisa: bigint): Promise<number> {
      const userId = await makeCustomer(base.db);
      if (amountPaisa > 0n)
        await run((trx) => ledger.recharge(trx, 'admin_cash', { userId, ref: ref(), amountPaisa }));
      return userId;
    },
    balance: (userId: number) => ledger.getBalance(base.db, userId),
    findings: (rules = ledgerRules) => audit(base.db, rules),
  };
}
