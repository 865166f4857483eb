// The Idempotency-Key of a submit: the same for a retry of the same content, a new one for anything else.
import { useRef } from 'react';

export interface SubmitKey {
  /** The key for this content; stays the same until the content changes or `done` is called. */
  for(content: unknown): string;
  done(): void;
}

interface Kept {
  key: string;
  print: string;
}

/** In the storage of the tab, where a key outlives a reload between a submit and its answer. */
function storeOf(name: string | undefined) {
  return {
    read(): Kept | null {
      try {
        return name === undefined
          ? null
          : (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null);
      } catch {
        return null;
      }
    },
    write(kept: Kept | null): void {
      try {
        if (name === undefined) return;
        if (kept === null) sessionStorage.removeItem(name);
        else sessionStorage.setItem(name, JSON.stringify(kept));
      } catch {
        // If storage is full or blocked, only the key's persistence is lost, not the submit.
      }
    },
  };
}

/** @param name where a form's content outlives a reload its key must too: under a name that goes with the form's draft */
export function useSubmitKey(name?: string): SubmitKey {
  const kept = useRef<Kept | null>(null);
  const keys = useRef<SubmitKey>({
    for(content) {
      const store = storeOf(name);
      const print = JSON.stringify(content, (_, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      );
      kept.current ??= store.read();
      if (kept.current?.print !== print) {
        kept.current = { key: crypto.randomUUID(), print };
        store.write(kept.current);
      }
      return kept.current.key;
    },
    done() {
      kept.current = null;
      storeOf(name).write(null);
    },
  });
  return keys.current;
}
