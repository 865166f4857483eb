// Two hundred malicious files are sent to every endpoint that takes one: each gets a well-formed response, the portal keeps running, and other users are
// served meanwhile. CRAFTED_MEGABYTES is the unpacked size of the largest bomb.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataForm, placeOrder, servicesByCode, signInAgain } from '../http/steps.ts';
import { craftedNames, craftFiles } from '../support/crafted-files.ts';
import { expectOwnShape } from '../support/odd-input.ts';
import { type Answer, type Person, usePortal } from '../support/portal.ts';
import { recordCounts } from '../support/proof-counts.ts';

const megabytes = Number(process.env.CRAFTED_MEGABYTES ?? 16);
/** The short form takes every sixteenth file. */
const isShort = process.env.CRAFTED_MEGABYTES === undefined;
const portal = usePortal();
const good = readFileSync(
  join(import.meta.dirname, '../../src/engines/fixtures/signed-copies/s01-l1-chromium-notosans.pdf'),
);

function send(
  by: Person,
  method: string,
  path: string,
  bytes: Uint8Array,
  name = 'copy.pdf',
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([bytes as BlobPart], { type: 'application/pdf' }), name);
  return portal.call(method, path, { token: by.token, form });
}

async function attach(by: Person, bytes: Uint8Array, name: string): Promise<Answer> {
  const begun = await portal.call('POST', '/account/order-attachments/', {
    token: by.token,
    body: { name: `${name}.pdf`, byte_size: bytes.length },
  });
  if (begun.status >= 300) return begun;
  const form = new FormData();
  form.set('offset', '0');
  form.set('file', new Blob([bytes as BlobPart]), 'part');
  const path = `/account/order-attachments/${begun.body.id}/`;
  const part = await portal.call('PATCH', path, { token: by.token, form });
  return part.status >= 300 ? part : portal.call('POST', `${path}finish/`, { token: by.token });
}

/** One order per sender; its question is asked again once a file has answered it. */
const openQuestions = new Map<number, Promise<{ order: number; question: number }>>();

async function askForPaper(by: Person, placed?: number): Promise<{ order: number; question: number }> {
  const order = placed ?? (await placeOrder(portal, by, (await servicesByCode(portal)).AB!)).id;
  const { body } = await portal.call('POST', `/account/orders/${order}/question/`, {
    token: portal.admin.token,
    body: { kind: 'paper', text: 'এনআইডির ছবি দিন' },
  });
  return { order, question: body.question!.id };
}

async function answerQuestion(by: Person, bytes: Uint8Array, name: string): Promise<Answer> {
  if (!openQuestions.has(by.id))
    openQuestions.set(
      by.id,
      portal.topUp(by, '1000').then(() => askForPaper(by)),
    );
  const { order, question } = await openQuestions.get(by.id)!;
  const answer = await portal.call('POST', `/account/orders/${order}/answer/`, {
    token: by.token,
    form: dataForm({ question }, { bytes, name: `${name}.png` }),
  });
  if (answer.status < 300) openQuestions.set(by.id, askForPaper(by, order));
  return answer;
}

/** Every request that takes a file, signed in or not. */
const endpoints: Record<string, (by: Person, bytes: Uint8Array, name: string) => Promise<Answer>> = {
  'a copy to be read': (by, bytes) => send(by, 'POST', '/account/nid-extract/', bytes),
  'a paper to be verified': (by, bytes) => send(by, 'POST', '/verify-document/', bytes),
  'a picture of a person': (by, bytes) =>
    send(by, 'POST', '/account/user/update-profile-image/', bytes, 'me.png'),
  'a picture in a form': (by, bytes) =>
    portal.call('POST', '/account/nid-details/preview/', {
      token: by.token,
      body: {
        national_id: '1234567890',
        name_bangla: 'রহিমা',
        photo_base64: Buffer.from(bytes).toString('base64'),
      },
    }),
  'a paper of an order': attach,
  'the answer of a question': answerQuestion,
  'a settlement report': (_, bytes) => {
    const form = new FormData();
    form.set('provider', 'sandbox');
    form.set('file', new Blob([bytes as BlobPart]), 'report.csv');
    return portal.call('POST', '/account/settlements/', { token: portal.admin.token, form });
  },
};

/** The processes that open strangers' files: the portal's children. @returns the most memory any of them has had, in megabytes */
function highestMemory(): number {
  let highest = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
      if (!/-process\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      highest = Math.max(highest, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended meanwhile.
    }
  return Math.round(highest);
}

const percentile = (times: number[], share: number) =>
  Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);

/** Measures how long another user waits for their balance, requested repeatedly until `isOver`. */
async function waitAsOther(other: Person, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    const { status } = await portal.call('GET', '/account/transaction-summary/', { token: other.token });
    times.push(performance.now() - began);
    expect(status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times;
}

it(
  'responds to every crafted file, keeps running and serves other users meanwhile',
  async () => {
    const files = craftFiles(good, megabytes).filter((_, index) => !isShort || index % 16 === 0);
    const counts = {
      files: files.length,
      sent: 0,
      taken: 0,
      refused: 0,
      busy: 0,
      wrong: 0,
      slowestMs: 0,
      childMegabytes: 0,
    };
    const [other, ...senders] = await Promise.all([1, 2, 3].map(() => portal.customer()));
    let quiet = true;
    const before = waitAsOther(other!, () => !quiet);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    quiet = false;
    const calm = await before;

    const wrong: string[] = [];
    let isOver = false;
    const during = waitAsOther(other!, () => isOver);
    const waiting = [...files];
    const work = async (by: Person) => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        for (const [endpoint, request] of Object.entries(endpoints)) {
          if (endpoint === 'a settlement report' && file.kind !== 'other') continue;
          const began = performance.now();
          const answer = await request(by, file.bytes, file.name);
          counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - began));
          counts.sent += 1;
          if (answer.status < 300) counts.taken += 1;
          else if (answer.status === 503 && answer.body?.code === 'busy') counts.busy += 1;
          else counts.refused += 1;
          expectOwnShape(answer, `${file.name} as ${endpoint}`);
          if (answer.status >= 500 && answer.body?.code !== 'busy')
            wrong.push(`${file.name} as ${endpoint}: ${answer.status}`);
          counts.childMegabytes = Math.max(counts.childMegabytes, highestMemory());
        }
        if (counts.sent % 60 < Object.keys(endpoints).length)
          await signInAgain(portal, by, other!, portal.admin);
      }
    };
    await Promise.all(senders.map(work));
    isOver = true;
    const times = await during;
    counts.wrong = wrong.length;
    recordCounts('crafted files', counts);
    recordCounts('others meanwhile', {
      calls: times.length,
      calmP99Ms: percentile(calm, 0.99),
      medianMs: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    });
    expect(wrong).toEqual([]);
    expect(counts.refused).toBeGreaterThan(counts.files);
    // A good file can still be read afterwards.
    const [first] = senders;
    const read = await send(first!, 'POST', '/account/nid-extract/', good);
    expect(read.status, JSON.stringify(read.body)).toBe(200);
  },
  isShort ? 180_000 : 3_600_000,
);

it('responds without a server error to files with hostile names', async () => {
  const person = await portal.customer();
  for (const name of craftedNames) {
    for (const request of [
      () => send(person, 'POST', '/account/nid-extract/', good.subarray(0, 2_000), name),
      () => attach(person, good, name),
    ]) {
      const answer = await request();
      expect(answer.status, `${name}: ${answer.bytes}`).toBeLessThan(500);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  }
});
