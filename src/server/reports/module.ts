// Wires up the reports module: dashboards, the shop's figures and papers, activity, ledger audit, global search.
import type { Files } from '../files/files.service.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { accountSheetRoutes } from './accounts/account-sheet.routes.ts';
import { createAccountSheets } from './accounts/account-sheet.service.ts';
import { activityRoutes } from './activity/activity.routes.ts';
import { booksRoutes } from './books.routes.ts';
import { createBooks } from './books.service.ts';
import { dayRoutes } from './day/day.routes.ts';
import { createDay } from './day/day.service.ts';
import { papersRoutes } from './papers.routes.ts';
import { createPapers, type PapersDeps } from './papers.service.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createReports } from './reports.service.ts';
import { createSearch } from './search.service.ts';
import { createShopPapers } from './shop/shop-papers.ts';
import { shopReportsRoutes } from './shop/shop-reports.routes.ts';
import { createShopReports } from './shop/shop-reports.service.ts';
import { transactionRoutes } from './transactions.routes.ts';

interface ReportsModuleDeps extends Pick<PapersDeps, 'renderer' | 'providerName'> {
  readonly files: Files;
  readonly settings: Settings;
  readonly notices: Notices;
  readonly orders: Orders;
}

export function openReports(base: Base, deps: ReportsModuleDeps) {
  const { db, reading, clock } = base;
  const { settings, notices, orders, files } = deps;
  const papersDeps = { ...base, ...deps, portalName: settings.shopName };
  const reports = createReports({ db, clock });
  const shopReports = createShopReports({ db, reading, clock });
  const books = createBooks({
    db,
    log: base.log,
    notifyStaff: (trx) => notices.notifyStaff(trx, 'books_attention', { kind: 'books', id: 'wrong' }),
  });
  return {
    books,
    metrics: books.gauges,
    routes(binder) {
      activityRoutes(binder, base);
      transactionRoutes(binder, { db, reading, providerName: deps.providerName });
      reportsRoutes(binder, reports);
      dayRoutes(binder, createDay({ db: reading, writing: db, clock }));
      const balances = { db, reading, clock, providerName: deps.providerName };
      accountSheetRoutes(binder, createAccountSheets(balances));
      shopReportsRoutes(
        binder,
        shopReports,
        createShopPapers({ ...papersDeps, reports: shopReports }),
        createSearch(reading, orders, files),
        balances,
      );
      booksRoutes(binder, books);
      papersRoutes(binder, createPapers(papersDeps));
    },
    jobs: [
      {
        name: 'audit the books',
        everySeconds: 600,
        run: () => books.auditNightly(),
      },
      {
        name: 'close days',
        everySeconds: 600,
        run: () => shopReports.closeDays(),
      },
    ],
  } satisfies Module & Record<string, unknown>;
}
