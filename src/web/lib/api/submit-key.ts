// The Idempotency-Key of a submit: the same for a retry of the same content, a new one for anything else.
import { useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { readDraft, writeDraft } from '../storage/draft-storage.ts';
import { ApiError } from './api-error.ts';
import { takeReplay } from './http.ts';
import { AlreadyDoneError } from './unknown-outcome.ts';

export interface SubmitKey {
  /** The key for this content; stays the same until the content changes or `done` is called. */
  for(content: unknown): string;
  /** The key of what nobody has answered yet, also for changed content, which the portal then refuses if that has arrived. */
  forOne(content: unknown): string;
  /**
   * Sends it under such a key. Whoever sends it again after that refusal wants both.
   * @param isAutomatic nobody has pressed: it goes on with an earlier press
   * @throws AlreadyDoneError when it had been done before, by a press that this form no longer waits for
   */
  sendOne<A>(content: unknown, send: (key: string) => Promise<A>, isAutomatic?: boolean): Promise<A>;
  done(): void;
}

const keyReused: ErrorCode = 'idempotency_key_reused';

/** What was sent before, and nobody answered, has arrived; what was sent now, with other content, was not done. */
export const isKeyReused = (error: unknown): boolean => error instanceof ApiError && error.code === keyReused;

/** Whoever presses again within this time after a lost answer, in the form that says so, goes on with the same. */
export const longestWaitMs = 10 * 60_000;

interface StoredKey {
  key: string;
  print: string;
}

const multipliers = [0x01000193, 0x85ebca6b, 0xc2b2ae35] as const;

/** Short, as the content may hold pictures. */
function fingerprintOf(text: string): string {
  return multipliers
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
  /** The key that is without an answer, since when, and when it was last tried. */
  const wait = useRef({ key: '', since: 0, at: 0 });
  function keyOf(content: unknown, isOne: boolean): string {
    const store = storeOf(name);
    const print = fingerprintOf(
      JSON.stringify(content, (_, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      ),
    );
    stored.current ??= store.read();
    if (stored.current?.print !== print) {
      stored.current = { key: (isOne && stored.current?.key) || crypto.randomUUID(), print };
      store.write(stored.current);
    }
    return stored.current.key;
  }
  const keys = useRef<SubmitKey>({
    for: (content) => keyOf(content, false),
    forOne: (content) => keyOf(content, true),
    async sendOne(content, send, isAutomatic = false) {
      const key = keyOf(content, true);
      const { current: last } = wait;
      const isContinued = last.key === key && (isAutomatic || Date.now() - last.at < longestWaitMs);
      const since = isContinued ? last.since : Date.now();
      try {
        const answer = await send(key);
        const repeat = takeReplay(key);
        if (repeat && !(repeat.ageMs <= Date.now() - since))
          throw new AlreadyDoneError(repeat.firstAt, answer);
        return answer;
      } catch (error) {
        if (isKeyReused(error) || error instanceof AlreadyDoneError) keys.current.done();
        else wait.current = { key, since, at: Date.now() };
        throw error;
      }
    },
    done() {
      stored.current = null;
      storeOf(name).write(null);
    },
  });
  return keys.current;
}
