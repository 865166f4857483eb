// The command palette: pages appear at once, other rows as the server returns them. Arrow keys select, Enter opens.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { Found } from '#contract/reports/search-calls.ts';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { StaffMoneyDialog } from '../wallet/staff-money-dialog.tsx';
import { matchesLabel, parseAction, type Wanted } from './palette-actions.ts';
import { searchAllQuery } from './queries.ts';
import { useReportsText } from './text.ts';

interface PalettePage {
  to: string;
  label: string;
}
interface Row {
  key: string;
  kind: Found['kind'] | 'page' | 'action';
  title: string;
  detail: string;
  go: Place | Movement;
}
interface Place {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}
/** A movement of money to be made once its dialog is confirmed. */
interface Movement extends Wanted {
  user: { id: number; name: string };
}

const pauseMs = 200;

function placeOf({ kind, id, title, user_id }: Found): Place {
  if (kind === 'user') return { to: '/admin/user/details/$id', params: { id } };
  if (kind === 'order') return { to: '/admin/orders/details/$id', params: { id } };
  if (kind === 'payment') return { to: '/admin/payments', search: { payment: id } };
  if (kind === 'file') return { to: '/admin/auto-services-history', search: { search: title } };
  return { to: '/admin/user/details/$id', params: { id: String(user_id) }, search: { tab: 'history' } };
}

function useFound(typed: string) {
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery(searchAllQuery(searched));
  return { ...found, isWaiting: typed !== searched || (searched !== '' && found.isPending) };
}

/** Returns the typed action, if the user may perform it. */
function useWanted(typed: string): { wanted: Wanted | undefined; mayRecharge: boolean } {
  const { roles } = useUser();
  const wanted = parseAction(typed);
  const mayRecharge = hasRight(roles, 'cash.take');
  const may = wanted?.action === 'withdraw' ? hasRight(roles, 'wallets.move') : mayRecharge;
  return { wanted: may ? wanted : undefined, mayRecharge };
}

/** Returns what can be opened or started with these words; `isWaiting` while the rows still belong to the previous words. */
function useRows(words: string, pages: readonly PalettePage[]) {
  const text = useReportsText();
  const format = useFormat();
  const { wanted, mayRecharge } = useWanted(words);
  const { data, isError, isWaiting } = useFound(wanted ? wanted.term : words);
  const results = words === '' ? [] : (data?.results ?? []);
  const movements = (wanted ? results : [])
    .filter(({ kind }) => kind === 'user')
    .map(({ id, title, detail }) => ({
      key: `action ${id}`,
      kind: 'action' as const,
      title: text.action[wanted!.action](
        title,
        wanted!.amount === undefined ? '' : format.taka(wanted!.amount),
      ),
      detail,
      go: { ...wanted!, user: { id: Number(id), name: title } },
    }));
  const rows: Row[] = [
    ...movements,
    ...pages
      .filter(({ label }) => matchesLabel(label, words))
      .slice(0, words === '' ? 30 : 6)
      .map(({ to, label }) => ({ key: to, kind: 'page' as const, title: label, detail: '', go: { to } })),
    ...results.map((found) => ({
      key: `${found.kind} ${found.id}`,
      kind: found.kind,
      title: found.kind === 'order' ? `${format.digits(found.id)} · ${found.title}` : found.title,
      detail: found.detail,
      go: placeOf(found),
    })),
  ];
  return { rows, isError, isWaiting: words !== '' && isWaiting, mayRecharge };
}

interface PaletteProps {
  pages: readonly PalettePage[];
  /** Called when the field has the focus; returns what was typed before that. */
  typedAhead: () => string;
  onClose: () => void;
}

export function Palette({ pages, typedAhead, onClose }: PaletteProps) {
  const text = useReportsText();
  const navigate = useNavigate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const words = typed.trim();
  const [movement, setMovement] = useState<Movement>();
  const { rows, isError, isWaiting, mayRecharge } = useRows(words, pages);
  const chosen = Math.min(at, rows.length - 1);
  useEffect(() => {
    document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);
  useEffect(() => {
    if (!isEntered || isWaiting) return;
    setEntered(false);
    go(rows[chosen]);
  });

  function go(row: Row | undefined) {
    if (!row) return;
    if ('action' in row.go) return setMovement(row.go);
    onClose();
    void navigate(row.go as never);
  }
  function onFocus() {
    const ahead = typedAhead();
    setTyped((old) => ahead + old);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length > 0) {
      event.preventDefault();
      setAt((chosen + step + rows.length) % rows.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A fast typist must not open a row that was found for earlier words.
      if (isWaiting && rows[chosen]?.kind !== 'page') setEntered(true);
      else go(rows[chosen]);
    }
  }
  if (movement)
    return (
      <StaffMoneyDialog
        user={movement.user}
        kind={movement.action}
        amount={movement.amount}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} title={text.palette} description={text.paletteHelp} size="wide">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside it */}
      <div onKeyDown={onKeyDown} onFocus={onFocus} className="mt-3">
        <SearchInput
          label={text.paletteHint}
          value={typed}
          combobox={{ list, active: rows.length > 0 ? `${list}-${chosen}` : undefined }}
          onChange={(next) => {
            setTyped(next);
            setAt(0);
            setEntered(false);
          }}
        />
        <p role="status" className="mt-2 min-h-6 text-sm text-muted">
          {isError ? text.paletteFailed : isWaiting ? text.searching : ''}
          {words !== '' && !isWaiting && !isError && rows.length === 0 ? text.paletteEmpty : ''}
        </p>
        {mayRecharge && words === '' ? <p className="mb-2 text-sm text-muted">{text.paletteAct}</p> : null}
        <div id={list} role="listbox" aria-label={text.palette} className="max-h-[50dvh] overflow-y-auto">
          {rows.map((row, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does it
            <div
              key={row.key}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === chosen}
              className={clsx(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
                i === chosen ? 'bg-accent-soft text-accent-text' : 'hover:bg-sunken',
              )}
              onClick={() => go(row)}
            >
              <span className="min-w-0 grow">
                <span className="block truncate">{row.title}</span>
                {row.detail === '' ? null : <span className="block truncate text-sm">{row.detail}</span>}
              </span>
              <span className="shrink-0 text-sm">{text.kinds[row.kind]}</span>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
