// How fast information copies are made. Run with: node bench/render.ts [documents, 300 by default]
// The baseline is bare Typst on the same layout and data in the same run: no pool, no text repair, no seal.
import { setImmediate } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { makeTextCopyable } from '#engines/rendering/copyable/copyable-text.ts';
import { rewritePages } from '#engines/rendering/copyable/typst-pdf.ts';
import {
  inventDocument,
  inventPhoto,
  inventSignature,
} from '#engines/rendering/invented-documents.test-support.ts';
import { checkDocument } from '#engines/rendering/printable-document.ts';
import { createRenderer } from '#engines/rendering/render-document.ts';
import { createSealer } from '#engines/rendering/seal.ts';
import { generateSealKey } from '#engines/rendering/seal-key.ts';
import { createTypesetter } from '#engines/rendering/typesetter.ts';

const COUNT = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 300);
const WARM_UP = 40;
const TARGETS_MS = { typesetting: 15, chain: 50 };

const pictures = { photo: inventPhoto(), signature: inventSignature() };

/** Typst alone, typesetting different documents one after the other; returns documents per second. */
async function benchBareTypst(firstSerial: number): Promise<number> {
  const typesetter = createTypesetter();
  let spent = 0;
  for (let turn = -WARM_UP; turn < COUNT; turn++) {
    const checked = checkDocument(inventDocument('nid', firstSerial + turn, pictures));
    const from = performance.now();
    typesetter.typeset(checked);
    if (turn >= 0) spent += performance.now() - from;
    await setImmediate();
  }
  return (COUNT / spent) * 1000;
}

async function benchBareTypstInWorkers(count: number): Promise<number> {
  const rates = Array.from({ length: count }, async () => {
    const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
    return new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  });
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
}

if (!isMainThread) {
  parentPort!.postMessage(await benchBareTypst(1_000_000));
  process.exit();
}

const sealKey = await generateSealKey('bench');
let serial = 0;
const next = () => inventDocument('nid', ++serial, pictures);

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

/** Every stage of the chain by itself, in this thread. */
async function benchStages() {
  const typesetter = createTypesetter();
  const seal = createSealer(sealKey);
  const times = {
    check: [] as number[],
    typesetting: [] as number[],
    cure: [] as number[],
    seal: [] as number[],
  };
  let bytes = 0;
  for (let turn = -WARM_UP; turn < COUNT; turn++) {
    const document = next();
    const marks = [performance.now()];
    const checked = checkDocument(document);
    marks.push(performance.now());
    const typeset = typesetter.typeset(checked);
    marks.push(performance.now());
    const copyable = rewritePages(typeset, makeTextCopyable);
    marks.push(performance.now());
    bytes = (await seal(copyable, document.madeAt)).byteLength;
    marks.push(performance.now());
    await setImmediate();
    if (turn < 0) continue;
    Object.values(times).forEach((list, stage) => {
      list.push(marks[stage + 1]! - marks[stage]!);
    });
  }
  const chain = times.check.map((_, turn) =>
    Object.values(times).reduce((sum, list) => sum + list[turn]!, 0),
  );
  return {
    bytes,
    chain: median(chain),
    stages: Object.fromEntries(Object.entries(times).map(([stage, list]) => [stage, median(list)])),
  };
}

/** Whole documents through the worker pool, as many at a time as there are workers. */
async function benchPool(workers: number) {
  const renderer = createRenderer({ workers, sealKey });
  const latencies: number[] = [];
  const run = async (count: number) => {
    let left = count;
    const lane = async () => {
      while (left-- > 0) {
        const document = next();
        const from = performance.now();
        await renderer.render(document);
        latencies.push(performance.now() - from);
      }
    };
    const from = performance.now();
    await Promise.all(Array.from({ length: workers }, lane));
    return (count / (performance.now() - from)) * 1000;
  };
  await run(WARM_UP * workers);
  latencies.length = 0;
  const perSecond = await run(COUNT);
  await renderer.close();
  return { perSecond, latency: median(latencies) };
}

const bareOne = await benchBareTypst(2_000_000);
const bareTwo = await benchBareTypstInWorkers(2);
const stages = await benchStages();
const one = await benchPool(1);
const two = await benchPool(2);
const show = (value: number, digits = 1) => value.toFixed(digits).padStart(7);
const verdict = (value: number, target: number) =>
  `target under ${target}: ${value < target ? 'met' : 'MISSED'}`;

console.log(
  `${COUNT} documents, all different, ${(stages.bytes / 1024).toFixed(0)} KB each, Node ${process.version}`,
);
console.log(`baseline: bare Typst, 1 thread     ${show(bareOne)} documents/s`);
console.log(`baseline: bare Typst, 2 threads    ${show(bareTwo)} documents/s`);
for (const [stage, value] of Object.entries(stages.stages)) {
  const target = stage === 'typesetting' ? `  (${verdict(value, TARGETS_MS.typesetting)})` : '';
  console.log(`  ${stage.padEnd(33)}${show(value)} ms median${target}`);
}
console.log(
  `whole chain with seal              ${show(stages.chain)} ms median  (${verdict(stages.chain, TARGETS_MS.chain)})`,
);
console.log(
  `1 worker, whole chain              ${show(one.perSecond)} documents/s, ${one.latency.toFixed(1)} ms median`,
);
console.log(
  `2 workers, whole chain             ${show(two.perSecond)} documents/s, ${two.latency.toFixed(1)} ms median`,
);
console.log(`2 workers against 1                ${show(two.perSecond / one.perSecond, 2)} times`);
