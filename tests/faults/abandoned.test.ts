// Customers begin a top-up and never come back, leaving at every possible point; the portals settle the abandoned payments. Time is simulated by moving
// the timestamps of the database and of bKash into the past; portals, database and requests are real. ABANDONED sets how many leave at each point,
// WEEK_HOURS for how many hours customers arrive.
import { cpSync } from 'node:fs';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { useBkash } from '../support/bkash.ts';
import { useDatabase } from '../support/database.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';
import { expectNothingWrong, newKey, tally, wait } from './money.ts';
import { makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const each = Number(process.env.ABANDONED ?? 2);
const hours = Number(process.env.WEEK_HOURS ?? 1);
const isFull = hours > 1;
/** Payments that fall due within one step are settled at its end. */
const stepSeconds = isFull ? 300 : 1800;
/** The longest pause between two status queries for one payment, and the first pause. */
const schedule = 3600 + 30 + 2 * stepSeconds;
const day = 86_400;

const bkash = useBkash();
const database = useDatabase();
let owner: pg.Client;
afterAll(() => owner?.end());

const points = {
  'before bKash heard of it': { ends: ['expired'], after: day },
  'while bKash answered': { ends: ['expired'], after: day },
  'at the page of bKash': { ends: ['expired', 'failed'], after: day },
  'after cancelling there': { ends: ['cancelled'], after: 0 },
  'after paying there': { ends: ['completed'], after: 0 },
  'when the answer to the payment was lost': { ends: ['completed'], after: 0 },
  // No customer leaves here: the baseline for the others.
  'after coming back': { ends: ['completed'], after: 0 },
} as const;
type Point = keyof typeof points;

interface Visit {
  readonly point: Point;
  /** Seconds since the first customer. */
  readonly at: number;
  /** Seconds at the page of bKash. */
  readonly stays: number;
  invoice: string;
  paymentId: string;
}

async function startPortals(count: number): Promise<PortalProcess[]> {
  const first = makeDataDir();
  const settings = {
    ...bkash.settings,
    DATABASE_URL: database.ownerUrl,
    PAYMENT_SWEEP_SECONDS: '0.1',
    PUBLIC_ORIGIN: 'http://localhost:3999',
    LOG_LEVEL: 'silent',
  };
  const portals = [await startPortal(first, settings)];
  while (portals.length < count) {
    const folder = makeDataDir();
    cpSync(first, folder, { recursive: true });
    portals.push(await startPortal(folder, settings));
  }
  return portals;
}

async function ask<T>(text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await owner.query(text, values);
  return rows[0] as T;
}

const isOpen = `(state in ('created', 'redirected') or heard_at is not null)`;

/** Waits until the portals have nothing to settle. @returns seconds until the next payment is due; undefined when none is open */
async function settleDue(): Promise<number | undefined> {
  await owner.query(`update jobs set next_run_at = now() where name = 'settle payments'`);
  for (;;) {
    const { due, running, next } = await ask<{ due: number; running: number; next: number | null }>(
      `select count(*) filter (where next_check_at <= now())::int as due,
              extract(epoch from min(next_check_at) - now())::float8 as next,
              (select count(*)::int from jobs where name = 'settle payments' and lease_id is not null) as running
         from payments where ${isOpen}`,
    );
    if (due === 0 && running === 0) return next ?? undefined;
    await wait(15);
  }
}

/** Lets the seconds pass for the portals and for bKash. */
async function pass(seconds: number): Promise<void> {
  const by = `interval '${Math.ceil(seconds)} seconds'`;
  await owner.query(
    `update payments set created_at = created_at - ${by}, updated_at = updated_at - ${by}, next_check_at = next_check_at - ${by},
            settled_at = settled_at - ${by}, heard_at = heard_at - ${by};
     update bkash_payments set created_at = created_at - ${by}, asked_at = asked_at - ${by}, lease_until = lease_until - ${by};
     update provider_tokens set usable_until = usable_until - ${by}, lease_until = lease_until - ${by},
            refreshes = array(select at - ${by} from unnest(refreshes) at)`,
  );
  await bkash.moveClock(Math.ceil(seconds));
}

/** The scheduled actions of one customer. */
function actsOf(visit: Visit, call: PortalProcess['call'], token: () => Promise<string>) {
  const { point, at, stays } = visit;
  const begin = async () => {
    if (point === 'before bKash heard of it') await bkash.plan({ call: 'create', kind: 'drop_before' });
    if (point === 'while bKash answered') await bkash.plan({ call: 'create', kind: 'drop_after' });
    const { status, body } = await call('POST', '/payment/bkash/create/', {
      token: await token(),
      headers: newKey(),
      body: { amount: '100' },
    });
    expect(`${point}: ${status === 200}`).toBe(`${point}: ${points[point].after < day || stays > 0}`);
    visit.paymentId = body.payment_id ?? '';
    ({ id: visit.invoice } = await ask<{ id: string }>(
      'select id from payments order by created_at desc limit 1',
    ));
  };
  const leave = async () => {
    if (point === 'at the page of bKash') return;
    // Before the payment, since a portal may ask by itself as soon as it is made.
    if (point === 'when the answer to the payment was lost')
      await bkash.plan(
        { call: 'execute', kind: 'drop_after', paymentID: visit.paymentId },
        { call: 'query', kind: 'drop_before', paymentID: visit.paymentId },
      );
    await bkash.press(visit.paymentId, point === 'after cancelling there' ? 'cancel' : 'pay');
    if (point !== 'after coming back' && point !== 'when the answer to the payment was lost') return;
    const { body } = await call(
      'GET',
      `/payment/bkash/callback/?paymentID=${visit.paymentId}&status=success`,
      { token: await token() },
    );
    expect(['success', 'pending']).toContain(body.status);
  };
  return [{ at, act: begin }, ...(stays > 0 ? [{ at: at + stays, act: leave }] : [])];
}

function planVisits(): Visit[] {
  const random = seededRandom(proofSeed);
  return (Object.keys(points) as Point[]).flatMap((point, index) =>
    Array.from({ length: each }, () => ({
      point,
      at: random() * hours * 3600,
      // The first two never see the page; others pay at once or hours later.
      stays: index < 2 ? 0 : 5 + random() ** 3 * 3 * 3600,
      invoice: '',
      paymentId: '',
    })),
  );
}

/** Runs all actions at their times and continues until no payment is open. @returns the most token renewals in any hour, and the steps taken */
async function playOut(acts: { at: number; act: () => Promise<void> }[]) {
  const waiting = acts.sort((one, other) => one.at - other.at);
  const seen = { renewals: 0, steps: 0, seconds: 0 };
  for (;;) {
    while (waiting[0] && waiting[0].at <= seen.seconds) await waiting.shift()!.act();
    const nextDue = await settleDue();
    seen.renewals = Math.max(seen.renewals, (await bkash.look()).refreshes);
    if (nextDue === undefined && waiting.length === 0) return seen;
    const nextAct = (waiting[0]?.at ?? Number.POSITIVE_INFINITY) - seen.seconds;
    const step = Math.ceil(Math.max(stepSeconds, Math.min(nextAct, nextDue ?? Number.POSITIVE_INFINITY)));
    await pass(step);
    seen.seconds += step;
    seen.steps += 1;
  }
}

it(
  'settles or ends every abandoned payment on schedule, without a single excess query to bKash',
  async () => {
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const portals = await startPortals(isFull ? 4 : 2);
    const customer = await makeCustomer(portals[0]!, '1');
    let signed = { ...customer, at: Date.now() };
    const token = async () => {
      if (Date.now() - signed.at > 120_000)
        signed = {
          ...signed,
          ...(await signIn(portals[0]!, customer.email, customer.password)),
          at: Date.now(),
        };
      return signed.access;
    };
    const visits = planVisits();
    let turn = 0;
    const seen = await playOut(
      visits.flatMap((visit) => actsOf(visit, portals[turn++ % portals.length]!.call, token)),
    );

    const { rows } = await owner.query<{ id: string; state: string; seconds: number }>(
      'select id, state, extract(epoch from settled_at - created_at)::float8 as seconds from payments',
    );
    const ended = new Map(rows.map((row) => [row.id, row]));
    const late: string[] = [];
    const slowest: Record<string, number> = {};
    for (const { point, invoice, stays } of visits) {
      const { state, seconds } = ended.get(invoice)!;
      const { ends, after } = points[point];
      const took = seconds - (after === 0 ? stays : after);
      slowest[point] = Math.max(slowest[point] ?? 0, Math.round(took));
      if (!(ends as readonly string[]).includes(state) || took > schedule)
        late.push(`${point}: ${state} after ${took} s`);
    }
    expect(late).toEqual([]);
    expect(seen.renewals).toBeLessThanOrEqual(2);
    const { payments, counts } = await bkash.look();
    const delivered = payments.filter(({ isOutcomeSent }) => isOutcomeSent).length;
    expect(delivered).toBeGreaterThan(0);
    expect(payments.filter(({ needlessQueries }) => needlessQueries > 0)).toEqual([]);
    expect(await tally(bkash, database.ownerUrl)).toMatchObject({ lost: 0, doubled: 0, credited: each * 3 });
    await expectNothingWrong(database.db);
    recordCounts('abandoned payments', {
      left: each * 6,
      'came back': each,
      'hours passed': Math.round(seen.seconds / 3600),
      portals: portals.length,
      steps: seen.steps,
      'questions to bKash': counts.query ?? 0,
      'answers to payments that arrived': delivered,
      'needless questions': 0,
      'most renewals of the token in an hour': seen.renewals,
      'slowest credit in seconds': Math.max(
        slowest['after paying there']!,
        slowest['when the answer to the payment was lost']!,
      ),
      lost: 0,
      doubled: 0,
    });
  },
  isFull ? 3_600_000 : 120_000,
);
