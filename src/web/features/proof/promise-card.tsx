// A promise: what it says, how it is tested, and the figures of its last full run.
import type { KeptPromise } from '#contract/proof/promises.ts';
import { countTests, type PromiseResult, type Standing, sumCounts } from '#contract/proof/results.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Badge, type Tone } from '../../ui/surface.tsx';
import { useProofText } from './text.ts';

export const standingTones: Record<Standing, Tone> = {
  proven: 'good',
  partly: 'warn',
  broken: 'bad',
  unproven: 'neutral',
};

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-break-word">{children}</dd>
    </div>
  );
}

function Figures({ result }: { result: PromiseResult }) {
  const text = useProofText();
  const format = useFormat();
  const sums = sumCounts(result);
  const known = Object.entries(text.counts).filter(([name]) => sums[name] !== undefined);
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-4">
      {known.map(([name, label]) => (
        <Figure key={name} label={label}>
          {format.count(sums[name]!)}
        </Figure>
      ))}
      <Figure label={text.tests}>{text.testsHeld(format.count(countTests(result)))}</Figure>
      <Figure label={text.ran}>{format.date(result.date)}</Figure>
      <Figure label={text.release}>{format.digits(result.release)}</Figure>
      <Figure label={text.commit}>{result.commit.replace(' and changes', '+')}</Figure>
      <Figure label={text.seed}>{format.digits(result.seed)}</Figure>
    </dl>
  );
}

export function PromiseCard({
  promise,
  result,
  standing,
  isOlder,
}: {
  promise: KeptPromise;
  result: PromiseResult | undefined;
  standing: Standing;
  isOlder: boolean;
}) {
  const text = useProofText();
  const format = useFormat();
  const language = useLanguage();
  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 grow basis-60 text-lg">
          {format.digits(promise.id)}. {promise.promise[language]}
        </h2>
        <span className="flex flex-wrap gap-2">
          <Badge tone={standingTones[standing]}>{text.standing[standing]}</Badge>
          {isOlder ? <Badge tone="warn">{text.olderRow}</Badge> : null}
        </span>
      </div>
      {result ? (
        <>
          <p className="mt-1 text-muted">{promise.how[language]}</p>
          <Figures result={result} />
          {promise.missing ? (
            <p className="mt-3 text-sm text-muted">{text.missing(promise.missing[language])}</p>
          ) : null}
        </>
      ) : (
        <p className="mt-1 text-muted">{text.notRun}</p>
      )}
    </li>
  );
}
