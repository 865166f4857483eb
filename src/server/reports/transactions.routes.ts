import type { Language } from '#contract/language.ts';
import { walletEndpoints } from '#contract/wallet/calls.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { sendTable } from '../platform/http/send-table.ts';
import { callerIsStaff } from '../platform/request/caller.ts';
import { exportRecharges } from './recharges-export.ts';
import { listTransactions } from './transactions.service.ts';

interface TransactionRoutesDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly providerName: (id: string) => Record<Language, string>;
}

export function transactionRoutes(binder: Binder, deps: TransactionRoutesDeps): void {
  const { db, reading } = deps;
  bind(binder, walletEndpoints.transactions, ({ caller, query }) =>
    listTransactions(
      reading,
      {
        userId: callerIsStaff(caller) ? query.user : caller.userId,
        status: query.status === 'all' ? undefined : query.status,
        search: query.search,
        day: query.day,
        way: query.way,
        page: query.page,
        pageSize: query.page_size,
      },
      callerIsStaff(caller),
    ),
  );
  bind(binder, walletEndpoints.exportRecharges, async ({ caller, query, ip, language, reply }) => {
    await recordEvent(db, { kind: 'wallet.exported', actorId: caller.userId, ip });
    const status = query.status === 'all' ? undefined : query.status;
    return sendTable(
      reply,
      'recharges.csv',
      exportRecharges(deps, { search: query.search, status, day: query.day, way: query.way }, language),
    );
  });
}
