// Queries of figures over a period: reports, the day, movements of money, and the accounts that they change.
import { hashKey, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ReportName } from '#contract/reports/rules.ts';
import { call, type QueryOf } from '../../../lib/api/api.ts';

export const reportQuery = (name: ReportName, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['report', name, days],
    queryFn: ({ signal }) =>
      call('GET /account/admin/reports/:report/', { params: { report: name }, query: days, signal }),
  });

export const dayQuery = (days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['report', 'day', days],
    queryFn: ({ signal }) => call('GET /account/admin/day/', { query: days, signal }),
  });

const ofAnyPage = (query: object) => hashKey(['report', { ...query, page: 0 }]);

/** Keeps a page of rows until the next one is loaded. Sums of another period, kind or account are never shown under the chosen one. */
const ofSameRows =
  (query: object) =>
  <T>(before: T | undefined, last: { queryKey: QueryKey } | undefined) =>
    ofAnyPage(query) === ofAnyPage(last?.queryKey[2] as object) ? before : undefined;

/** The movements behind a figure. */
export const movementsQuery = (query: QueryOf<'GET /account/admin/movements/'>) =>
  queryOptions({
    queryKey: ['report', 'movements', query],
    queryFn: ({ signal }) => call('GET /account/admin/movements/', { query, signal }),
    placeholderData: ofSameRows(query),
  });

/** All accounts of the books over a period. */
export const accountsQuery = (query: QueryOf<'GET /account/admin/movements/accounts/'>) =>
  queryOptions({
    queryKey: ['report', 'accounts', query],
    queryFn: ({ signal }) => call('GET /account/admin/movements/accounts/', { query, signal }),
  });

/** A single account, movement by movement. */
export const accountSheetQuery = (query: QueryOf<'GET /account/admin/movements/account/'>) =>
  queryOptions({
    queryKey: ['report', 'account', query],
    queryFn: ({ signal }) => call('GET /account/admin/movements/account/', { query, signal }),
    placeholderData: ofSameRows(query),
  });
