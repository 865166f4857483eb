// The Idempotency-Key of a submit: the same for a retry of the same content, a new one for anything else.
import { useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { readDraft, writeDraft } from '../storage/draft-storage.ts';
import { ApiError } from './api-error.ts';
import { takeReplay } from './http.ts';
import { AlreadyDoneError } from './unknown-outcome.ts';

export interface SubmitKey {
  /** Returns the key for this content. It stays the same until the content changes or `done` is called. */
  for(content: unknown): string;
  /** Returns the key of a submit that is still unanswered, even for changed content. The portal refuses that if the first content has arrived. */
  forOne(content: unknown): string;
  /**
   * Sends the content under such a key. Sending again after that refusal means that the user wants both.
   * @param isAutomatic a retry of an earlier press that the user did not trigger
   * @throws AlreadyDoneError if it was done before, by a press that this form no longer waits for
   */
  sendOne<A>(content: unknown, send: (key: string) => Promise<A>, isAutomatic?: boolean): Promise<A>;
  done(): void;
}

const keyReused: ErrorCode = 'idempotency_key_reused';

/** An earlier, unanswered submit with other content has arrived; the current one was not carried out. */
export const isKeyReused = (error: unknown): boolean => error instanceof ApiError && error.code === keyReused;

/** A press within this time after a lost response continues the earlier submit. */
export const longestWaitMs = 10 * 60_000;

interface StoredKey {
  key: string;
  print: string;
}

const multipliers = [0x01000193, 0x85ebca6b, 0xc2b2ae35] as const;

/** A short hash, because the content may include pictures. */
function fingerprintOf(text: string): string {
  return multipliers
    .map((mix) => {
      let sum = mix ^ text.length;
      for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), mix);
      return (sum >>> 0).toString(36);
    })
    .join('.');
}

/** Stores the key with the form's draft, so that it survives a reload between a submit and its response. */
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

/** @param name where the key is stored if the form's content survives a reload; removed together with the form's draft */
export function useSubmitKey(name?: string): SubmitKey {
  const stored = useRef<StoredKey | null>(null);
  /** The key that is unanswered, when it was first sent, and when last. */
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
