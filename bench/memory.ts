// `npm run bench:memory`: what the portal and its database hold in memory at rest, while papers are made, while scans are read at the same time, and
// once idle again (proportional set size of all their processes, so that shared pages count once). DOCUMENTS papers are made; 1,000 by default.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inventPhoto, inventSignature } from '#engines/rendering/invented-documents.test-support.ts';
import { type BenchPortal, print, startBenchPortal } from './portal.ts';
import { groups, measure, type Sizes } from './process-sizes.ts';

const documents = Number(process.env.DOCUMENTS ?? 1_000);
const aims = { rest: 300, work: 600 };
/** A little longer than processes stay loaded with nothing to do. */
const untilIdleMs = 200_000;

const show = (name: string, sizes: Sizes) =>
  print([name, ...[...groups, 'all' as const].map((group) => sizes[group].toFixed(0))]);

/** @returns the largest sum that was seen meanwhile */
async function watch(portal: BenchPortal, work: Promise<unknown>): Promise<Sizes> {
  let largest = measure(portal);
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([sleep(500), ended]);
    const now = measure(portal);
    if (now.all > largest.all) largest = now;
  }
  await ended;
  return largest;
}

const pictures = {
  photo_base64: Buffer.from(inventPhoto()).toString('base64'),
  signature_base64: Buffer.from(inventSignature()).toString('base64'),
};

async function makePapers(portal: BenchPortal, token: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { status } = await portal.call('POST', '/account/nid-details/', {
      token,
      body: {
        name_bangla: 'রুবিনা শিকদার',
        name_english: `RUBINA ${String.fromCharCode(65 + (made % 26))} SHIKDER`,
        national_id: '8890262123',
        date_of_birth: '1985-03-15',
        father_name: 'আব্দুল্লাহ শিকদার',
        mother_name: 'জ্যোৎস্না খাতুন',
        ...pictures,
      },
    });
    if (status !== 201) throw new Error(`A paper answered ${status}`);
  }
}

async function readScans(portal: BenchPortal, token: string, count: number): Promise<void> {
  const folder = join(import.meta.dirname, '../src/engines/fixtures/signed-copies');
  const scan = readdirSync(folder).find((name) => name.includes('scan') && name.endsWith('.pdf'));
  if (!scan) throw new Error('There is no scanned fixture');
  for (let read = 0; read < count; read += 1) {
    const form = new FormData();
    form.append('file', new Blob([readFileSync(join(folder, scan))], { type: 'application/pdf' }), scan);
    const { status } = await fetch(`${portal.origin}/account/nid-extract/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form,
    });
    if (status !== 200) throw new Error(`A scan answered ${status}`);
  }
}

const portal = await startBenchPortal({ DATABASE_POOL: '16' });
try {
  const { token } = await portal.customer('9000000');
  const reader = await portal.customer('1000');
  print(['MB', ...groups, 'all']);
  await sleep(10_000);
  const rest = measure(portal);
  show('at rest', rest);
  const half = Math.ceil(documents / 2);
  show(`while ${half} papers are made`, await watch(portal, makePapers(portal, token, half)));
  show(`and ${half} more`, await watch(portal, makePapers(portal, token, half)));
  const both = Promise.all([makePapers(portal, token, 100), readScans(portal, reader.token, 3)]);
  const work = await watch(portal, both);
  show('while papers are made and scans read', work);
  await sleep(untilIdleMs);
  show('idle again', measure(portal));
  const verdict = (is: number, aim: number) =>
    `${is.toFixed(0)} of at most ${aim} MB, ${is <= aim ? 'reached' : 'MISSED'}`;
  process.stdout.write(`At rest ${verdict(rest.all, aims.rest)}; at work ${verdict(work.all, aims.work)}\n`);
} finally {
  await portal.stop();
}
