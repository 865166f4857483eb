import { snoozeEndpoints } from '#contract/orders/snooze-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Snoozes } from './snoozes.service.ts';

export function snoozesRoutes(binder: Binder, snoozes: Snoozes): void {
  bind(binder, snoozeEndpoints.snoozeOrder, ({ caller, params, body }) =>
    body.until === null
      ? snoozes.wake(caller, params.id)
      : snoozes.snooze(caller, params.id, new Date(body.until), body.reason),
  );
}
