// Who is signed in: tokens in local storage, checked at the start, renewed once for however many calls need it.
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
  /** `left`: the person signed out. `ended`: there was a session that expired or was ended elsewhere; or why. */
  | { status: 'signed_out'; left?: boolean; ended?: boolean | string }
  | { status: 'signed_in'; user: UserInfo; isAdmin: boolean; mustChangePassword: boolean };

const keys = {
  access: 'access_token',
  refresh: 'refresh_token',
  user: 'user_info',
  profile: 'profile',
} as const;
/** Notifies other tabs when the user signs out, and retry-sign-out.ts at the next page. */
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

/** During an impersonation it is the impersonation's token; your own stays in storage. */
export const accessToken = () => impersonation()?.token ?? readStored(keys.access);

interface Claims {
  is_admin: boolean;
  user_id: number;
}

/** The token that was read last: a page asks for its claims many times. */
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

/** The claims of an access token; an unreadable one is removed from storage. */
function readClaims(token: string): Claims | undefined {
  const claims = parseClaims(token);
  if (!claims) writeStored(keys.access, null);
  return claims;
}

/** Whose access token is stored now. Unlike the session, it is at once that of another tab's sign-in. */
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

/** Stores a token answer and shows its user as signed in. */
export function storeTokens(answer: TokenAnswer): void {
  writeStored(keys.refresh, answer.refresh);
  writeStored(keys.user, JSON.stringify(answer.user_info));
  writeStored(keys.access, answer.access);
  if (!showSignedIn()) clearSession();
  // Staff keep nothing, and find nothing of the customer who used this device before.
  else if (answer.user_info.is_admin) forgetDevice({ unsent: true });
}

/** Shows a change of your own name, address or picture at once; the next token answer has it as well. */
export function changeUser(
  change: Partial<Pick<UserInfo, 'email' | 'username' | 'first_name' | 'last_name' | 'profile_image'>>,
): void {
  const user = readUser();
  if (!user) return;
  writeStored(keys.user, JSON.stringify({ ...user, ...change }));
  showSignedIn();
}

/**
 * Removes what is kept on the device, with its key: the copies of what the server has.
 * Here and not with the code that keeps: it has to work when that code cannot be loaded.
 * @param also what the server has not got yet, and what the tab keeps: a link from an email or an opened share is not of whoever sits down at it next
 */
export function forgetDevice(also: { unsent?: boolean; tab?: boolean } = {}): void {
  try {
    for (const name of also.unsent ? ['kept', 'outbox', 'drafts', 'shared'] : ['kept'])
      globalThis.indexedDB?.deleteDatabase(`device-${name}`);
    if (also.tab) sessionStorage.clear();
  } catch {
    // Without such storage nothing is kept.
  }
}

/** Clears tokens, profile and user; the end of an impersonation leaves your own sign-in alone. */
export function clearSession({ left = false, why }: { left?: boolean; why?: string | false } = {}): void {
  if (impersonation()) {
    endImpersonationHere();
    return;
  }
  const wasIn = readStored(keys.refresh) !== null;
  for (const key of Object.values(keys)) writeStored(key, null);
  if (left) writeStored(leftKey, String(Date.now()));
  forgetDevice({ unsent: left, tab: left });
  const before = store.get();
  // A call still in flight finds the session gone as well: the user has signed out all the same.
  const hasLeft = left || (before.status === 'signed_out' && before.left === true);
  const ended = !hasLeft && (why || (before.status === 'signed_out' && before.ended) || wasIn);
  store.set({ status: 'signed_out', left: hasLeft, ended });
}

/** The portal gives the same answer once more within ten seconds: an answer that was lost has to be asked for again before that. */
const lostAfterMs = 5_000;

/** Takes what comes first: the first answer may be slow, and not lost. */
async function retryIfSlow<T>(ask: () => Promise<T>): Promise<T> {
  const first = ask();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, lostAfterMs));
  const inTime = await Promise.race([first, late]);
  if (inTime !== undefined) return inTime;
  const again = ask();
  const answered = again.catch((error: unknown) => (isUnreachable(error) ? first : Promise.reject(error)));
  return Promise.race([first.catch(() => again), answered]);
}

/** For the renewal that first-paint.js has begun; a new one takes its place. */
const longestEarlyMs = 30_000;
let refreshing: Promise<boolean> | undefined;
/** The renewal that first-paint.js has begun, while it is under way. */
let early: Promise<string | false> | undefined;

/**
 * Exchanges the refresh token, once however many callers ask at the same time.
 * @returns whether there is a new access token; false clears the session, except when the network failed.
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
      // Another tab has signed out meanwhile, or stored other tokens, perhaps another person's.
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

/** The answer asked for before the code was loaded is as old as the page. */
function takeEarlyRequests(): typeof globalThis.asked {
  if (!isFirstCheck) return undefined;
  isFirstCheck = false;
  return globalThis.asked;
}

/** Verifies the stored access token, renews it if necessary, or signs out. Without a network the token is trusted. */
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

/** On a line that was lost without a sound no answer comes: the page goes on as without a network, and what comes late still counts. */
async function checkWithinLimit(): Promise<void> {
  const checked = checkSession();
  await Promise.race([checked, new Promise((late) => setTimeout(late, lostAfterMs))]);
  if (store.get().status === 'checking' && !showSignedIn()) await checked;
}

let ready: Promise<void> | undefined;

/** Resolves when the first check is over, or takes too long. */
export function sessionReady(): Promise<void> {
  ready ??= checkWithinLimit();
  return ready;
}

let finishBefore = async (): Promise<void> => {};

/** Registers what has to be sent as the person who is about to sign out; it must end soon, even on a bad line. */
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
  // The answer is not awaited: on a bad line it may never come, and somebody who closes the page then has to be signed out all the same.
  forgetTheme();
  clearSession({ left: true });
  const body = refresh ? { refresh } : {};
  void send({ method: 'POST', path: '/token/logout/', body, token, keepalive: true }).catch(() => {
    // Signed out here in any case; retry-sign-out.ts tells it again.
  });
}

/** Follows a sign-in or sign-out in another tab. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === leftKey && !impersonation()) store.set({ status: 'signed_out', left: true });
    // A sign-out removes the refresh token right after the access token, and it must not be used in between.
    else if (
      event.key === null ||
      event.key === keys.refresh ||
      (event.key === keys.access && event.newValue)
    )
      void checkSession();
  });
  // A page that the back button brings back as it was left has heard of none of that meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkSession();
  });
}
