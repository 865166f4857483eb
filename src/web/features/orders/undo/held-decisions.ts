// Completions and rejections that can still be undone. Their requests are held back, so nothing has to be reversed.
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

/** The typed values, which reopen in the dialog whatever happens to the request. */
export type DecidedValues =
  | { action: 'complete'; values: DeliveryValues }
  | { action: 'reject'; values: RejectionValues };

/** The name of the draft that keeps what was typed until the request has been made: the tab may be closed before. */
export const draftNameOf = (action: DecidedValues['action'] | 're_upload', orderId: number): string =>
  `${action}:${orderId}`;

export type NewDecision = DecidedValues & {
  /** The idempotency key of the request, however often it is sent. */
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
  /** Whether requests are now sent in this user's name; another may have signed in, here or in another tab. */
  isCurrent?: (userId: number) => boolean;
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

export function createHeldDecisions({ send, onSent, isCurrent = () => true, ms, now = Date.now }: Sending) {
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
    // It waits for the user who decided: nobody else acts in their name.
    if (!isCurrent(decision.userId)) return put(key, { state: 'failed', error: undefined });
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
    /** @returns the decision, if it could still be undone */
    undo(key: string): HeldDecision | undefined {
      const decision = find(key);
      if (decision?.state !== 'held') return undefined;
      stop(key);
      put(key, { state: 'undone' });
      return decision;
    },
    /** Retries a failed request. A decision that can still be undone keeps its time. */
    async retry(key: string): Promise<void> {
      if (find(key)?.state === 'failed') await sendNow(key);
    },
    /** Removes a decision that will not be sent any more from the screen. */
    dismiss(key: string): void {
      const state = find(key)?.state;
      if (state === 'undone' || state === 'failed') remove(key);
    },
    /** Sends all held decisions at once, because nobody is there to undo them. */
    async flush(isClosing = false): Promise<void> {
      const waiting = store.get().filter(({ state }) => state === 'held');
      // A browser refuses whatever exceeds its limit; as a plain request it may still arrive before the page ends.
      const surviving: HeldDecision[] = [];
      for (const each of waiting) if (isClosing && fitAfterClose([...surviving, each])) surviving.push(each);
      await Promise.all(waiting.map((each) => sendNow(each.key, surviving.includes(each))));
    },
  };
}

/**
 * Retries, once there is a network, the requests that got no response. Some may have arrived; repeating them is harmless. Refused ones are left to
 * the user.
 */
export async function retryUnanswered({
  store,
  retry,
}: Pick<ReturnType<typeof createHeldDecisions>, 'store' | 'retry'>): Promise<void> {
  const unanswered = store
    .get()
    .filter(({ state, error }) => state === 'failed' && (isOutcomeUnknown(error) || error === undefined));
  await Promise.all(unanswered.map(({ key }) => retry(key)));
}
