// A verdict: what it means, the facts to compare with the printed document, and the result of the signed statement.

import {
  BadgeCheck,
  CircleHelp,
  CircleX,
  Database,
  History,
  Landmark,
  type LucideIcon,
  Printer,
  ShieldCheck,
  ShieldQuestion,
  ShieldX,
  Store,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { groupCode } from '#contract/codes.ts';
import { documentKinds, isDocumentKind } from '#contract/documents/kinds.ts';
import type { Verdict as State, Verification } from '#contract/files/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { now } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/surface.tsx';
import { usePaperText } from '../paper-text.ts';
import type { StatementState } from './statement.ts';
import { useVerifyText } from './text.ts';
import { isMoneyPaper, type Vouching, vouchingOf } from './vouching.ts';

const tones = {
  good: 'border-good bg-good-soft text-good',
  plain: 'border-line-strong bg-surface text-ink',
  warn: 'border-warn bg-warn-soft text-warn',
  bad: 'border-bad bg-bad-soft text-bad',
} as const;
type Tone = keyof typeof tones;

const verdictStyles = {
  genuine: { icon: BadgeCheck, tone: 'good' },
  superseded: { icon: History, tone: 'warn' },
  revoked: { icon: CircleX, tone: 'bad' },
  altered: { icon: CircleX, tone: 'bad' },
  unknown: { icon: CircleHelp, tone: 'bad' },
} as const satisfies Record<State, { icon: LucideIcon; tone: Tone }>;

const vouchingStyles = {
  registry: { icon: Database, tone: 'good' },
  shop: { icon: Store, tone: 'good' },
  partly: { icon: TriangleAlert, tone: 'warn' },
  copy: { icon: TriangleAlert, tone: 'warn' },
  nobody: { icon: TriangleAlert, tone: 'warn' },
} as const satisfies Record<Vouching, { icon: LucideIcon; tone: Tone }>;

const statementStyles = {
  holds: { icon: ShieldCheck, className: 'text-good' },
  broken: { icon: ShieldX, className: 'text-bad' },
  unchecked: { icon: ShieldQuestion, className: 'text-muted' },
} as const;

interface VerdictProps {
  state: State;
  /** The portal's response about the code; undefined if there is no code. */
  data: Verification | undefined;
  /** As displayed; undefined for a file without a code. */
  code: string | undefined;
  /** Name of the file that was checked instead of a code. */
  fileName?: string;
  statement?: StatementState;
  /** Links for what to do next. */
  children: ReactNode;
}

export function Verdict({ state, data, code, fileName, statement = 'absent', children }: VerdictProps) {
  const text = useVerifyText();
  const format = useFormat();
  const [at] = useState(() => new Date(now()));
  // Nobody can vouch for the content of an altered or foreign document.
  const vouching = data && state !== 'altered' ? vouchingOf(data) : undefined;
  const { icon, tone } = verdictStyles[state];
  // Green is for an unchanged document whose content someone vouches for.
  const paperTone =
    state === 'genuine' && vouching && vouchingStyles[vouching].tone === 'warn' ? 'plain' : tone;
  const words =
    fileName === undefined
      ? text.verdicts[state]
      : state === 'unknown'
        ? text.unknownFile
        : state === 'genuine'
          ? text.genuineFile
          : text.verdicts[state];
  return (
    <div className="space-y-6 pt-4 print:space-y-3 print:pt-2 print:text-sm">
      {data ? (
        <p className="flex items-center gap-2 rounded-lg border-2 border-ink px-4 py-2 text-lg font-semibold">
          <Landmark className="size-6 shrink-0" aria-hidden="true" />
          {text.notGovernment}
        </p>
      ) : null}
      <div role="status" className={vouching ? 'grid gap-4 sm:grid-cols-2' : ''}>
        <Statement icon={icon} tone={paperTone} {...words} />
        {vouching && data ? (
          <Statement
            icon={vouchingStyles[vouching].icon}
            tone={vouchingStyles[vouching].tone}
            title={text.vouchings[vouching].title}
            text={text.vouchings[vouching].text(counted(data.provenance, format.digits))}
          />
        ) : null}
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
        <Fact label={text.checkedAt}>{format.dateTime(at)}</Fact>
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

const counted = (
  { registry, extracted, customer }: Verification['provenance'],
  digits: (count: number) => string,
) => ({
  all: digits(registry + extracted + customer),
  registry: digits(registry),
  extracted: digits(extracted),
  customer: digits(customer),
});

/** One of the two statements of a verdict, in the same size. */
function Statement({
  icon: Icon,
  tone,
  title,
  text,
}: {
  icon: LucideIcon;
  tone: Tone;
  title: string;
  text: string;
}) {
  return (
    <div
      className={`flex gap-4 rounded-lg border-2 p-5 wrap-anywhere cramped:flex-col cramped:p-[0.6rem] ${tones[tone]}`}
    >
      <Icon className="size-12 shrink-0" strokeWidth={1.6} aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-xl">{title}</h2>
        <p className="text-ink">{text}</p>
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
  const isPaper = isMoneyPaper(data.kind);
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
