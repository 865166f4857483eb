// `npm run bench:busy-hour`: how long calls take while a shop is as busy as it gets: 8 operators finish orders, 200 customers look around and place
// some; then one customer also uploads 20-page scans and the report of a year is opened again and again. The first part is the baseline of
// the second. BENCH_SECONDS for each part; a shop filled by scripts/large-shop.ts (SHOP_USERS, SHOP_ORDERS …), stored in SHOP_DIR if set.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDF } from '@libpdf/core';
import pg from 'pg';
import { dhakaDay } from '../src/contract/dates/dates.ts';
import { fillShopOnce, makeOrderBody, print, readShopSize, startBenchPortal } from './portal.ts';

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const size = readShopSize();
const seconds = number('BENCH_SECONDS', 60);
const aimMs = 150;
const operators = 8;
const customers = 200;
const yearMs = 365 * 86_400_000;
const year = `from=${dhakaDay(new Date(Date.now() - yearMs))}&to=${dhakaDay(new Date())}`;

/** Results of one part: milliseconds by kind of call, and unexpected statuses. */
class Tally {
  readonly times = new Map<string, number[]>();
  readonly refused = new Map<string, number>();

  note(kind: string, milliseconds: number, status: number, isWanted: boolean): void {
    this.times.set(kind, [...(this.times.get(kind) ?? []), milliseconds]);
    if (!isWanted) this.refused.set(`${kind}: ${status}`, (this.refused.get(`${kind}: ${status}`) ?? 0) + 1);
  }

  at(kind: string, share: number): number {
    const sorted = (this.times.get(kind) ?? []).toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }
}

async function scanOf(pages: number): Promise<Uint8Array<ArrayBuffer>> {
  const folder = join(import.meta.dirname, '../src/engines/fixtures/signed-copies');
  const bytes = readFileSync(join(folder, 's15-l1-scan-notosans.pdf'));
  const pdf = await PDF.load(bytes);
  const source = await PDF.load(bytes);
  for (let page = 1; page < pages; page += 1) await pdf.copyPagesFrom(source, [0]);
  return new Uint8Array(await pdf.save());
}

const portal = await startBenchPortal({ APPROVAL_SUM: '100000000' }, process.env.SHOP_DIR);
try {
  const filled = await fillShopOnce(portal, size);
  const owner = new pg.Client({ connectionString: portal.databaseUrl });
  await owner.connect();
  // In a kept shop the top-ups of an earlier run of the same day would make these wait for a second person.
  await owner.query('delete from cash_days');
  const signIn = async ({ username, password }: { username: string; password: string }) => {
    const { body } = await portal.call('POST', '/token/', { body: { username, password } });
    return (body as { access: string }).access;
  };
  const people: string[] = [];
  for (let i = 0; i < customers; i += 1) people.push((await portal.customer('5000')).token);
  const reader = await portal.customer('1000');
  const desk: string[] = [];
  for (let i = 0; i < operators; i += 1) {
    const person = await portal.customer('10');
    await owner.query(`update users set roles = '{operator}' where id = $1`, [person.id]);
    desk.push(await signIn(person));
  }
  await owner.end();
  const admin = await portal.signInAsAdmin();
  const order = await makeOrderBody(portal, admin);
  const scan = await scanOf(20);

  async function run(isHeavy: boolean): Promise<Tally> {
    const tally = new Tally();
    const begun = performance.now();
    const isOn = () => performance.now() - begun < seconds * 1000;
    const call = async (
      kind: string,
      method: string,
      path: string,
      options: { token: string; body?: unknown; key?: string },
      wanted: readonly number[] = [200],
    ) => {
      const from = performance.now();
      const answer = await portal.call(method, path, options);
      tally.note(kind, performance.now() - from, answer.status, wanted.includes(answer.status));
      return answer;
    };
    async function lookAround(token: string): Promise<void> {
      await sleep(Math.random() * 8_000);
      while (isOn()) {
        await Promise.all([
          call('balance', 'GET', '/account/transaction-summary/', { token }),
          call('own orders', 'GET', '/account/orders/?page_size=10', { token }),
        ]);
        await sleep(2_000 + Math.random() * 6_000);
        await call('own files', 'GET', '/account/myfile/?page_size=10', { token });
        if (Math.random() < 0.2)
          await call('placing', 'POST', '/account/orders/', { token, key: randomUUID(), body: order }, [201]);
        await sleep(2_000 + Math.random() * 6_000);
      }
    }
    async function finishOrders(token: string): Promise<void> {
      while (isOn()) {
        const path = `/account/orders/?page_size=10&status=pending&page=${1 + Math.floor(Math.random() * 5)}`;
        const { body } = await call("desk's orders", 'GET', path, { token });
        await sleep(500 + Math.random() * 1_000);
        const { results } = body as { results?: { id: number }[] };
        const chosen = results?.[Math.floor(Math.random() * results.length)];
        if (!chosen) continue;
        const decision = { status: 'completed', text_content: 'কাজ শেষ', note: '' };
        // 409: another operator was quicker.
        await call(
          'completing',
          'PATCH',
          `/account/orders/${chosen.id}/`,
          { token, key: randomUUID(), body: decision },
          [200, 409],
        );
        await sleep(500 + Math.random() * 1_000);
      }
    }
    async function uploadScans(): Promise<void> {
      while (isOn()) {
        const form = new FormData();
        form.append('file', new Blob([scan], { type: 'application/pdf' }), 'scan.pdf');
        const from = performance.now();
        const { status } = await fetch(`${portal.origin}/account/nid-extract/`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${reader.token}` },
          body: form,
        });
        // 400 and 422: more pages than a reading has time for.
        tally.note('20-page scan', performance.now() - from, status, [200, 400, 422].includes(status));
        await sleep(1_000);
      }
    }
    async function openReports(): Promise<void> {
      while (isOn()) {
        await call('report of a year', 'GET', `/account/admin/reports/sales/?${year}`, { token: admin });
        await sleep(1_000);
      }
    }
    await Promise.all([
      ...people.map(lookAround),
      ...desk.map(finishOrders),
      ...(isHeavy ? [uploadScans(), openReports()] : []),
    ]);
    return tally;
  }

  process.stdout.write(`${JSON.stringify(size)}, ${filled}; ${seconds} s each part\n`);
  const calm = await run(false);
  const busy = await run(true);
  print(['ms', 'calls', 'median', 'p99', 'busy: calls', 'median', 'p99']);
  for (const kind of busy.times.keys())
    print([
      kind,
      calm.times.get(kind)?.length ?? 0,
      calm.at(kind, 0.5).toFixed(1),
      calm.at(kind, 0.99).toFixed(1),
      busy.times.get(kind)!.length,
      busy.at(kind, 0.5).toFixed(1),
      busy.at(kind, 0.99).toFixed(1),
    ]);
  const refused = [...calm.refused, ...busy.refused];
  for (const [what, times] of refused) print([`refused ${what}`, times]);
  const missed = ['balance', 'own orders', "desk's orders", 'placing'].filter(
    (kind) => busy.at(kind, 0.99) > aimMs,
  );
  process.stdout.write(
    `Aim: a p99 of ${aimMs} ms for balance, lists and placing, and nothing refused. ${
      missed.length + refused.length === 0
        ? 'Reached'
        : `MISSED: ${[...missed, ...refused.map(([what]) => what)].join(', ')}`
    }\n`,
  );
} finally {
  await portal.stop();
}
