import { drawerEndpoints } from '#contract/wallet/drawer-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTable } from '../../platform/http/send-table.ts';
import type { Drawers } from './drawer.service.ts';

export function drawerRoutes(binder: Binder, drawers: Drawers): void {
  bind(binder, drawerEndpoints.drawer, ({ caller, query }) => drawers.read(caller, query.user));
  bind(binder, drawerEndpoints.drawers, () => drawers.list());
  bind(binder, drawerEndpoints.drawerMovements, ({ caller, query }) => drawers.movements(caller, query));
  bind(binder, drawerEndpoints.countDrawer, ({ caller, body, idempotency }) =>
    drawers.count(caller, body, idempotency),
  );
  bind(binder, drawerEndpoints.cashCounts, ({ caller, query }) => drawers.counts(caller, query));
  bind(binder, drawerEndpoints.exportCashCounts, async ({ caller, query, reply, ...origin }) =>
    sendTable(reply, 'cash-counts.csv', await drawers.exportTable(caller, query, origin)),
  );
  bind(binder, drawerEndpoints.cashCount, ({ caller, params }) => drawers.readCount(caller, params.id));
}
