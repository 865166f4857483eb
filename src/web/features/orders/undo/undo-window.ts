// The ten seconds in which a completion or rejection can be undone on this device.
import { call } from '../../../lib/api/api.ts';
import { connection } from '../../../lib/loading/code.ts';
import { beforeSignOut, tokenOwner } from '../../../lib/session.ts';
import { readStored, writeStored } from '../../../lib/storage/stored.ts';
import { createStore } from '../../../lib/store.ts';
import { dropDraft } from '../../drafts/draft.ts';
import {
  createHeldDecisions,
  draftNameOf,
  fitAfterClose,
  type HeldDecision,
  type NewDecision,
  retryUnanswered,
} from './held-decisions.ts';

const storedKey = 'undo_seconds';
const windowMs = 10_000;

/** Whether this user wants the time to undo; on by default. */
export const isUndoEnabled = createStore(readStored(storedKey) !== '0');

export function setUndoEnabled(wanted: boolean): void {
  writeStored(storedKey, wanted ? null : '0');
  isUndoEnabled.set(wanted);
}

export const sendDecision = (
  { order, form, key }: Pick<NewDecision, 'order' | 'form' | 'key'>,
  keepalive = false,
) =>
  call('PATCH /account/orders/:id/', {
    params: { id: order.id },
    form,
    idempotencyKey: key,
    ...(keepalive ? { keepalive: true } : {}),
  });

const sentListeners = new Set<(decision: HeldDecision) => void>();

export function onDecisionSent(listener: (decision: HeldDecision) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

export const heldDecisions = createHeldDecisions({
  send: sendDecision,
  onSent: (decision) => {
    dropDraft(decision.userId, draftNameOf(decision.action, decision.order.id));
    for (const listener of sentListeners) listener(decision);
  },
  isCurrent: (userId) => tokenOwner() === userId,
  ms: windowMs,
});

/** Whether a decision may be held now. Without a network it is sent at once, so that the dialog stays open and keeps what was typed. */
export const canHold = (): boolean => isUndoEnabled.get() && navigator.onLine;

/**
 * Retries once there is a network, and sends all held decisions when the page is hidden: nobody sees the undo button then, and a hidden page may be
 * ended without warning.
 */
export function flushWhenPageHides(): () => void {
  const hide = () => {
    if (document.visibilityState === 'hidden') void heldDecisions.flush(true);
  };
  const leave = () => void heldDecisions.flush(true);
  const ask = (event: BeforeUnloadEvent) => {
    const open = heldDecisions.store.get();
    void heldDecisions.flush(true);
    // What a closed page cannot send, or failed to send, would be lost.
    if (open.some(({ state }) => state !== 'held') || !fitAfterClose(open)) event.preventDefault();
  };
  const again = () => void retryUnanswered(heldDecisions);
  const unsubscribe = connection.subscribe(() => connection.get() === 'online' && again());
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', leave);
  window.addEventListener('beforeunload', ask);
  return () => {
    unsubscribe();
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', hide);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('beforeunload', ask);
  };
}

/** On a bad connection a response may never come. */
const longestWaitMs = 3_000;
beforeSignOut(() =>
  Promise.race([heldDecisions.flush(), new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs))]),
);
