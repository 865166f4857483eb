// Generates docs/proof.md from the recorded results: what each promise rests on, with the figures of its last full run.
import { writeFileSync } from 'node:fs';
import { type KeptPromise, promises } from '#contract/proof/promises.ts';
import {
  countTests,
  type ExperimentResult,
  type PromiseResult,
  type Standing,
  standingOf,
} from '#contract/proof/results.ts';

const words: Record<Standing, string> = {
  proven: 'proven',
  partly: 'proven in part',
  broken: 'BROKEN',
  unproven: 'not proven yet',
};

function describeExperiment({ name, passed, failed, seconds, counts }: ExperimentResult): string[] {
  return [
    `- \`${name}\`: ${passed} tests held${failed > 0 ? `, ${failed} failed` : ''}, ${seconds} s`,
    ...counts.map(
      (part) =>
        `  - ${part.part}: ${Object.entries(part.counts)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')}`,
    ),
  ];
}

function describePromise(promise: KeptPromise, result: PromiseResult | undefined): string[] {
  return [
    `## ${promise.id}. ${promise.promise.en}`,
    '',
    promise.how.en,
    '',
    ...(result
      ? [
          `Run ${result.date.slice(0, 16).replace('T', ' ')} UTC, release ${result.release}, commit ${result.commit}, seed ${result.seed}.`,
          '',
          ...result.experiments.flatMap(describeExperiment),
          ...(promise.missing ? ['', `Not shown yet: ${promise.missing.en}`] : []),
        ]
      : ['Not proven yet: no full run is recorded.']),
    '',
  ];
}

export function formatProof(results: readonly PromiseResult[]): string {
  const rows = promises.map((promise) => {
    const result = results.find(({ id }) => id === promise.id);
    return { promise, result, standing: standingOf(result, promise.missing !== undefined) };
  });
  const count = (standing: Standing) => rows.filter((row) => row.standing === standing).length;
  return [
    '# What is proven, and how',
    '',
    'Made by `npm run prove`; never edited by hand. Each experiment makes its faults and counts them. A promise is *proven* when its experiment held at full length,',
    '*proven in part* when the experiment shows less than the promise says (then it says what is missing), and *not proven yet* when nothing was run.',
    'Times come from whatever machine ran it, which may have had other work. The portal may have changed since a run: the page `/proof` marks what is older than the program that shows it.',
    '',
    `Proven ${count('proven')}, proven in part ${count('partly')}, broken ${count('broken')}, not proven yet ${count('unproven')}.`,
    '',
    '| # | promise | result | release | date | tests |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ promise, result, standing }) =>
        `| ${promise.id} | ${promise.promise.en} | ${words[standing]} | ${result?.release ?? ''} | ${result?.date.slice(0, 10) ?? ''} | ${result ? countTests(result) : ''} |`,
    ),
    '',
    ...rows.flatMap(({ promise, result }) => describePromise(promise, result)),
  ].join('\n');
}

export function writeProofPage(file: string, results: readonly PromiseResult[]): void {
  writeFileSync(file, `${formatProof(results).trimEnd()}\n`);
}
