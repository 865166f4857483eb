// Many results at once: the chosen files and the result for each.
import { useRef } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../../../lib/api/api.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { retryableErrorMessage } from '../../../../lib/api/unknown-outcome.ts';
import { onSessionChange, session, tokenOwner, useUser } from '../../../../lib/session.ts';
import { createStore, useStore } from '../../../../lib/store.ts';
import { useOrdersStaffText } from '../text.ts';
import { type BulkProblem, type BulkRow, isReady, markDuplicates, newRow, problemOf } from './bulk-rows.ts';

const lookupDebounceMs = 400;

const chosen = createStore<BulkRow[]>([]);
const progress = createStore<{ done: number; of: number } | undefined>(undefined);
const setRows = (change: (old: BulkRow[]) => BulkRow[]) => chosen.set(change(chosen.get()));
const isOpen = ({ state }: BulkRow) => state !== 'done';

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
chosen.subscribe(() => {
  window.removeEventListener('beforeunload', warn);
  if (chosen.get().some(isOpen)) window.addEventListener('beforeunload', warn);
});
const whoIsIn = () => {
  const current = session();
  return current.status === 'signed_in' ? current.user.id : undefined;
};
let chosenBy = whoIsIn();
onSessionChange(() => {
  if (whoIsIn() === chosenBy) return;
  chosenBy = whoIsIn();
  if (chosen.get().length > 0) chosen.set([]);
});

const put = (id: string, change: Partial<BulkRow>) =>
  setRows((old) => markDuplicates(old.map((row) => (row.id === id ? { ...row, ...change } : row))));

type Me = Parameters<typeof problemOf>[1];

async function lookUp(id: string, number: string, me: Me) {
  let order: Order | undefined;
  let problem: BulkProblem | undefined;
  try {
    order = await call('GET /account/orders/:id/', { params: { id: number } });
    problem = problemOf(order, me);
  } catch (error) {
    problem = error instanceof ApiError && error.status === 404 ? 'not_found' : 'not_loaded';
  }
  // The number may have changed during the lookup.
  setRows((old) =>
    markDuplicates(
      old.map((row) =>
        row.id === id && row.number === number ? { ...row, order, problem, state: 'waiting' } : row,
      ),
    ),
  );
}

type NoteFor = (order: Order) => string;

async function complete(row: BulkRow, noteFor: NoteFor): Promise<void> {
  const note = noteFor(row.order!);
  const data = {
    status: 'completed',
    note: note.trim() === '' ? null : note,
    expected_status: row.order!.status,
  };
  const form = new FormData();
  form.set('data', JSON.stringify(data));
  form.set('file', row.file);
  await call('PATCH /account/orders/:id/', {
    params: { id: row.order!.id },
    form,
    idempotencyKey: `bulk-${row.id}-${row.order!.id}`,
  });
}

async function send(row: BulkRow, noteFor: NoteFor, me: Me, failed: string): Promise<boolean> {
  put(row.id, { state: 'sending' });
  try {
    await complete(row, noteFor);
    put(row.id, { state: 'done' });
    return true;
  } catch (error) {
    put(row.id, { state: 'failed', error: retryableErrorMessage(error, failed) });
    // It has changed since it was looked up: look it up again to show its current state.
    if (error instanceof ApiError && error.status === 409) await lookUp(row.id, row.number, me);
    return false;
  }
}

/**
 * Sends the rows one after the other; each succeeds or fails on its own.
 * @returns undefined if another user has signed in meanwhile, who has not asked for the rest
 */
async function sendEach(ready: readonly BulkRow[], noteFor: NoteFor, me: Me, failed: string) {
  let succeeded = 0;
  for (const [index, row] of ready.entries()) {
    if (tokenOwner() !== me.id) break;
    progress.set({ done: index, of: ready.length });
    if (await send(row, noteFor, me, failed)) succeeded += 1;
  }
  progress.set(undefined);
  return tokenOwner() === me.id ? { succeeded, failed: ready.length - succeeded } : undefined;
}

/** The rows stay while other pages are open. A reload loses their files, so the browser asks before it. */
export function useBulk() {
  const me = useUser();
  const { work: text } = useOrdersStaffText();
  const rows = useStore(chosen);
  const sending = useStore(progress);
  const timers = useRef(new Map<string, number>());

  return {
    rows,
    sending,
    openNames: () =>
      chosen
        .get()
        .filter(isOpen)
        .map(({ file }) => file.name),
    add(files: readonly File[]) {
      const fresh = files.map(newRow);
      setRows((old) => [...old, ...fresh]);
      for (const row of fresh) if (row.state === 'looking') void lookUp(row.id, row.number, me);
    },
    remove: (id: string) => setRows((old) => markDuplicates(old.filter((row) => row.id !== id))),
    renumber(id: string, typed: string) {
      const number = toAsciiDigits(typed).replace(/\D/g, '').slice(0, 9);
      put(id, {
        number,
        order: undefined,
        problem: number === '' ? 'no_number' : undefined,
        state: 'waiting',
      });
      clearTimeout(timers.current.get(id));
      if (number === '') return;
      put(id, { state: 'looking' });
      timers.current.set(
        id,
        window.setTimeout(() => void lookUp(id, number, me), lookupDebounceMs),
      );
    },
    lookUpAgain({ id, number }: BulkRow) {
      put(id, { problem: undefined, state: 'looking' });
      void lookUp(id, number, me);
    },
    sendAll: (noteFor: NoteFor) => sendEach(rows.filter(isReady), noteFor, me, text.completeFailed),
  };
}
