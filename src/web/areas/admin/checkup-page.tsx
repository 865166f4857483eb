// The check-up of the shop: the state of each part, what to do, and the same as text for a helper.
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ClipboardCopy, RefreshCw, TriangleAlert } from 'lucide-react';
import type { Checkup, CheckupResult } from '#contract/checkup/calls.ts';
import { checkupWords } from '#contract/checkup/words.ts';
import { checkupQuery } from '../../features/checkup/queries.ts';
import { useCheckupText } from '../../features/checkup/text.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';

const stateStyles = {
  well: { icon: CircleCheck, colour: 'text-good' },
  look: { icon: TriangleAlert, colour: 'text-warn' },
  wrong: { icon: CircleAlert, colour: 'text-bad' },
} as const;

const marks = { well: '✓', look: '!', wrong: '✗' } as const;

/** A check of a newer server, as during an upgrade, has no texts here. */
const knownWords: Readonly<Record<string, (typeof checkupWords)[CheckupResult['name']]>> = checkupWords;

/** Formats it like `npm run doctor`. */
const asText = ({ results, checked_at }: Checkup): string =>
  [
    checked_at,
    ...results.map(
      ({ name, state, finding }) => `${marks[state]} ${knownWords[name]?.name.en ?? name}: ${finding.en}`,
    ),
  ].join('\n');

function Result({ result: { name, state, finding } }: { result: CheckupResult }) {
  const { checkup: text } = useCheckupText();
  const language = useLanguage();
  const words = knownWords[name];
  const { icon: Icon, colour } = stateStyles[state];
  return (
    <li className="flex gap-3 py-3">
      <Icon className={`mt-0.5 size-6 shrink-0 ${colour}`} aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold first-letter:uppercase">
          {words?.name[language] ?? name}
          <span className={`ml-2 text-sm font-normal ${colour}`}>{text.states[state]}</span>
        </p>
        <p className="break-words first-letter:uppercase">{finding[language]}</p>
        {state === 'well' || !words ? null : (
          <p className="break-words text-muted">
            {text.doNow} {words.remedy[language]}
          </p>
        )}
      </div>
    </li>
  );
}

function Summary({ results }: { results: readonly CheckupResult[] }) {
  const { checkup: text } = useCheckupText();
  const format = useFormat();
  const count = (wanted: CheckupResult['state']) => results.filter(({ state }) => state === wanted).length;
  const state = count('wrong') > 0 ? 'wrong' : count('look') > 0 ? 'look' : 'well';
  const said = {
    wrong: text.broken(format.count(count('wrong'))),
    look: text.toLookAt(format.count(count('look'))),
    well: text.allWell,
  }[state];
  return (
    <p role="status" className={`text-lg font-semibold ${stateStyles[state].colour}`}>
      {said}
    </p>
  );
}

export function CheckupPage() {
  const { checkup: text } = useCheckupText();
  const format = useFormat();
  useTitle(text.title);
  const { data, isPending, isError, isFetching, refetch } = useQuery(checkupQuery());
  const copy = async (checkup: Checkup) => {
    try {
      await navigator.clipboard.writeText(asText(checkup));
      notify.success(text.copied);
    } catch {
      notify.error(text.copyFailed);
    }
  };
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        {isPending ? (
          <SkeletonRows rows={8} />
        ) : isError && !data ? (
          <ErrorState title={text.failed} onRetry={() => void refetch()} />
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div>
                <Summary results={data.results} />
                <p className="text-sm text-muted">{text.at(format.dateTime(data.checked_at))}</p>
              </div>
              <Button variant="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
                <RefreshCw className="size-4" aria-hidden="true" />
                {text.again}
              </Button>
            </div>
            <ul className="mt-2 divide-y divide-line">
              {data.results.map((result) => (
                <Result key={result.name} result={result} />
              ))}
            </ul>
            <div className="mt-3 flex flex-wrap items-center gap-3 border-t border-line pt-3">
              <Button variant="quiet" size="small" onClick={() => void copy(data)}>
                <ClipboardCopy className="size-4" aria-hidden="true" />
                {text.copy}
              </Button>
              <p className="min-w-0 text-sm text-muted">{text.copyHint}</p>
            </div>
          </>
        )}
      </Card>
    </>
  );
}
