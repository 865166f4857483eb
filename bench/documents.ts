// `npm run bench:documents`: NID copies made per second through the API (saved, charged, typeset, sealed, stored), compared with bare Typst in one
// process and with the bare chain (typesetting, copyable text, seal) in a pool over all cores.
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import {
  inventDocument,
  inventPhoto,
  inventSignature,
} from '#engines/rendering/invented-documents.test-support.ts';
import { checkDocument } from '#engines/rendering/printable-document.ts';
import { createRenderer } from '#engines/rendering/render-document.ts';
import { generateSealKey } from '#engines/rendering/seal-key.ts';
import { createTypesetter } from '#engines/rendering/typesetter.ts';
import { measureRate, print, startBenchPortal } from './portal.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const cores = availableParallelism();
const pictures = { photo: inventPhoto(), signature: inventSignature() };
let serial = 0;

async function bareTypst() {
  const typesetter = createTypesetter();
  const work = async () => {
    serial += 1;
    typesetter.typeset(checkDocument(inventDocument('nid', serial, pictures)));
    await setImmediate();
  };
  await measureRate(1, 2, work);
  return measureRate(1, seconds, work);
}

async function bareChain(clients: number) {
  const renderer = createRenderer({ workers: cores, sealKey: await generateSealKey('bench') });
  const work = async () => {
    serial += 1;
    await renderer.render(inventDocument('nid', serial, pictures));
  };
  await measureRate(cores, 2, work);
  const measured = await measureRate(clients, seconds, work);
  await renderer.close();
  return measured;
}

const typst = await bareTypst();
const chain = await bareChain(cores * 2);

const portal = await startBenchPortal();
try {
  const customers = await Promise.all(Array.from({ length: 8 }, () => portal.customer('9000000')));
  const fields = Object.fromEntries(
    inventDocument('nid', 1, pictures).sections.flatMap((section) =>
      section.fields.map((field) => [field.key, field.value]),
    ),
  );
  const body = {
    ...fields,
    name_bangla: 'মোঃ রফিকুল ইসলাম তালুকদার',
    name_english: 'MD. RAFIQUL ISLAM TALUKDER',
    national_id: '8890262123',
    date_of_birth: '1985-03-15',
    father_name: 'আব্দুল্লাহ শিকদার',
    mother_name: 'জ্যোৎস্না খাতুন',
    photo_base64: Buffer.from(pictures.photo).toString('base64'),
    signature_base64: Buffer.from(pictures.signature).toString('base64'),
  };
  const work = async (side: number) => {
    serial += 1;
    const answer = await portal.call('POST', '/account/nid-details/', {
      token: customers[side % customers.length]!.token,
      key: randomUUID(),
      body: { ...body, name_english: `${body.name_english} ${serial % 26}` },
    });
    if (answer.status !== 201)
      throw new Error(`A document answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  await measureRate(4, 3, work);
  const show = (
    name: string,
    { rate, median, p99 }: Awaited<ReturnType<typeof measureRate>>,
    clients: number,
  ) =>
    print([
      name,
      clients,
      rate.toFixed(1),
      median.toFixed(1),
      p99.toFixed(1),
      (rate / typst.rate).toFixed(2),
      (rate / chain.rate).toFixed(2),
    ]);
  print(['', 'clients', 'documents/s', 'median ms', 'p99 ms', 'of Typst', 'of chain']);
  show('bare Typst, one process (baseline)', typst, 1);
  show(`bare chain with seal, ${cores} workers (baseline)`, chain, cores * 2);
  show('POST /account/nid-details/', await measureRate(1, seconds, work), 1);
  const eight = await measureRate(8, seconds, work);
  show('POST /account/nid-details/', eight, 8);
  const share = eight.rate / chain.rate;
  process.stdout.write(
    `Aim: at least 0.80 of the bare chain over ${cores} cores. ${share >= 0.8 ? 'Reached' : 'MISSED'}: ${share.toFixed(2)}\n`,
  );
} finally {
  await portal.stop();
}
