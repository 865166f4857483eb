// Files from strangers: concurrent ones get a verdict or are asked to retry, and never get a verdict that was not reached.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Answer, usePortal } from '../../support/portal.ts';
import { expectRefusal } from '../steps.ts';
import { makeCopy } from './copy-maker.ts';
import { fixture, nidCalls, picture, record } from './nid-steps.ts';

const portal = usePortal();

const formOf = (bytes: Uint8Array) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'copy.pdf');
  return form;
};
const check = (bytes: Uint8Array) => portal.call('POST', '/verify-document/', { form: formOf(bytes) });

function blankPages(count: number): Buffer {
  const page = (index: number) => `${index + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj`;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const kids = numbers.map((index) => `${index + 3} 0 R`).join(' ');
  return Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count ${count}/Kids[${kids}]>>endobj\n${numbers.map(page).join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`,
  );
}

function expectBusy(answer: Answer): void {
  expectRefusal(answer, 'busy');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('reports concurrent altered copies as altered or asks to retry, but never as unknown', async () => {
  const { bytes } = await makeCopy(portal);
  const altered = (n: number) => Buffer.concat([bytes, Buffer.from(`\n% ${n}\n`)]);
  expect((await check(altered(0))).body.state).toBe('altered');
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => check(altered(n))));
  const judged = answers.filter(({ status }) => status === 200);
  for (const { body } of judged) expect(body.state).toBe('altered');
  expect(judged.length).toBeGreaterThanOrEqual(1);
  for (const answer of answers) if (answer.status !== 200) expectBusy(answer);
});

it('gives no verdict on a file that cannot be inspected', async () => {
  expectRefusal(await check(fixture('hostile/sx1-encrypted.pdf')), 'file_not_checked');
  // The code may be on a page beyond those that are read.
  expectRefusal(await check(blankPages(21)), 'file_not_checked');
  expect((await check(blankPages(20))).body).toEqual({ state: 'unknown' });
  expect((await check(Buffer.from('%PDF-1.7\nbroken'))).body).toEqual({ state: 'unknown' });
});

it('reads one customer’s copies one at a time with two waiting, and serves another customer meanwhile', async () => {
  const { upload } = nidCalls(portal);
  const [greedy, other] = [await portal.customer(), await portal.customer()];
  const begun = performance.now();
  const answers: { answer: Answer; waitedMs: number }[] = [];
  const many = Array.from({ length: 6 }, async () => {
    const answer = await upload(greedy, fixture('s15-l1-scan-notosans.pdf'));
    answers.push({ answer, waitedMs: performance.now() - begun });
  });
  const served = upload(other, fixture('s01-l1-chromium-notosans.pdf'));
  expect((await served).status).toBe(200);
  await Promise.all(many);
  const [read, ...waiting] = answers.slice(3);
  expect(read!.answer.status).toBe(200);
  for (const { answer } of answers.slice(0, 3)) expectBusy(answer);
  for (const { answer, waitedMs } of waiting)
    if (waitedMs < 60_000) expect(answer.status).toBe(200);
    else if (answer.status !== 200) expectBusy(answer);
}, 240_000);

it('decodes pictures in a process that holds no secret of the portal and can be killed', async () => {
  const { saved, richCustomer } = nidCalls(portal);
  const person = await richCustomer('100');
  const portraits = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process'));
  await saved(person, { ...record, photo_base64: picture('image/jpeg') });
  const pids = portraits();
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    // Only Node's channel, the memory allocator, the compile cache and the ban on system fonts.
    const { NODE_COMPILE_CACHE } = process.env;
    expect(environment.filter((entry) => !entry.startsWith('NODE_CHANNEL')).sort()).toEqual([
      'DISABLE_SYSTEM_FONTS_LOAD=1',
      'MALLOC_ARENA_MAX=1',
      ...(NODE_COMPILE_CACHE ? [`NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE}`] : []),
    ]);
    process.kill(Number(pid), 'SIGKILL');
  }
  await saved(person, { ...record, photo_base64: picture('image/png') });
});
