// `npm run bench:soak`: whether anything grows while a shop works for hours: a steady mix of calls (SOAK_RATE a second, 8 by default, for SOAK_MINUTES,
// 60 by default), and every five minutes memory, open files, connections, rows of the working tables, files left in temporary folders and the
// median time of a list. The first reading after the warm-up is the baseline. SHOP_DIR keeps the shop.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { makeOrderBody, print, startBenchPortal } from './portal.ts';
import { measure } from './process-sizes.ts';

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const minutes = number('SOAK_MINUTES', 60);
const everyMs = number('SOAK_EVERY', 300) * 1000;
const rate = number('SOAK_RATE', 8);
const patience = AbortSignal.timeout.bind(AbortSignal, 60_000);
const fixtures = join(import.meta.dirname, '../src/engines/fixtures/signed-copies');
const [scan, text] = ['s15-l1-scan-notosans.pdf', 's01-l1-chromium-notosans.pdf'].map((name) =>
  readFileSync(join(fixtures, name)),
) as [Buffer, Buffer];

const portal = await startBenchPortal({ DATABASE_POOL: '16', DEMO: '1' }, process.env.SHOP_DIR);
const client = new pg.Client({ connectionString: portal.databaseUrl });
await client.connect();
const answers = new Map<string, number>();
const listTimes: number[] = [];
const customers = await Promise.all(Array.from({ length: 12 }, () => portal.customer('45000')));
let admin = portal.adminToken;
const order = await makeOrderBody(portal, admin);
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

function note(kind: string, status: number): void {
  const name = `${kind} ${status}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
}

async function call(
  kind: string,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<never> {
  const answer = await portal.call(method, path, {
    ...(token === undefined ? {} : { token, key: randomUUID() }),
    ...(body === undefined ? {} : { body }),
  });
  note(kind, answer.status);
  return answer.body;
}

async function upload(pdf: Buffer): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'copy.pdf');
  const { status } = await fetch(`${portal.origin}/account/nid-extract/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${any(customers).token}` },
    body: form,
    signal: patience(),
  });
  note('read a copy', status);
}

async function finish(data: object): Promise<void> {
  const { id } = (await call('place', 'POST', '/account/orders/', any(customers).token, order)) as {
    id: number;
  };
  const form = new FormData();
  form.append('data', JSON.stringify(data));
  const { status } = await fetch(`${portal.origin}/account/orders/${id}/`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${admin}`, 'Idempotency-Key': randomUUID() },
    body: form,
    signal: patience(),
  });
  note('finish', status);
}

async function cancel(): Promise<void> {
  const { token } = any(customers);
  const { id } = (await call('place', 'POST', '/account/orders/', token, order)) as { id: number };
  await call('cancel', 'POST', `/account/orders/${id}/cancel/`, token, {});
}

async function list(): Promise<void> {
  const begun = performance.now();
  await call('own orders', 'GET', '/account/orders/?page=1&page_size=10', any(customers).token);
  listTimes.push(performance.now() - begun);
}

async function makePaper(): Promise<void> {
  const { token } = any(customers);
  const body = {
    name_bangla: 'রুবিনা শিকদার',
    name_english: `RUBINA ${any([...'ABCDEFGHIJ'])} SHIKDER`,
    national_id: '8890262123',
    date_of_birth: '1985-03-15',
    father_name: 'আব্দুল্লাহ শিকদার',
    mother_name: 'জ্যোৎস্না খাতুন',
  };
  const { data } = (await call('paper', 'POST', '/account/nid-details/', token, body)) as {
    data?: { file_code: string };
  };
  if (!data) return;
  const { results } = (await call('own files', 'GET', '/account/myfile/?page=1', token)) as {
    results: { id: number }[];
  };
  const { url } = (await call('share', 'POST', `/account/myfile/${results[0]!.id}/shares/`, token, {})) as {
    url: string;
  };
  note('share page', (await fetch(url, { signal: patience() })).status);
  const cut = new AbortController();
  await fetch(`${portal.origin}/nid/${data.file_code}/`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: cut.signal,
  }).then((answer) => note('open, then leave', answer.status));
  cut.abort();
}

async function visit(): Promise<void> {
  const { username, password } = any(customers);
  const { access, refresh } = (await call('login', 'POST', '/token/', undefined, { username, password })) as {
    access: string;
    refresh: string;
  };
  const { ticket } = (await call('ticket', 'POST', '/account/ws-ticket/', access, {})) as { ticket: string };
  const socket = new WebSocket(`${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${ticket}`);
  socket.on('error', () => note('socket', 0));
  await sleep(2_000 + Math.random() * 20_000);
  if (Math.random() < 0.5) socket.terminate();
  else socket.close();
  await call('logout', 'POST', '/token/logout/', access, { refresh });
}

async function report(): Promise<void> {
  const { token } = any(customers);
  const answer = await fetch(
    `${portal.origin}/account/statement/?from=2026-01-01&to=2026-12-31&format=${any(['csv', 'pdf'])}`,
    { headers: { Authorization: `Bearer ${token}` }, signal: patience() },
  );
  note('statement', answer.status);
  await answer.arrayBuffer();
  await call('dashboard', 'GET', '/account/admin/dashboard/top-overview/', admin);
}

async function misuse(): Promise<void> {
  await call('wrong password', 'POST', '/token/', undefined, { username: 'no@mail.test', password: 'x' });
  await call('bad order', 'POST', '/account/orders/', any(customers).token, { service: 'x' });
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7 broken']), 'copy.pdf');
  const { status } = await fetch(`${portal.origin}/account/nid-extract/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${any(customers).token}` },
    body: form,
    signal: patience(),
  });
  note('broken copy', status);
}

const completed = { status: 'completed', text_content: 'সম্পন্ন হয়েছে' };
const mix: readonly (readonly [number, () => Promise<void>])[] = [
  [40, list],
  [15, () => finish(completed)],
  [5, () => finish({ status: 'rejected', note: 'ছবি অস্পষ্ট' })],
  [5, cancel],
  [8, makePaper],
  [8, visit],
  [5, () => upload(text)],
  [1, () => upload(scan)],
  [4, report],
  [4, misuse],
];
const allShares = mix.reduce((sum, [share]) => sum + share, 0);

async function doOne(): Promise<void> {
  let place = Math.random() * allShares;
  for (const [share, work] of mix) {
    place -= share;
    if (place < 0) return work();
  }
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
const threads = (pid: number) => readdirSync(`/proc/${pid}/task`).length;

/** The numbers that must not grow with the hours, whatever else does. */
async function read(): Promise<Record<string, number>> {
  const sizes = measure(portal);
  const { rows } = await client.query(`select
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    (select count(*)::int from pg_locks where locktype = 'advisory') as advisory,
    (select coalesce(max(extract(epoch from now() - xact_start)), 0)::int from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend') as transaction_s,
    (select sum(n_dead_tup)::int from pg_stat_user_tables) as dead_rows`);
  const times = listTimes.splice(0).toSorted((one, other) => one - other);
  const inTemporary = readdirSync(tmpdir()).filter((name) => /nothipotro(?!-bench)/.test(name)).length;
  return {
    all_mb: sizes.all,
    portal_mb: sizes.portal,
    database_mb: sizes.database,
    files: openFiles(portal.pids[0]!),
    threads: threads(portal.pids[0]!),
    ...(rows[0] as Record<string, number>),
    temporary: inTemporary,
    list_ms: times[Math.floor(times.length / 2)] ?? 0,
  };
}

try {
  const begun = performance.now();
  let nextReading = begun + everyMs;
  let isFirst = true;
  while (performance.now() - begun < minutes * 60_000) {
    void doOne().catch((error: unknown) => note((error as Error).message.slice(0, 60), -1));
    await sleep((1000 / rate) * 2 * Math.random());
    if (performance.now() < nextReading) continue;
    nextReading += everyMs;
    for (const person of customers) {
      const { username, password } = person;
      const { body } = await portal.call('POST', '/token/', { body: { username, password } });
      person.token = (body as { access: string }).access;
    }
    admin = await portal.signInAsAdmin();
    const now = await read();
    if (isFirst) print(['minutes', ...Object.keys(now)]);
    isFirst = false;
    print([
      ((performance.now() - begun) / 60_000).toFixed(0),
      ...Object.values(now).map((one) => one.toFixed(1)),
    ]);
  }
  for (const [name, count] of [...answers].toSorted()) print([name, count]);
} finally {
  await client.end();
  await portal.stop();
}
