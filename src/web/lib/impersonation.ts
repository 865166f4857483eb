// Impersonation: in this tab only, alongside the user's own session, which it never touches.
import type { UserInfo } from '#contract/accounts/calls.ts';
import { writeStored } from './storage/stored.ts';
import { createStore, useStore } from './store.ts';

export interface Impersonation {
  id: string;
  token: string;
  user: UserInfo;
  reason: string;
  endsAtMs: number;
  /** Expired: nothing can be fetched any more, and the screen says so until the user leaves it. */
  isOver?: boolean;
}

const key = 'customer_view';

function readImpersonation(): Impersonation | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '') as Impersonation;
    return typeof stored.token === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}

const store = createStore<Impersonation | undefined>(readImpersonation());
export const impersonation = store.get;
export const useImpersonation = () => useStore(store);

/** Stored for the page that opens next. @returns false where the browser keeps nothing */
export function saveImpersonation(next: Impersonation): boolean {
  return writeStored(key, JSON.stringify(next), 'sessionStorage');
}

/** It has expired, or the server refuses further calls. */
export function endImpersonationHere(): void {
  const now = impersonation();
  if (!now) return;
  const over = { ...now, isOver: true };
  saveImpersonation(over);
  store.set(over);
}

/** From here on calls use your own session again. */
export function forgetImpersonation(): void {
  writeStored(key, null, 'sessionStorage');
  store.set(undefined);
}
