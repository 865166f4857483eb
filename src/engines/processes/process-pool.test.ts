import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { PoolBusyError, type PoolLimits, ProcessPool } from './process-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'process-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that obeys the first byte of its input: 0 answers, 1 hangs, 2 crashes, 3 eats memory, 4 refuses. */
const program = join(folder, 'obedient-process.mjs');
writeFileSync(
  program,
  `process.on('message', ({ task }) => {
     if (task[0] === 1) for (;;);
     if (task[0] === 2) process.exit(3);
     if (task[0] === 3) { const held = []; setInterval(() => held.push(Buffer.alloc(30e6, 1)), 5); return; }
     if (task[0] === 4) { process.send({ kind: 'refused', code: 'odd', message: 'no' }); return; }
     setTimeout(() => process.send({ kind: 'done', result: process.pid }), task[1] ?? 0);
   });
   process.on('disconnect', () => process.exit(0));
   process.send({ kind: 'ready' });`,
);
const poolWith = (limits: Partial<PoolLimits>) =>
  new ProcessPool<Uint8Array, number>({
    program: pathToFileURL(program),
    processes: 2,
    waiting: 32,
    waitingEach: 32,
    waitMilliseconds: 60_000,
    milliseconds: 400,
    residentMegabytes: 1200,
    ...limits,
  });
let owners = 0;
const anybody = () => `owner ${owners++}`;

test('a task that takes too long is given up, and the next one is done by a new process', async () => {
  const pool = poolWith({ processes: 1 });
  const first = await pool.run(Uint8Array.of(0), anybody());
  await expect(pool.run(Uint8Array.of(1), anybody())).rejects.toMatchObject({ code: 'timeout' });
  expect(await pool.run(Uint8Array.of(0), anybody())).not.toBe(first);
  await pool.close();
});

test('a task that brings its process down is broken, and those that wait are done', async () => {
  const pool = poolWith({ processes: 1 });
  const [broken, good] = await Promise.allSettled([
    pool.run(Uint8Array.of(2), anybody()),
    pool.run(Uint8Array.of(0), anybody()),
  ]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'broken' } });
  expect(good.status).toBe('fulfilled');
  await pool.close();
});

test('a task that takes too much of the processor is given up, however long it may take', async () => {
  const pool = poolWith({ processes: 1, milliseconds: 60_000, processorMilliseconds: 300 });
  await expect(pool.run(Uint8Array.of(1), anybody())).rejects.toMatchObject({ code: 'timeout' });
  expect(await pool.run(Uint8Array.of(0), anybody())).toBeGreaterThan(0);
  await pool.close();
});

test('a task that eats memory is given up', async () => {
  const pool = poolWith({ processes: 1, residentMegabytes: 300, milliseconds: 10_000 });
  await expect(pool.run(Uint8Array.of(3), anybody())).rejects.toMatchObject({ code: 'too_large' });
  await pool.close();
});

test('a refusal comes with its code, and its process goes on', async () => {
  const pool = poolWith({ processes: 1 });
  const first = await pool.run(Uint8Array.of(0), anybody());
  await expect(pool.run(Uint8Array.of(4), anybody())).rejects.toMatchObject({ code: 'odd' });
  expect(await pool.run(Uint8Array.of(0), anybody())).toBe(first);
  await pool.close();
});

test('one process is kept and used again', async () => {
  const pool = poolWith({});
  const first = await pool.run(Uint8Array.of(0), anybody());
  expect(await pool.run(Uint8Array.of(0), anybody())).toBe(first);
  await pool.close();
});

test('a process that has nothing to do ends after its time', async () => {
  const pool = poolWith({ idleMilliseconds: 50 });
  const pid = await pool.run(Uint8Array.of(0), anybody());
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await pool.run(Uint8Array.of(0), anybody())).not.toBe(pid);
  await pool.close();
});

test('when too many wait, one more is refused at once and the others are done', async () => {
  const pool = poolWith({ processes: 2, waiting: 3, milliseconds: 30_000 });
  const taken = Array.from({ length: 5 }, () => pool.run(Uint8Array.of(0, 50), anybody()));
  await expect(pool.run(Uint8Array.of(0), anybody())).rejects.toBeInstanceOf(PoolBusyError);
  expect(new Set(await Promise.all(taken)).size).toBeLessThanOrEqual(2);
  await pool.close();
});

test('whoever has waited too long behind tasks that hang is refused, and nobody else', async () => {
  const pool = poolWith({ processes: 1, milliseconds: 500, waitMilliseconds: 1_200 });
  await pool.run(Uint8Array.of(0), anybody());
  // The next process takes a while to start, too.
  const hanging = Array.from({ length: 8 }, () => pool.run(Uint8Array.of(1), anybody()));
  const results = await Promise.allSettled(hanging);
  const codes = results.map((result) => (result as PromiseRejectedResult).reason.code ?? 'waited');
  expect(codes[0]).toBe('timeout');
  expect(codes.at(-1)).toBe('waited');
  expect(await pool.run(Uint8Array.of(0), anybody())).toBeGreaterThan(0);
  await pool.close();
});

test('a process that stands still is replaced, whether it is at work or not', async () => {
  const pool = poolWith({ processes: 1 });
  const first = await pool.run(Uint8Array.of(0), anybody());
  process.kill(first, 'SIGSTOP');
  await expect(pool.run(Uint8Array.of(0), anybody())).rejects.toMatchObject({ code: 'timeout' });
  const second = await pool.run(Uint8Array.of(0), anybody());
  const atWork = pool.run(Uint8Array.of(0, 200), anybody());
  process.kill(second, 'SIGSTOP');
  await expect(atWork).rejects.toMatchObject({ code: 'timeout' });
  expect(await pool.run(Uint8Array.of(0), anybody())).not.toBe(second);
  await pool.close();
});

describe('one owner with many tasks', () => {
  test('has one running and so many waiting, and does not keep others from theirs', async () => {
    const pool = poolWith({ processes: 2, waitingEach: 2, milliseconds: 5_000 });
    // Neither process has yet to start.
    await Promise.all([anybody(), anybody()].map((owner) => pool.run(Uint8Array.of(0, 50), owner)));
    const order: string[] = [];
    const done = (name: string) => () => void order.push(name);
    const greedy = [1, 2, 3].map((n) => pool.run(Uint8Array.of(0, 200), 'greedy').then(done(`greedy ${n}`)));
    await expect(pool.run(Uint8Array.of(0), 'greedy')).rejects.toBeInstanceOf(PoolBusyError);
    const others = ['one', 'two', 'three'].map((name) => pool.run(Uint8Array.of(0), name).then(done(name)));
    await Promise.all([...greedy, ...others]);
    expect(order.slice(-2)).toEqual(['greedy 2', 'greedy 3']);
    expect(order).toHaveLength(6);
    await pool.close();
  });
});

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('closing refuses what runs and waits, and leaves no process behind', async () => {
  const pool = poolWith({ processes: 1 });
  const pid = await pool.run(Uint8Array.of(0), anybody());
  const waiting = pool.run(Uint8Array.of(1), anybody());
  await Promise.all([expect(waiting).rejects.toBeInstanceOf(PoolBusyError), pool.close()]);
  expect(isAlive(pid)).toBe(false);
});

const children = (parent = process.pid) =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);

test('a process that hangs ends with a portal that is killed', async () => {
  const portal = join(folder, 'portal.ts');
  const pool = join(import.meta.dirname, 'process-pool.ts');
  writeFileSync(
    portal,
    `import { ProcessPool } from ${JSON.stringify(pool)};
     const limits = { processes: 1, waiting: 1, waitingEach: 1, waitMilliseconds: 60_000, milliseconds: 60_000, residentMegabytes: 1200 };
     const pool = new ProcessPool({ program: new URL(${JSON.stringify(pathToFileURL(program).href)}), ...limits });
     await pool.run(Uint8Array.of(0), 'somebody');
     void pool.run(Uint8Array.of(1), 'somebody');
     process.send('hangs');`,
  );
  const parent = fork(portal, { execArgv: ['--no-warnings'] });
  await once(parent, 'message');
  const [child] = children(parent.pid);
  // It has begun: for a while it has done nothing but that.
  const ticks = () => Number(readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]!.split(' ')[11]);
  const before = ticks();
  await expect.poll(ticks).toBeGreaterThan(before + 20);
  parent.kill('SIGKILL');
  try {
    await expect.poll(() => isAlive(child!)).toBe(false);
  } finally {
    if (isAlive(child!)) process.kill(child!, 'SIGKILL');
  }
});

test('a process that was warmed up does the first task', async () => {
  // Test files that ran in this worker before may have left processes, which end when idle.
  const before = children();
  const pool = poolWith({ processes: 2, milliseconds: 30_000 });
  pool.warmUp();
  pool.warmUp();
  const started = children().filter((pid) => !before.includes(pid));
  expect(started).toHaveLength(1);
  // What the portal itself does comes first.
  expect(getPriority(started[0])).toBeGreaterThan(getPriority());
  expect(await pool.run(Uint8Array.of(0), anybody())).toBe(started[0]);
  await pool.close();
});
