import { reportsEndpoints } from '#contract/reports/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { Reports } from './reports.service.ts';

export function reportsRoutes(binder: Binder, reports: Reports): void {
  bind(binder, reportsEndpoints.customerOverview, ({ caller }) => reports.customerOverview(caller.userId));
  bind(binder, reportsEndpoints.adminOverview, () => reports.adminOverview());
  bind(binder, reportsEndpoints.moneyWaiting, () => reports.moneyWaiting());
  bind(binder, reportsEndpoints.recentCustomers, () => reports.recentCustomers());
}
