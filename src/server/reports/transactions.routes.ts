import { walletEndpoints } from '#contract/wallet/calls.ts';
import type { Database } from '../platform/database/connect.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binder } from '../platform/http/door.ts';
import { callerIsStaff } from '../platform/request/caller.ts';
import { listTransactions } from './transactions.service.ts';

export function transactionRoutes(binder: Binder, db: Database): void {
  bind(binder, walletEndpoints.transactions, ({ caller, query }) =>
    listTransactions(
      db,
      {
        userId: callerIsStaff(caller) ? query.user : caller.userId,
        status: query.status === 'all' ? undefined : query.status,
        search: query.search,
        day: query.day,
        page: query.page,
        pageSize: query.page_size,
      },
      callerIsStaff(caller),
    ),
  );
}
