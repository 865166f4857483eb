// Wires up the payments module: top-ups through a provider, their settlement, and staff operations on them.
import type { Notices } from '../notices/notices.service.ts';
import { createComputedGauge, toUnixSeconds } from '../platform/computed-gauge.ts';
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { openProviders } from './open-providers.ts';
import { paymentOperationRoutes } from './operations.routes.ts';
import { createPaymentOperations } from './operations.service.ts';
import { readWaitingPayments } from './payments.queries.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { createPayments } from './payments.service.ts';
import { createReconciliation } from './reconciliation.service.ts';
import { sandboxRoutes } from './sandbox/sandbox.routes.ts';
import { createSettlement } from './settlement.ts';

interface PaymentsModuleDeps {
  readonly settings: Settings;
  readonly notices: Notices;
}

export function openPayments(base: Base, { settings, notices }: PaymentsModuleDeps) {
  const { config, db, reading } = base;
  const providers = openProviders(base);
  const settlement = createSettlement({ ...base, providers, notices });
  const payments = createPayments({
    ...base,
    providers,
    settlement,
    statedMinimumPaisa: settings.statedMinimumPaisa,
    packageBonusPaisa: settings.packageBonusPaisa,
  });
  const providerName = (id: string) =>
    providers.find((provider) => provider.id === id)?.name ?? { bn: id, en: id };
  const operations = createPaymentOperations({
    db,
    reading,
    providerName,
    settlement,
    notices,
    approvalSumPaisa: settings.approvalSumPaisa,
  });
  const reconciliation = createReconciliation({ db, reading, settlement });
  return {
    payments,
    settlement,
    providerName,
    routes(binder) {
      paymentsRoutes(binder, payments, settlement);
      paymentOperationRoutes(binder, operations, reconciliation);
      if (config.sandbox.payments) sandboxRoutes(binder, db);
    },
    metrics: [
      createComputedGauge(
        'payments_heard_timestamp_seconds',
        'Since when the oldest word of a provider waits to be settled',
        async () => toUnixSeconds((await readWaitingPayments(db)).heard),
      ),
      createComputedGauge(
        'payments_needing_attention',
        'Payments that staff must decide about',
        async () => (await readWaitingPayments(db)).attention,
      ),
    ],
    jobs: [
      { name: 'settle payments', everySeconds: config.PAYMENT_SWEEP_SECONDS, run: () => settlement.sweep() },
    ],
    close() {
      for (const provider of providers) provider.close();
    },
  } satisfies Module & Record<string, unknown>;
}
