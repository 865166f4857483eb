// The Idempotency-Key of a submit: the same for a retry of the same content, a new one for anything else.
import { useRef } from 'react';
import { readDraft, writeDraft } from '../draft-storage.ts';

export interface SubmitKey {
  /** The key for this content; stays the same until the content changes or `done` is called. */
  for(content: unknown): string;
  done(): void;
}

interface StoredKey {
  key: string;
  print: string;
}

const mixes = [0x01000193, 0x85ebca6b, 0xc2b2ae35] as const;

/** Short, as the content may hold pictures. */
function printOf(text: string): string {
  return mixes
    .map((mix) => {
      let sum = mix ^ text.length;
      for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), mix);
      return (sum >>> 0).toString(36);
    })
    .join('.');
}

/** Stored with the form's draft, where a key survives a reload between a submit and its answer. */
function storeOf(name: string | undefined) {
  return {
    read(): StoredKey | null {
      try {
        return name === undefined ? null : (JSON.parse(readDraft(name) ?? 'null') as StoredKey | null);
      } catch {
        return null;
      }
    },
    write(stored: StoredKey | null): void {
      if (name !== undefined) writeDraft(name, stored && JSON.stringify(stored));
    },
  };
}

/** @param name set where a form's content survives a reload, so that its key does too: a name that is removed with the form's draft */
export function useSubmitKey(name?: string): SubmitKey {
  const stored = useRef<StoredKey | null>(null);
  const keys = useRef<SubmitKey>({
    for(content) {
      const store = storeOf(name);
      const print = printOf(
        JSON.stringify(content, (_, value) =>
          value instanceof File ? [value.name, value.size, value.lastModified] : value,
        ),
      );
      stored.current ??= store.read();
      if (stored.current?.print !== print) {
        stored.current = { key: crypto.randomUUID(), print };
        store.write(stored.current);
      }
      return stored.current.key;
    },
    done() {
      stored.current = null;
      storeOf(name).write(null);
    },
  });
  return keys.current;
}
