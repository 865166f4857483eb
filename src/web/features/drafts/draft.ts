// Drafts of forms. Typed text survives a reload and an expired session. It is kept for this user only, and discarded when they sign out or someone
// else signs in. It lives in the tab; a customer's drafts are also kept on the device.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onSessionChange, session, useUser } from '../../lib/session.ts';
import { readDraft, writeDraft } from '../../lib/storage/draft-storage.ts';

const prefix = 'draft:';

/** A picture longer than this many characters is not kept in the tab: session storage is small, and slow to write on phones. */
const maximumPictureLength = 200_000;
/** Any longer text is a picture. */
export const longestText = 4_096;

const prefixOf = (userId: number) => `${prefix}${userId}:`;

/** The storage key of a form's idempotency key, which is removed together with the draft. */
export const submitKeyName = (userId: number, name: string) => `${prefixOf(userId)}${name}:key`;

function forgetAllBut(prefixToKeep: string | undefined): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !(prefixToKeep && key.startsWith(prefixToKeep)))
        sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}

function hasLeft(): boolean {
  const now = session();
  return now.status === 'signed_out' && now.left === true;
}

function isOfAnother(key: string): boolean {
  const now = session();
  return now.status === 'signed_in' && !key.startsWith(prefixOf(now.user.id));
}

onSessionChange(() => {
  const now = session();
  if (hasLeft()) forgetAllBut(undefined);
  else if (now.status === 'signed_in') forgetAllBut(prefixOf(now.user.id));
  if (now.status !== 'signed_in') whole.clear();
});

/** Drafts restored from the device, including pictures too large for the tab's storage, until a form takes them. */
const whole = new Map<string, object>();

/** Adds the pictures of another draft of the same form where this one has none. */
function withPictures<T extends object>(draft: T, other: object): T {
  const added = Object.entries(other).flatMap(([key, theirs]) => {
    const own = draft[key as keyof T] as unknown;
    if (typeof theirs === 'string')
      return own === undefined && theirs.length > longestText ? [[key, theirs]] : [];
    return typeof theirs === 'object' && theirs && typeof own === 'object' && own
      ? [[key, withPictures(own, theirs)]]
      : [];
  });
  return Array.isArray(draft) ? draft : { ...draft, ...Object.fromEntries(added) };
}

function read<T>(key: string): T | undefined {
  const text = readDraft(key);
  try {
    if (text === null) return undefined;
    const draft = JSON.parse(text) as T & object;
    return withPictures(draft, whole.get(key) ?? {});
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  // A form that unmounts after a sign-out, or because another user has signed in, writes nothing back.
  const isGone = value === undefined || hasLeft() || isOfAnother(key);
  const text = JSON.stringify(value, (_, inner) =>
    typeof inner === 'string' && inner.length > maximumPictureLength ? undefined : inner,
  );
  whole.delete(key);
  writeDraft(key, isGone ? null : text, value);
}

/**
 * A draft for an open form. It replaces the form's content. If it comes late from the device, it only fills blank fields, and only adds the pictures
 * if the tab has the rest.
 */
interface PutDraft {
  key: string;
  value: object;
  late?: 'all' | 'pictures';
}
const putEvent = 'draft-put';

export function announceDraft(detail: PutDraft): void {
  if (detail.late) whole.set(detail.key, detail.value);
  window.dispatchEvent(new CustomEvent<PutDraft>(putEvent, { detail }));
}

/** @returns a function that stops listening */
function onDraftPut(take: (draft: PutDraft) => unknown): () => void {
  const listen = (event: Event) => take((event as CustomEvent<PutDraft>).detail);
  window.addEventListener(putEvent, listen);
  return () => window.removeEventListener(putEvent, listen);
}

/** Stores a draft for its form, or puts it into the form if that is open. */
export function putDraft(userId: number, name: string, value: object): void {
  const key = `${prefixOf(userId)}${name}`;
  write(key, value);
  announceDraft({ key, value });
}

/** For a draft that has been saved elsewhere. */
export const dropDraft = (userId: number, name: string): void =>
  write(`${prefixOf(userId)}${name}`, undefined);

/** Takes the values of `late` where those of the form are still blank. */
function fillIn<T extends object>(value: T, blank: T, late: Partial<T>): T {
  const isBlank = (key: string) =>
    JSON.stringify(value[key as keyof T]) === JSON.stringify(blank[key as keyof T]);
  return { ...value, ...Object.fromEntries(Object.entries(late).filter(([key]) => isBlank(key))) };
}

function takeIn<T extends object>(value: T, blank: T, put: Partial<T>, late: PutDraft['late']): T {
  if (!late) return { ...blank, ...put };
  return withPictures(late === 'all' ? fillIn(value, blank, put) : value, put);
}

export interface Draft<T> {
  value: T;
  /** Where the key of its submit is stored. */
  keyName: string;
  set: (change: (old: T) => T) => void;
  /** Like `set`, for values that the user did not type: on their own they are not worth keeping. */
  preset: (change: (old: T) => T) => void;
  /** Resets to the blank form; nothing is kept. */
  forget: () => void;
  /** Drops the draft after the form was saved; the values stay. */
  markSaved: () => void;
  /** Whether something from an earlier visit was restored, not counting what was typed and removed again. */
  restored: boolean;
}

function restore<T extends object>(key: string, blank: T) {
  const value = { ...blank, ...read<T>(key) };
  return { value, restored: JSON.stringify(value) !== JSON.stringify(blank) };
}

/**
 * The state of a form that survives a reload.
 * @param name unique per form, including the record's id if it has one
 */
export function useDraft<T extends object>(name: string, blank: () => T): Draft<T> {
  const { id } = useUser();
  // The owner stays the user who started: when the session expires, the form renders once more, without a user.
  const [owner] = useState(id);
  const key = `${prefixOf(owner)}${name}`;
  const [{ value, restored }, setState] = useState(() => restore(key, blank()));
  const [before] = useState(() => ({ text: readDraft(key), whole: whole.get(key) }));
  const touched = useRef(false);
  const start = useRef(blank);
  start.current = blank;
  useEffect(() => {
    if (!touched.current) return undefined;
    // It may have been saved in the meantime.
    const timer = setTimeout(() => touched.current && write(key, value), 250);
    return () => clearTimeout(timer);
  }, [key, value]);

  // A reload within those 250 ms must not lose the last characters.
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const flush = () => touched.current && write(key, latest.current);
    window.addEventListener('pagehide', flush);
    // Phones end a page in the background without warning.
    document.addEventListener('visibilitychange', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [key]);

  useEffect(() => {
    const take = ({ value: put, late }: Pick<PutDraft, 'value' | 'late'>) => {
      const blanks = start.current();
      setState((old) => ({ value: takeIn(old.value, blanks, put as Partial<T>, late), restored: true }));
    };
    const end = onDraftPut((put) => put.key === key && take(put));
    // A slow phone takes a while from the first rendering to here, and misses drafts announced in between.
    const isFromDevice = whole.get(key) !== before.whole;
    const isChanged = isFromDevice || readDraft(key) !== before.text;
    const missed = isChanged && !touched.current ? read<T>(key) : undefined;
    if (missed) take({ value: missed, ...(isFromDevice ? { late: 'all' } : {}) });
    return end;
  }, [key, before]);

  const preset = useCallback((change: (old: T) => T) => {
    setState((old) => ({ ...old, value: change(old.value) }));
  }, []);
  const set = useCallback(
    (change: (old: T) => T) => {
      touched.current = true;
      preset(change);
    },
    [preset],
  );
  const forget = useCallback(() => {
    touched.current = false;
    write(key, undefined);
    setState({ value: start.current(), restored: false });
  }, [key]);
  const markSaved = useCallback(() => {
    touched.current = false;
    write(key, undefined);
    setState((old) => ({ ...old, restored: false }));
  }, [key]);
  return { value, keyName: submitKeyName(owner, name), set, preset, forget, markSaved, restored };
}

const isFile = (value: unknown): value is File => typeof File !== 'undefined' && value instanceof File;
/** In any form: passwords and codes of a second factor are never written anywhere. */
const secrets: readonly string[] = ['password', 'new_password', 'confirm_password', 'code'];
const isVolatile = (name: string, value: unknown) => isFile(value) || secrets.includes(name);
const storablePart = (values: object) =>
  Object.fromEntries(Object.entries(values).filter((entry) => !isVolatile(...entry)));
const volatilePart = (values: object) =>
  Object.fromEntries(Object.entries(values).filter((entry) => isVolatile(...entry)));

/**
 * The values of a dialog, restored when it is opened again. Files and secrets are not kept.
 * @param overrides values given elsewhere, which replace the kept ones
 * @param withoutFiles converts the kept values to what they are without their files
 */
export function useDialogDraft<V extends object>(
  name: string,
  blank: () => V,
  overrides?: Partial<V>,
  withoutFiles: (kept: Partial<V>) => Partial<V> = (kept) => kept,
) {
  const { id } = useUser();
  useState(() => {
    const kept = read<V>(`${prefixOf(id)}${name}`);
    if (overrides) putDraft(id, name, { ...kept, ...storablePart(overrides) });
    else if (kept) putDraft(id, name, withoutFiles(kept));
  });
  const typed = useDraft<V>(name, blank);
  const [isOverridden] = useState(overrides !== undefined);
  const [volatile, setVolatile] = useState(() => volatilePart({ ...blank(), ...overrides }));
  const value = { ...typed.value, ...volatile } as V;
  const latest = useRef(value);
  latest.current = value;
  const { set: setTyped, forget: forgetTyped, markSaved } = typed;
  return {
    value,
    set(change: (old: V) => V) {
      latest.current = change(latest.current);
      setVolatile(volatilePart(latest.current));
      setTyped(() => storablePart(latest.current) as V);
    },
    forget() {
      setVolatile(volatilePart(blank()));
      forgetTyped();
    },
    markSaved,
    restored: typed.restored && !isOverridden,
  };
}
