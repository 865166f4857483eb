import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { ReaderPool } from './reader-pool.ts';
import { ReadersBusyError } from './signed-copy-reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'reader-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A reader that obeys the first byte of what it is given: 0 answers, 1 hangs, 2 crashes, 3 eats memory. */
const program = join(folder, 'obedient-reader.mjs');
writeFileSync(
  program,
  `const reading = { fields: {}, confidence: {}, method: 'text', pages: process.pid };
   process.on('message', ({ pdf }) => {
     if (pdf[0] === 1) for (;;);
     if (pdf[0] === 2) process.exit(3);
     if (pdf[0] === 3) { const held = []; setInterval(() => held.push(Buffer.alloc(30e6, 1)), 5); return; }
     setTimeout(() => process.send({ kind: 'reading', reading }), pdf[1] ?? 0);
   });
   process.on('disconnect', () => process.exit(0));
   process.send({ kind: 'ready' });`,
);
const poolWith = (limits: ConstructorParameters<typeof ReaderPool>[0]) =>
  new ReaderPool({ program: pathToFileURL(program), textMilliseconds: 400, ...limits });

test('a copy that takes too long is given up, and the next one is read by a new process', async () => {
  const pool = poolWith({ readers: 1 });
  const first = await pool.read(Uint8Array.of(0));
  await expect(pool.read(Uint8Array.of(1))).rejects.toMatchObject({ code: 'timeout' });
  const next = await pool.read(Uint8Array.of(0));
  expect(next.pages).not.toBe(first.pages);
  await pool.close();
});

test('a copy that brings its reader down is broken, and those that wait are read', async () => {
  const pool = poolWith({ readers: 1 });
  const [broken, good] = await Promise.allSettled([pool.read(Uint8Array.of(2)), pool.read(Uint8Array.of(0))]);
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 'broken' } });
  expect(good.status).toBe('fulfilled');
  await pool.close();
});

test('a copy that eats memory is given up', async () => {
  const pool = poolWith({ readers: 1, residentMegabytes: 300, textMilliseconds: 10_000 });
  await expect(pool.read(Uint8Array.of(3))).rejects.toMatchObject({ code: 'too_large' });
  await pool.close();
});

test('one reader is kept and used again', async () => {
  const pool = poolWith({ readers: 2 });
  const first = await pool.read(Uint8Array.of(0));
  const second = await pool.read(Uint8Array.of(0));
  expect(second.pages).toBe(first.pages);
  await pool.close();
});

test('when too many wait, one more is refused at once and the others are read', async () => {
  const pool = poolWith({ readers: 2, waiting: 3 });
  const taken = Array.from({ length: 5 }, () => pool.read(Uint8Array.of(0, 50)));
  await expect(pool.read(Uint8Array.of(0))).rejects.toBeInstanceOf(ReadersBusyError);
  const readers = new Set((await Promise.all(taken)).map((reading) => reading.pages));
  expect(readers.size).toBeLessThanOrEqual(2);
  await pool.close();
});

test('closing refuses what waits and leaves no process behind', async () => {
  const pool = poolWith({ readers: 1 });
  const reading = await pool.read(Uint8Array.of(0));
  const waiting = pool.read(Uint8Array.of(1));
  await Promise.all([expect(waiting).rejects.toBeInstanceOf(ReadersBusyError), pool.close()]);
  expect(() => process.kill(reading.pages, 0)).toThrow();
});
