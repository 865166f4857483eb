import { reportsEndpoints } from '#contract/reports/calls.ts';
import { searchEndpoints } from '#contract/reports/search-calls.ts';
import { sendFile } from '../../files/send-file.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTable } from '../../platform/http/send-table.ts';
import type { Search } from '../search.service.ts';
import { type BalancesDeps, exportBalances } from './balances-export.ts';
import type { createShopPapers } from './shop-papers.ts';
import type { ShopReports } from './shop-reports.service.ts';

export function shopReportsRoutes(
  binder: Binder,
  reports: ShopReports,
  papers: ReturnType<typeof createShopPapers>,
  search: Search,
  balances: BalancesDeps,
): void {
  bind(binder, reportsEndpoints.trends, () => reports.trends());
  bind(binder, searchEndpoints.searchAll, ({ caller, query, language }) =>
    search.find(caller, query.q, language),
  );
  bind(binder, reportsEndpoints.exportBalances, async ({ caller, query, reply, ...origin }) => {
    const { name, table } = await exportBalances(balances, caller, query.day, origin);
    return sendTable(reply, name, table);
  });
  bind(binder, reportsEndpoints.report, ({ params, query, language }) =>
    reports.read(params.report, query, language),
  );
  bind(
    binder,
    reportsEndpoints.printReport,
    async ({ caller, params, query, request, reply, ip, userAgent, language }) => {
      const origin = { ip, userAgent, language };
      if (query.format === 'pdf')
        return sendFile(request, reply, await papers.paper(caller, params.report, query, origin));
      const { name, table } = await papers.table(caller, params.report, query, origin);
      return sendTable(reply, name, table);
    },
  );
}
