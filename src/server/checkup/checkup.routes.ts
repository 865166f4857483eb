import { checkupEndpoints } from '#contract/checkup/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import type { CheckupService } from './checkup.service.ts';

export function checkupRoutes(binder: Binder, checkup: CheckupService): void {
  bind(binder, checkupEndpoints.checkup, () => checkup.read());
  bind(binder, checkupEndpoints.firstSteps, () => checkup.firstSteps());
  bind(binder, checkupEndpoints.confirmStep, (call) =>
    checkup.confirmStep(call.caller, call.params.name, call.body.confirmed, call),
  );
}
