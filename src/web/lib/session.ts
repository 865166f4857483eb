// Who is signed in: tokens in local storage, checked at the start and renewed once for all concurrent requests.
import type { TokenAnswer, UserInfo } from '#contract/accounts/calls.ts';
import { ApiError, isUnreachable } from './api/api-error.ts';
import { send } from './api/http.ts';
import { withTimeout } from './api/timeout.ts';
import { endImpersonationHere, impersonation } from './impersonation.ts';
import { readStored, writeStored } from './storage/stored.ts';
import { createStore, useStore } from './store.ts';
import { forgetTheme } from './theme.ts';

export type Session =
  | { status: 'checking' }
  /** `left`: the user signed out. `ended`: the session expired or was ended elsewhere; a string gives the reason. */
  | { status: 'signed_out'; left?: boolean; ended?: boolean | string }
  | { status: 'signed_in'; user: UserInfo; isAdmin: boolean; mustChangePassword: boolean };

const keys = {
  access: 'access_token',
  refresh: 'refresh_token',
  user: 'user_info',
  profile: 'profile',
} as const;
/** Tells other tabs, and retry-sign-out.ts on the next page, that the user has signed out. */
const leftKey = 'left_at';
const store = createStore<Session>({ status: 'checking' });

export const session = store.get;
export const onSessionChange = store.subscribe;
export const useSession = () => useStore(store);

/** The signed-in user; only for screens behind the guard. */
export function useUser(): UserInfo {
  const current = useSession();
  return current.status === 'signed_in' ? current.user : nobody;
}

const nobody: UserInfo = {
  id: 0,
  email: '',
  username: '',
  first_name: '',
  last_name: '',
  roles: [],
  is_admin: false,
  profile_image: null,
};

/** During an impersonation this is the impersonation's token; the user's own stays in storage. */
export const accessToken = () => impersonation()?.token ?? readStored(keys.access);

interface Claims {
  is_admin: boolean;
  user_id: number;
}

/** Cache of the last parsed token, because a page reads its claims many times. */
let lastRead: { token: string; claims: Claims } | undefined;

function parseClaims(token: string): Claims | undefined {
  if (lastRead?.token === token) return lastRead.claims;
  try {
    const part = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const read = { is_admin: claims.is_admin === true, user_id: Number(claims.user_id ?? claims.sub) };
    lastRead = { token, claims: read };
    return read;
  } catch {
    return undefined;
  }
}

/** Returns the claims of an access token; an unreadable one is removed from storage. */
function readClaims(token: string): Claims | undefined {
  const claims = parseClaims(token);
  if (!claims) writeStored(keys.access, null);
  return claims;
}

/** Returns whose access token is stored now. Unlike the session, it reflects a sign-in in another tab at once. */
export function tokenOwner(token = accessToken()): number | undefined {
  return token ? parseClaims(token)?.user_id : undefined;
}

function readUser(): UserInfo | undefined {
  try {
    const user = JSON.parse(readStored(keys.user) ?? '') as UserInfo;
    return typeof user.id === 'number' ? user : undefined;
  } catch {
    return undefined;
  }
}

function showSignedIn(): boolean {
  const viewed = impersonation();
  if (viewed) {
    store.set({ status: 'signed_in', user: viewed.user, isAdmin: false, mustChangePassword: false });
    return true;
  }
  const token = accessToken();
  const claims = token ? readClaims(token) : undefined;
  const user = readUser();
  if (!claims || !user) return false;
  store.set({
    status: 'signed_in',
    user,
    isAdmin: claims.is_admin,
    mustChangePassword: user.must_change_password === true,
  });
  return true;
}

/** Stores a token response and shows its user as signed in. */
export function storeTokens(answer: TokenAnswer): void {
  writeStored(keys.refresh, answer.refresh);
  writeStored(keys.user, JSON.stringify(answer.user_info));
  writeStored(keys.access, answer.access);
  if (!showSignedIn()) clearSession();
  // Staff keep nothing on the device, and see nothing of the customer who used it before.
  else if (answer.user_info.is_admin) clearDeviceData({ unsent: true });
}

/** Shows a change of the user's own name, address or picture at once. The next token response contains it as well. */
export function changeUser(
  change: Partial<Pick<UserInfo, 'email' | 'username' | 'first_name' | 'last_name' | 'profile_image'>>,
): void {
  const user = readUser();
  if (!user) return;
  writeStored(keys.user, JSON.stringify({ ...user, ...change }));
  showSignedIn();
}

/**
 * Removes what is kept on the device together with its key: the copies of what the server has. It is here and not in the code that keeps them,
 * because it must work when that code cannot be loaded.
 * @param also what the server has not received yet, and what the tab keeps: a link from an email or an opened share must not pass to the next user
 */
export function clearDeviceData(also: { unsent?: boolean; tab?: boolean } = {}): void {
  try {
    for (const name of also.unsent ? ['kept', 'outbox', 'drafts', 'shared'] : ['kept'])
      globalThis.indexedDB?.deleteDatabase(`device-${name}`);
    if (also.tab) sessionStorage.clear();
  } catch {
    // Without such storage nothing is kept.
  }
}

/** Clears tokens, profile and user. At the end of an impersonation the user's own sign-in stays. */
export function clearSession({ left = false, why }: { left?: boolean; why?: string | false } = {}): void {
  if (impersonation()) {
    endImpersonationHere();
    return;
  }
  const wasIn = readStored(keys.refresh) !== null;
  for (const key of Object.values(keys)) writeStored(key, null);
  if (left) writeStored(leftKey, String(Date.now()));
  clearDeviceData({ unsent: left, tab: left });
  const before = store.get();
  // A request still in flight finds the session gone as well, although the user has signed out.
  const hasLeft = left || (before.status === 'signed_out' && before.left === true);
  const ended = !hasLeft && (why || (before.status === 'signed_out' && before.ended) || wasIn);
  store.set({ status: 'signed_out', left: hasLeft, ended });
}

/** The portal repeats the same response for ten seconds, so a lost one has to be requested again within that time. */
const lostAfterMs = 5_000;

/** Repeats a slow request and takes the response that comes first: the first one may be late rather than lost. */
async function retryIfSlow<T>(ask: () => Promise<T>): Promise<T> {
  const first = ask();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, lostAfterMs));
  const inTime = await Promise.race([first, late]);
  if (inTime !== undefined) return inTime;
  const again = ask();
  const answered = again.catch((error: unknown) => (isUnreachable(error) ? first : Promise.reject(error)));
  return Promise.race([first.catch(() => again), answered]);
}

/** Longest wait for the renewal that first-paint.js started; after that a new one replaces it. */
const longestEarlyMs = 30_000;
let refreshing: Promise<boolean> | undefined;
/** The renewal that first-paint.js started, while it is in flight. */
let early: Promise<string | false> | undefined;

/**
 * Exchanges the refresh token, once for all concurrent callers.
 * @returns whether there is a new access token; false also clears the session, except after a network failure
 */
export function refreshTokens(): Promise<boolean> {
  refreshing ??= (async () => {
    if (early && (await early)) return showSignedIn();
    const refresh = impersonation() ? null : readStored(keys.refresh);
    if (!refresh) {
      clearSession();
      return false;
    }
    try {
      const answer = await retryIfSlow(() =>
        send({ method: 'POST', path: '/token/refresh/', body: { refresh }, isLimited: true }),
      );
      // Another tab has signed out or stored other tokens meanwhile, perhaps of another user.
      if (readStored(keys.refresh) !== refresh) return showSignedIn();
      storeTokens(answer as TokenAnswer);
      return true;
    } catch (error) {
      // Another tab may have renewed the tokens meanwhile: they are then in storage.
      if (readStored(keys.refresh) !== refresh && accessToken()) return showSignedIn();
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        clearSession({ why: error.code === 'account_closed' && error.message });
        return false;
      }
      throw error;
    }
  })().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

let isFirstCheck = true;

/** The requests sent before the code was loaded are as old as the page. */
function takeEarlyRequests(): typeof globalThis.asked {
  if (!isFirstCheck) return undefined;
  isFirstCheck = false;
  return globalThis.asked;
}

/** Verifies the stored access token, and renews it or signs out if necessary. Without a network the token is trusted. */
async function checkSession(): Promise<void> {
  if (impersonation()) {
    showSignedIn();
    return;
  }
  const asked = takeEarlyRequests();
  early = asked?.renewed && withTimeout(longestEarlyMs, asked.renewed).catch(() => false as const);
  const isRenewed = await early;
  early = undefined;
  if (isRenewed && showSignedIn()) return;
  const token = accessToken();
  if (!token && !readStored(keys.refresh)) return clearSession();
  try {
    if (!token || !readClaims(token)) {
      await refreshTokens();
      return;
    }
    const answer = asked?.token === token ? asked.verified : undefined;
    await send({ method: 'POST', path: '/token/verify/', body: { token }, answer, isLimited: true });
    if (!showSignedIn()) await refreshTokens();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      await refreshTokens().catch(() => undefined);
      if (store.get().status === 'checking' && !showSignedIn()) clearSession();
    } else if (!showSignedIn()) clearSession();
  }
}

/** Stops waiting for the check on a connection that was lost silently: the page continues as without a network, and a late response still counts. */
async function checkWithinLimit(): Promise<void> {
  const checked = checkSession();
  await Promise.race([checked, new Promise((late) => setTimeout(late, lostAfterMs))]);
  if (store.get().status === 'checking' && !showSignedIn()) await checked;
}

let ready: Promise<void> | undefined;

/** Resolves when the first check has finished or takes too long. */
export function sessionReady(): Promise<void> {
  ready ??= checkWithinLimit();
  return ready;
}

let finishBefore = async (): Promise<void> => {};

/** Registers what has to be sent in the user's name before they sign out. It must finish soon, even on a bad connection. */
export function beforeSignOut(work: () => Promise<void>): void {
  finishBefore = work;
}

export async function signOut(): Promise<void> {
  if (impersonation()) {
    endImpersonationHere();
    return;
  }
  await finishBefore();
  const refresh = readStored(keys.refresh);
  const token = accessToken() ?? undefined;
  // The response is not awaited: on a bad connection it may never come, and a user who closes the page must still be signed out.
  forgetTheme();
  clearSession({ left: true });
  const body = refresh ? { refresh } : {};
  void send({ method: 'POST', path: '/token/logout/', body, token, keepalive: true }).catch(() => {
    // Signed out on this device in any case; retry-sign-out.ts repeats the request.
  });
}

/** Follows a sign-in or sign-out in another tab. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === leftKey && !impersonation()) store.set({ status: 'signed_out', left: true });
    // A sign-out removes the refresh token right after the access token, which must not be refreshed in between.
    else if (
      event.key === null ||
      event.key === keys.refresh ||
      (event.key === keys.access && event.newValue)
    )
      void checkSession();
  });
  // A page restored by the back button has missed all of these events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkSession();
  });
}
