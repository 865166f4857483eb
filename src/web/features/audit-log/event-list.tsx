// Audit log entries in plain words: the user's own on the account page, everyone's in the back office.
import { clsx } from 'clsx';
import {
  Eye,
  FileText,
  KeyRound,
  ListChecks,
  LogIn,
  Share2,
  ShieldCheck,
  UserRound,
  Wallet,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { AuditEntry } from '#contract/accounts/security-calls.ts';
import { automaticServices } from '#contract/audit-log/event-words.ts';
import type { Language } from '#contract/language.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useUser } from '../../lib/session.ts';
import { FilterSelect } from '../../ui/list/list.tsx';
import { Badge } from '../../ui/surface.tsx';
import { useAuditLogText } from './text.ts';
import type { AuditLogText } from './text-bn.ts';

export type EventGroup = keyof AuditLogText['groups'];

const icons: Partial<Record<string, ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>>> = {
  document: FileText,
  record: Eye,
  number: Eye,
  attachment: FileText,
  share: Share2,
  order: ListChecks,
  session: LogIn,
  password: KeyRound,
  second_factor: ShieldCheck,
  wallet: Wallet,
  payment: Wallet,
};

/** The service that a lookup was for, if the entry names one. */
const serviceOf = ({ details }: AuditEntry, language: Language): string | undefined =>
  automaticServices[language][String(details.service)];

const groupOf = (kind: string) => kind.split('.')[0] ?? '';

function wordsOf(text: AuditLogText, kind: string): string {
  const known: Readonly<Record<string, string>> = text.kinds;
  const groups: Readonly<Record<string, string>> = text.groups;
  return known[kind] ?? `${groups[groupOf(kind)] ?? text.other}: ${kind}`;
}

export function EventList({
  entries,
  showSubject,
  more,
}: {
  entries: readonly AuditEntry[];
  showSubject: boolean;
  /** Extra content below a line, or at its end where there is room; `name` distinguishes its buttons from those of other lines. */
  more?: (entry: AuditEntry, name: string) => ReactNode;
}) {
  const text = useAuditLogText();
  const format = useFormat();
  const { id: me } = useUser();
  const language = useLanguage();
  const personOf = (person: { id: number; name: string }) =>
    person.id === me ? text.me : person.name.trim() || text.erased;
  const actorOf = ({ actor, kind }: AuditEntry) =>
    actor ? personOf(actor) : ['session', 'share'].includes(groupOf(kind)) ? text.stranger : text.portal;
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => {
        const Icon = icons[groupOf(entry.kind)] ?? UserRound;
        const hasNumber = /^\d+$/.test(entry.object.id) && ['order', 'payment'].includes(entry.object.kind);
        return (
          <li key={entry.id} className="relative flex gap-3 py-3">
            <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted">
              <Icon className="size-4" aria-hidden="true" />
            </span>
            <div
              className={clsx(
                'min-w-0 grow wrap-anywhere',
                more && 'lg:pr-64 2xl:grid 2xl:grid-cols-[3fr_4fr_2fr] 2xl:items-baseline 2xl:gap-x-6',
              )}
            >
              <div>
                <p className="font-medium">
                  {wordsOf(text, entry.kind)}
                  {hasNumber ? (
                    <span className="font-normal text-muted">
                      {' '}
                      · {text.number(format.digits(entry.object.id))}
                    </span>
                  ) : null}
                </p>
                {serviceOf(entry, language) ? (
                  <p className="text-sm text-muted">{text.service(serviceOf(entry, language)!)}</p>
                ) : null}
              </div>
              <p className="text-sm text-muted">
                {text.by(actorOf(entry))}{' '}
                {entry.actor?.is_staff && entry.actor.id !== me ? <Badge>{text.staff}</Badge> : null}
                {showSubject && entry.subject && entry.subject.id !== entry.actor?.id
                  ? ` · ${text.about(personOf(entry.subject))}`
                  : null}
                {entry.reason === '' ? null : ` · ${entry.reason}`}
              </p>
              <p className="text-sm text-muted">
                <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
                {entry.ip === '' ? null : <span className="inline-block">&nbsp;· {entry.ip}</span>}
              </p>
              {more ? (
                <div className="col-span-full">
                  {more(entry, `${wordsOf(text, entry.kind)}, ${format.dateTime(entry.at)}`)}
                </div>
              ) : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface TrailKindSelectProps {
  value: string;
  groups: readonly EventGroup[];
  onChange: (group: string) => void;
}

export function EventKindSelect({ value, groups, onChange }: TrailKindSelectProps) {
  const text = useAuditLogText();
  return (
    <FilterSelect
      label={text.kind}
      value={value}
      options={[['', text.allKinds], ...groups.map((group) => [group, text.groups[group]] as const)]}
      onChange={onChange}
    />
  );
}
