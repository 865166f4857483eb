import { dayEndpoints } from '#contract/reports/day-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTable } from '../../platform/http/send-table.ts';
import type { createDay } from './day.service.ts';

export function dayRoutes(binder: Binder, day: ReturnType<typeof createDay>): void {
  bind(binder, dayEndpoints.day, ({ query, language }) => day.read(query, language));
  bind(binder, dayEndpoints.movements, ({ query, language }) => day.movements(query, language));
  bind(binder, dayEndpoints.exportMovements, async ({ caller, query, reply, ...origin }) =>
    sendTable(reply, `${query.what}.csv`, await day.exportTable(caller, query, origin)),
  );
}
