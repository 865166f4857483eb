// The experiments that `npm run prove` runs for each promise: test files at full or short length. One experiment may cover several promises.

export interface Experiment {
  readonly name: string;
  readonly files: readonly string[];
  /** Settings of the full length. Without them the files run as in `npm test`. */
  readonly full?: Readonly<Record<string, string>>;
  readonly short?: Readonly<Record<string, string>>;
}

const faults = (name: string): Experiment => ({
  name,
  files: [`tests/faults/${name}.test.ts`],
  full: { FAULT_ROUNDS: '200' },
});
const http = (path: string): Experiment => ({ name: path, files: [`tests/http/${path}.test.ts`] });
const ledger = (name: string): Experiment => ({ name, files: [`src/server/ledger/${name}.test.ts`] });

const model = { ...faults('model'), full: { FAULT_ROUNDS: '2000', MODEL_RUNS: '2000', MODEL_LENGTH: '100' } };
const provider = faults('provider');
// A round of these takes one to three seconds: a portal is started in each.
const killed = { ...faults('killed'), full: { FAULT_ROUNDS: '100' } };
const documents = { ...faults('documents'), full: { FAULT_ROUNDS: '50' } };
const filesKilled = { ...faults('files-killed'), full: { FAULT_ROUNDS: '50' } };
const planted = { ...faults('planted'), full: { PLANTED: '1000' } };
const restart: Experiment = { name: 'restart', files: ['tests/faults/restart.test.ts'] };
const backup: Experiment = {
  name: 'backup',
  files: ['tests/faults/backup.test.ts', 'tests/faults/restored.test.ts'],
};
const payments = http('payments/payments');
const bkash = http('payments/bkash');
const providers = http('payments/providers');
const general = http('platform/general');

/** By the number of the promise. A promise without experiments is listed as not proven. */
export const experimentsOf: Readonly<Record<number, readonly Experiment[]>> = {
  1: [model, ledger('ledger.property'), ledger('audit')],
  2: [
    {
      ...faults('spending'),
      full: { SPENDERS: '4', SPENDER_CONNECTIONS: '16', SPENDER_BUYS: '50', SPENDER_MOVES: '157' },
    },
    ledger('ledger-guards'),
  ],
  3: [ledger('ledger-guards'), http('audit-log/chain')],
  4: [
    { ...http('wallet/repeated-calls'), full: { REPEATED_KEYS: '200', REPEATS_AT_ONCE: '16' } },
    general,
    killed,
  ],
  5: [provider, bkash, payments, http('payments/transaction-numbers')],
  6: [{ ...http('payments/forged-returns'), full: { FORGED_RETURNS: '500' } }, payments, providers],
  7: [{ ...http('payments/altered-answers'), full: { ALTERED_ANSWERS: '300' } }, bkash, payments, providers],
  8: [{ ...faults('abandoned'), full: { ABANDONED: '200', WEEK_HOURS: '168' } }, payments, providers, killed],
  9: [
    { ...faults('database-killed'), full: { DATABASE_KILLS: '30' } },
    { ...faults('full-disk'), full: { FULL_DISKS: '20' } },
    killed,
    filesKilled,
    restart,
  ],
  10: [{ ...faults('bad-line'), full: { LINE_CUTS: '25' } }, http('platform/database-away'), restart],
  11: [
    {
      ...faults('rolling'),
      full: { RESTARTS: '20', REQUESTS_A_SECOND: '200' },
      short: { RESTARTS: '1', REQUESTS_A_SECOND: '30' },
    },
    restart,
  ],
  12: [
    http('orders/order-flow'),
    {
      ...http('orders/order-races'),
      full: { RACES: '500' },
    },
  ],
  13: [documents, filesKilled, { ...faults('object-store'), full: { STORE_ROUNDS: '20' } }],
  14: [{ name: 'access', files: ['tests/structure/access.test.ts'] }, http('platform/authorization')],
  15: [{ ...faults('bad-calls'), full: { BAD_CALLS: '50000' } }, http('platform/fuzz')],
  16: [
    { ...faults('crafted-files'), full: { CRAFTED_MEGABYTES: '256' } },
    { ...faults('hostile-files'), full: { HOSTILE_FILES: '5000' } },
    http('documents/strangers-files'),
  ],
  17: [{ ...faults('sessions'), full: { SESSION_SCHEDULES: '2000' } }, http('accounts/sessions')],
  18: [
    { ...http('accounts/changes-at-once'), full: { ENDED_SESSIONS: '500', SILENT_AFTER_MS: '2000' } },
    http('accounts/sessions'),
    http('platform/live-closing'),
  ],
  19: [
    { ...faults('timing'), full: { TIMING_SAMPLES: '2000' }, short: { TIMING_SAMPLES: '100' } },
    { ...http('accounts/many-accounts'), full: { GUESSED_ACCOUNTS: '10000' } },
    http('accounts/rate-limits'),
    {
      ...http('accounts/guesses'),
      full: { GUESSES: '100000' },
    },
  ],
  20: [planted, http('platform/key-rotation'), http('audit-log/chain'), http('privacy/personal-data')],
  21: [
    { ...http('audit-log/tamperings'), full: { TAMPERINGS: '0' } },
    http('audit-log/unwritable'),
    http('audit-log/chain'),
  ],
  22: [planted, http('platform/log')],
  23: [
    faults('erased-again'),
    http('privacy/privacy'),
    http('privacy/erasure'),
    http('privacy/personal-data'),
  ],
  24: [
    backup,
    { ...faults('accidents'), full: { ACCIDENTS: '1' } },
    { ...faults('large-backup'), full: { BACKUP_TRANSFERS: '1000000' } },
  ],
  25: [
    { ...faults('jobs'), full: { JOBS: '10000', JOB_KILLS: '50', JOB_CUTS: '20' } },
    { name: 'background', files: ['src/server/platform/background.test.ts'] },
  ],
  26: [{ ...faults('processes'), full: { PROCESS_SECONDS: '10' } }, http('platform/live')],
  27: [{ ...faults('clocks'), full: { CLOCK_FLOWS: '72' } }],
  28: [
    { ...faults('hostile-texts'), full: { HOSTILE_TEXTS: '60' } },
    http('platform/cross-origin'),
    http('files/open-file'),
    http('platform/live-closing'),
  ],
};
