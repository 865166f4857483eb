// What was typed survives a reload, and a sign-in that ran out: kept for this tab and this person only, and forgotten when they sign out
// or somebody else signs in.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onSessionChange, session, useUser } from '../../lib/session.ts';

const prefix = 'draft:';

/** A picture above this many characters is not kept: session storage is small, and phones are slow to write it. */
const maximumPictureLength = 200_000;

const prefixOf = (userId: number) => `${prefix}${userId}:`;

/** Under which the key of a form's submit is kept, to go when its draft goes. */
export const submitKeyName = (userId: number, name: string) => `${prefixOf(userId)}${name}:key`;

function forgetAllBut(kept: string | undefined): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !(kept && key.startsWith(kept))) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}

function hasLeft(): boolean {
  const now = session();
  return now.status === 'signed_out' && now.left === true;
}

onSessionChange(() => {
  const now = session();
  if (hasLeft()) forgetAllBut(undefined);
  else if (now.status === 'signed_in') forgetAllBut(prefixOf(now.user.id));
});

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    // A form that goes away after the sign-out writes nothing back.
    if (value === undefined || hasLeft()) sessionStorage.removeItem(key);
    else {
      const text = JSON.stringify(value, (_, inner) =>
        typeof inner === 'string' && inner.length > maximumPictureLength ? undefined : inner,
      );
      sessionStorage.setItem(key, text);
    }
  } catch {
    // A full or closed storage only loses the memory, not the form.
  }
}

export interface Draft<T> {
  value: T;
  set: (change: (old: T) => T) => void;
  /** Back to the blank form; nothing is kept. */
  forget: () => void;
  /** The form was saved: its values stay, the draft is dropped. */
  settle: () => void;
  /** The form began with what an earlier visit left. */
  restored: boolean;
}

/**
 * A form's state that a reload does not lose.
 * @param name one for each form, with the record's id when it has one
 */
export function useDraft<T extends object>(name: string, blank: () => T): Draft<T> {
  const { id } = useUser();
  // Whoever began stays the owner: when the session expires the form renders once more, for nobody.
  const [owner] = useState(id);
  const key = `${prefixOf(owner)}${name}`;
  const [{ value, restored }, setState] = useState(() => {
    const kept = read<T>(key);
    return { value: kept ? { ...blank(), ...kept } : blank(), restored: kept !== undefined };
  });
  const touched = useRef(false);
  useEffect(() => {
    if (!touched.current) return undefined;
    const timer = setTimeout(() => write(key, value), 250);
    return () => clearTimeout(timer);
  }, [key, value]);

  // A reload within those 250 ms must not lose the last letters.
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const flush = () => touched.current && write(key, latest.current);
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
    };
  }, [key]);

  const set = useCallback((change: (old: T) => T) => {
    touched.current = true;
    setState((old) => ({ ...old, value: change(old.value) }));
  }, []);
  const start = useRef(blank);
  start.current = blank;
  const forget = useCallback(() => {
    touched.current = false;
    write(key, undefined);
    setState({ value: start.current(), restored: false });
  }, [key]);
  const settle = useCallback(() => {
    touched.current = false;
    write(key, undefined);
    setState((old) => ({ ...old, restored: false }));
  }, [key]);
  return { value, set, forget, settle, restored };
}
