// A verdict: what it means, the facts to compare with the paper in hand, and the result of the signed statement.

import {
  BadgeCheck,
  CircleHelp,
  CircleX,
  History,
  Printer,
  ShieldCheck,
  ShieldQuestion,
  ShieldX,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { groupCode } from '#contract/codes.ts';
import { documentKinds, isDocumentKind } from '#contract/documents/kinds.ts';
import type { Verdict as State, Verification } from '#contract/files/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/surface.tsx';
import { usePaperText } from '../paper-text.ts';
import type { StatementState } from './statement.ts';
import { useVerifyText } from './text.ts';

const looks = {
  genuine: { icon: BadgeCheck, className: 'border-good bg-good-soft text-good' },
  superseded: { icon: History, className: 'border-warn bg-warn-soft text-warn' },
  revoked: { icon: CircleX, className: 'border-bad bg-bad-soft text-bad' },
  altered: { icon: CircleX, className: 'border-bad bg-bad-soft text-bad' },
  unknown: { icon: CircleHelp, className: 'border-bad bg-bad-soft text-bad' },
} as const satisfies Record<State, unknown>;

const statementStyles = {
  holds: { icon: ShieldCheck, className: 'text-good' },
  broken: { icon: ShieldX, className: 'text-bad' },
  unchecked: { icon: ShieldQuestion, className: 'text-muted' },
} as const;

interface VerdictProps {
  state: State;
  /** The portal's answer about the code; undefined when there is no code. */
  data: Verification | undefined;
  /** As it is shown; undefined for a file without a code. */
  code: string | undefined;
  /** Name of the file that was checked in place of a code. */
  fileName?: string;
  statement?: StatementState;
  /** Where to go on. */
  children: ReactNode;
}

export function Verdict({ state, data, code, fileName, statement = 'absent', children }: VerdictProps) {
  const text = useVerifyText();
  const format = useFormat();
  const [now] = useState(() => new Date());
  const { icon: Icon, className } = looks[state];
  const words = state === 'unknown' && fileName !== undefined ? text.unknownFile : text.verdicts[state];
  return (
    <div className="space-y-6 pt-4">
      <div role="status" className={`flex gap-4 rounded-lg border-2 p-5 ${className}`}>
        <Icon className="size-12 shrink-0" strokeWidth={1.6} aria-hidden="true" />
        <div className="min-w-0">
          <h2 className="text-xl">{words.title}</h2>
          <p className="text-ink">{words.text}</p>
        </div>
      </div>
      {statement === 'absent' ? null : <StatementLine state={statement} />}
      <Facts className="rounded-lg border border-line bg-surface px-5 py-2 shadow-card">
        {fileName === undefined ? null : (
          <Fact label={text.file}>
            <span className="break-words">{fileName}</span>
          </Fact>
        )}
        {code === undefined ? null : (
          <Fact label={text.code}>
            <span className="font-medium break-words">{groupCode(code)}</span>
          </Fact>
        )}
        {data ? <Details data={data} /> : null}
        <Fact label={text.checkedAt}>{format.dateTime(now)}</Fact>
      </Facts>
      <div className="no-print flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          {text.print}
        </Button>
        {children}
      </div>
    </div>
  );
}

function StatementLine({ state }: { state: Exclude<StatementState, 'absent'> }) {
  const text = useVerifyText();
  const { icon: Icon, className } = statementStyles[state];
  return (
    <p className={`flex gap-2 ${className}`}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {text.statements[state]}
    </p>
  );
}

function Details({ data }: { data: Verification }) {
  const text = useVerifyText();
  const papers = usePaperText();
  const format = useFormat();
  const language = useLanguage();
  const nameOf = (kind: string) =>
    isDocumentKind(kind)
      ? documentKinds[kind].label[language]
      : (({ ...papers.fileTypes, ...papers.moneyPapers } as Record<string, string>)[kind] ?? kind);
  const { registry, extracted, customer } = data.provenance;
  // A receipt or statement holds no personal record, so it has no sources, and only one version.
  const isPaper = ['receipt', 'statement', 'report'].includes(data.kind);
  return (
    <>
      <Fact label={text.kind}>{nameOf(data.kind)}</Fact>
      <Fact label={text.name}>{data.masked_name}</Fact>
      <Fact label={text.number}>{data.number}</Fact>
      {isPaper ? null : <Fact label={text.version}>{format.digits(data.version)}</Fact>}
      <Fact label={text.madeAt}>{format.dateTime(data.made_at)}</Fact>
      <Fact label={text.madeBy}>{data.made_by}</Fact>
      {isPaper ? null : (
        <Fact label={text.sources}>
          <ul>
            <li>{text.registry(format.digits(registry))}</li>
            <li>{text.extracted(format.digits(extracted))}</li>
            <li>{text.customer(format.digits(customer))}</li>
          </ul>
        </Fact>
      )}
      <Fact label={text.fingerprint}>
        <span className="text-sm break-all">{data.sha256}</span>
      </Fact>
    </>
  );
}
