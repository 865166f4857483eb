// Shared by the fault tests of money: repetitions, requests retried until there is a response, and the books of both sides.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { audit } from '#server/ledger/audit.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { bookRules } from '#server/reports/book-rules.ts';
import type { Bkash } from '../support/bkash.ts';
import { asOwner } from '../support/database.ts';

/** Repetitions of each fault: few in `npm test`, at least 200 in `npm run test:faults`. */
export const rounds = (few: number) => Number(process.env.FAULT_ROUNDS ?? few);
export const testTimeout = process.env.FAULT_ROUNDS ? 3_600_000 : 120_000;

export const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export interface Result {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as an outside client would
  body: any;
}

/** Retries until there is a response not caused by the fault. @returns that response and the number of attempts */
export async function insist(call: () => Promise<Result>, until = Date.now() + 60_000) {
  for (let tries = 1; ; tries += 1) {
    const answer = await call().catch(() => undefined);
    const isOver = answer !== undefined && ![500, 502, 503].includes(answer.status);
    if (isOver) return { answer, tries };
    if (Date.now() > until) throw new Error(`no answer, the last was ${JSON.stringify(answer)}`);
    await wait(100);
  }
}

export const newKey = () => ({ 'Idempotency-Key': randomUUID() });

export const nidBody = {
  name_bangla: 'আয়েশা',
  name_english: 'Ayesha',
  national_id: '1234567890',
  date_of_birth: '1995-03-15',
  father_name: 'ক',
  mother_name: 'খ',
};

export interface Tally {
  /** Payments taken by the provider but not credited by us. */
  lost: number;
  /** Payments credited more than once, or never taken by the provider. */
  doubled: number;
  taken: number;
  credited: number;
}

/** Compares both books: the payments that bKash took from this portal's customers, and the credits in their wallets. */
export async function tally(bkash: Bkash, ownerUrl: string): Promise<Tally> {
  const { payments } = await bkash.look();
  const ours = await asOwner<{ id: string; times: number }>(
    ownerUrl,
    `select p.id, count(t.id)::int as times from payments p
       left join ledger_transfers t on t.kind = 'recharge' and t.ref = 'payment:' || p.id and t.amount_paisa = p.amount_paisa
      where p.provider = 'bkash' group by p.id`,
  );
  const taken = new Set(payments.filter(({ state }) => state === 'Completed').map(({ invoice }) => invoice));
  return {
    taken: ours.filter(({ id }) => taken.has(id)).length,
    credited: ours.filter(({ times }) => times > 0).length,
    lost: ours.filter(({ id, times }) => taken.has(id) && times === 0).length,
    doubled: ours.filter(({ id, times }) => times > (taken.has(id) ? 1 : 0)).length,
  };
}

export async function expectNothingWrong(db: Database): Promise<void> {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => audit(trx, bookRules));
  expect(found).toEqual([]);
}

export { recordCounts as print } from '../support/proof-counts.ts';
