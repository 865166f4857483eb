// The Idempotency-Key of a submit: the same for a retry of the same content, a new one for anything else.
import { useRef } from 'react';

export interface SubmitKey {
  /** The key for this content; stays the same until the content changes or `done` is called. */
  for(content: unknown): string;
  done(): void;
}

export function useSubmitKey(): SubmitKey {
  const kept = useRef<{ key: string; print: string } | null>(null);
  const keys = useRef<SubmitKey>({
    for(content) {
      const print = JSON.stringify(content, (_, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      );
      if (kept.current?.print !== print) kept.current = { key: crypto.randomUUID(), print };
      return kept.current.key;
    },
    done() {
      kept.current = null;
    },
  });
  return keys.current;
}
