// Completions and rejections that can still be undone: the call waits, so nothing has to be reversed.
import type { Order } from '#contract/orders/calls.ts';
import { isOutcomeUnknown } from '../../../lib/api/unknown-outcome.ts';
import { createStore } from '../../../lib/store.ts';

export type Method = 'file' | 'text';

export interface DeliveryValues {
  method: Method | undefined;
  file: File | undefined;
  text: string;
  comment: string;
}
export interface RejectionValues {
  reason: string;
}

/** What was typed comes back into the dialog, whatever becomes of the call. */
export type DecidedValues =
  | { action: 'complete'; values: DeliveryValues }
  | { action: 'reject'; values: RejectionValues };

/** What was typed is kept under it until the call was made: the tab may die before. */
export const draftNameOf = (action: DecidedValues['action'] | 're_upload', orderId: number): string =>
  `${action}:${orderId}`;

export type NewDecision = DecidedValues & {
  /** The key under which the call is made once, however often it is sent. */
  key: string;
  userId: number;
  order: Order;
  form: FormData;
};

export type HeldDecision = NewDecision & {
  /** When it is sent, by the device's clock. */
  until: number;
  state: 'held' | 'sending' | 'undone' | 'failed';
  error?: unknown;
};

interface Sending {
  send: (decision: HeldDecision, keepalive: boolean) => Promise<unknown>;
  onSent?: (decision: HeldDecision) => void;
  /** Whether calls are made in this person's name now; another may have signed in, here or in another tab. */
  isSignedIn?: (userId: number) => boolean;
  ms: number;
  now?: () => number;
}

/** Requests that outlive their page may have 64 KB in total, including headers. */
const maxBytesAfterClose = 48 * 1024;

const bytesOf = ({ form }: Pick<HeldDecision, 'form'>): number => {
  let bytes = 0;
  for (const [, value] of form) bytes += typeof value === 'string' ? value.length * 3 : value.size;
  return bytes;
};

/** Whether a closed page can still send these. */
export const fitAfterClose = (decisions: readonly Pick<HeldDecision, 'form'>[]): boolean =>
  decisions.reduce((sum, decision) => sum + bytesOf(decision), 0) <= maxBytesAfterClose;

export function createHeldDecisions({ send, onSent, isSignedIn = () => true, ms, now = Date.now }: Sending) {
  const store = createStore<readonly HeldDecision[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const find = (key: string) => store.get().find((each) => each.key === key);
  const put = (key: string, change: Partial<HeldDecision>) =>
    store.set(
      store.get().map((each) => (each.key === key ? ({ ...each, ...change } as HeldDecision) : each)),
    );
  const remove = (key: string) => store.set(store.get().filter((each) => each.key !== key));
  const stop = (key: string) => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };

  async function sendNow(key: string, keepalive = false): Promise<void> {
    const decision = find(key);
    if (!decision || (decision.state !== 'held' && decision.state !== 'failed')) return;
    stop(key);
    // It waits for the person who decided: nobody else acts for them.
    if (!isSignedIn(decision.userId)) return put(key, { state: 'failed', error: undefined });
    put(key, { state: 'sending', error: undefined });
    try {
      await send(decision, keepalive);
      remove(key);
      onSent?.(decision);
    } catch (error) {
      put(key, { state: 'failed', error });
    }
  }

  return {
    store,
    hold(decision: NewDecision): void {
      store.set([...store.get(), { ...decision, until: now() + ms, state: 'held' } as HeldDecision]);
      timers.set(
        decision.key,
        setTimeout(() => void sendNow(decision.key), ms),
      );
    },
    /** @returns the decision, if it was in time */
    undo(key: string): HeldDecision | undefined {
      const decision = find(key);
      if (decision?.state !== 'held') return undefined;
      stop(key);
      put(key, { state: 'undone' });
      return decision;
    },
    /** Sends again what failed. One that can still be undone keeps its time. */
    async retry(key: string): Promise<void> {
      if (find(key)?.state === 'failed') await sendNow(key);
    },
    /** One that is not going to be sent any more leaves the screen. */
    dismiss(key: string): void {
      const state = find(key)?.state;
      if (state === 'undone' || state === 'failed') remove(key);
    },
    /** Sends what still waits: nobody is there to undo it. */
    async flush(isClosing = false): Promise<void> {
      const waiting = store.get().filter(({ state }) => state === 'held');
      // A browser refuses what goes beyond its limit; sent plainly, it may still arrive before the page ends.
      const surviving: HeldDecision[] = [];
      for (const each of waiting) if (isClosing && fitAfterClose([...surviving, each])) surviving.push(each);
      await Promise.all(waiting.map((each) => sendNow(each.key, surviving.includes(each))));
    },
  };
}

/** There is a network again. What was refused is for a person to look at; what got no answer may even have arrived, and is made once. */
export async function retryUnanswered({
  store,
  retry,
}: Pick<ReturnType<typeof createHeldDecisions>, 'store' | 'retry'>): Promise<void> {
  const unanswered = store
    .get()
    .filter(({ state, error }) => state === 'failed' && (isOutcomeUnknown(error) || error === undefined));
  await Promise.all(unanswered.map(({ key }) => retry(key)));
}
