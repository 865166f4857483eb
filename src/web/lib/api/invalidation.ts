// Which request makes which cached data stale. The API client applies this to every response, so screens need not know one another.
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type DocumentRecord, documentKinds, recordKinds } from '#contract/documents/kinds.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage } from '#contract/live/calls.ts';
import { followLanguage } from '../language.ts';
import { type ChangingCall, onChangingCall } from './api.ts';
import { ApiError, isUnreachable } from './api-error.ts';
import { type DataName, queryClient } from './query.ts';

type Names = readonly DataName[];

const nothing: Names = [];
const wallet: Names = ['balance', 'transactions', 'customer-overview'];
const orders: Names = [
  'orders',
  'order',
  'completed-orders',
  'overdue-count',
  'pending-count',
  'admin-overview',
  'report',
];
const tags: Names = ['order-tags', 'orders', 'order'];
const document: Names = [...wallet, 'files', 'document', 'recent-copy'];
const people: Names = ['users', 'user', 'short-users', 'recent-customers', 'admin-overview'];
const cash: Names = [
  'recharges',
  'cash-requests',
  'money-waiting',
  'users',
  'user',
  'balance-of',
  'admin-overview',
  'recent-customers',
  'report',
  'drawer',
];
const payments: Names = ['payments', 'payment', 'money-waiting', 'recharges'];
const settlements: Names = ['settlements', 'settlement', 'money-waiting', 'payments'];
const offer: Names = ['services', 'service', 'service-status', 'usual-times', 'public-services'];
const settings: Names = ['settings', 'shop', 'first-steps'];

/** Requests that make nothing stale. A type, so that their names are not part of the bundle. */
type CallOfNoConsequence =
  | 'POST /token/'
  | 'POST /token/verify/'
  | 'POST /token/refresh/'
  | 'POST /token/logout/'
  | 'POST /account/ws-ticket/'
  | `POST ${DocumentRecord['makePath']}preview/`
  | 'POST /account/user/:id/view/'
  | 'DELETE /account/views/:id/'
  | 'PUT /account/first-steps/:name/'
  | 'POST /account/password-reset/'
  | 'POST /account/password-reset/confirm/'
  | 'POST /account/password-reset/disown/'
  | 'POST /account/email-confirmation/'
  | 'POST /account/second-factor/'
  | 'POST /account/activity/:id/open/'
  | 'POST /account/erasure/'
  | 'POST /account/nid-extract/'
  | 'POST /account/sign-copy-extract/'
  | 'POST /account/new-birth/'
  | 'POST /verify-document/'
  | 'POST /account/myfile/recent/'
  | 'POST /s/:token/viewings/'
  | 'POST /account/copy-uploads/'
  | 'PATCH /account/copy-uploads/:id/'
  | 'DELETE /account/copy-uploads/:id/'
  | 'POST /account/copy-uploads/:id/nid-extract/'
  | 'POST /account/copy-uploads/:id/sign-copy-extract/'
  | 'POST /account/order-attachments/'
  | 'PATCH /account/order-attachments/:id/'
  | 'POST /account/order-attachments/:id/finish/'
  | 'DELETE /account/order-attachments/:id/'
  | 'POST /payment/:provider/create/'
  | 'POST /payment/:provider/notice/'
  | 'POST /payment/:provider/callback/'
  | 'POST /sandbox/pay/:paymentId/';

/** A PUT invalidates what the PATCH of the same path invalidates. */
type PutBesidePatch = {
  [K in ChangingCall]: K extends `PUT ${infer Path}`
    ? `PATCH ${Path}` extends ChangingCall
      ? K
      : never
    : never;
}[ChangingCall];

/** Data named like a segment of the path: requests to such a path invalidate exactly this data, unless they are listed below. */
const ownNames = [
  'backup',
  'books',
  'forms',
  'notices',
  'saved-replies',
  'saved-views',
  'sessions',
  'shares',
] as const satisfies Names;
type CallOfOwnName = Extract<ChangingCall, `${string}/${(typeof ownNames)[number]}/${string}`>;
type CallOfRecord = `POST ${DocumentRecord['makePath']}` | `PATCH ${DocumentRecord['path']}:id/`;
const ofRecords = Object.fromEntries(
  recordKinds.flatMap((kind) => {
    const { makePath, path } = documentKinds[kind].record;
    return [`POST ${makePath}`, `PATCH ${path}:id/`].map((key) => [key, document]);
  }),
) as Readonly<Record<CallOfRecord, Names>>;

type Listed = Exclude<ChangingCall, CallOfNoConsequence | CallOfOwnName | PutBesidePatch>;

/** Complete by its type: a request that changes something does not compile until it is listed here or above. */
const affects: Readonly<Record<Listed, Names> & Partial<Record<CallOfOwnName, Names>>> = {
  'POST /account/sign-up/': [...people, 'first-steps'],
  'PATCH /account/user/:id/': [...people, 'first-steps'],
  'PUT /account/user/:id/roles/': [...people, 'first-steps'],
  'POST /account/user/:id/notes/': ['user'],
  'DELETE /account/user/:id/': ['users', 'short-users', 'recent-customers', 'admin-overview'],
  'POST /account/user/update-profile-image/': people,
  'PUT /account/user/update-profile-image/': people,
  'POST /account/update-password/': ['sessions'],
  'PUT /account/update-password/': ['sessions'],
  'POST /account/email-confirmation/confirm/': ['user'],
  'POST /account/second-factor/confirm/': ['second-factor', 'first-steps'],
  'DELETE /account/second-factor/': ['second-factor', 'first-steps'],
  'POST /account/export/': ['data-export'],

  'PATCH /account/notices/choices/': ['notice-choices'],

  'PUT /account/settings/:key/': settings,
  'POST /account/settings/:key/pending/approve/': settings,
  'DELETE /account/settings/:key/pending/': settings,
  'PUT /account/shop-logo/': settings,
  'DELETE /account/shop-logo/': settings,

  'PUT /account/services/arrangement/': offer,
  'POST /account/services/': offer,
  'PATCH /account/services/:id/': offer,
  'PUT /account/services/:id/outage/': offer,
  'DELETE /account/services/:id/outage/': [...offer, ...orders],
  'POST /account/services/:id/price-changes/': offer,
  'DELETE /account/services/price-changes/:id/': offer,
  'POST /account/services/:id/forms/publish/': ['forms', ...offer],
  'POST /account/services/sub-types/:id/': offer,
  'PATCH /account/services/sub-types/update/:id/': offer,

  ...ofRecords,
  'POST /account/extract-tin-data/': document,
  'POST /account/server-copy-unofficial/': document,

  'POST /account/orders/': [...orders, ...wallet],
  'PATCH /account/orders/:id/': orders,
  'POST /account/orders/re-upload/:id/': orders,
  'PATCH /account/orders/re-upload/:id/': orders,
  'POST /account/orders/:id/take/': orders,
  'POST /account/orders/:id/hand-on/': orders,
  'POST /account/orders/:id/refund/': [...orders, ...cash],
  'POST /account/orders/:id/question/': orders,
  'DELETE /account/orders/:id/question/': orders,
  'POST /account/orders/:id/answer/': orders,
  'POST /account/orders/:id/attachments/': ['order'],
  'PUT /account/orders/:id/checks/': ['order'],
  'POST /account/orders/:id/notes/': ['order'],
  'PUT /account/orders/:id/due/': orders,
  'PUT /account/orders/:id/snooze/': orders,
  'POST /account/orders/:id/cancel/': [...orders, ...wallet],
  'POST /account/order-tags/': tags,
  'PATCH /account/order-tags/:id/': tags,
  'DELETE /account/order-tags/:id/': tags,
  'PUT /account/order-tags/:id/set/': tags,

  'POST /account/transactions/create/': cash,
  'POST /account/transactions/withdrawl/': cash,
  'POST /account/transactions/:id/approve/': cash,
  'POST /account/transactions/:id/reject/': cash,
  'POST /account/transactions/:id/take-back/': cash,
  'POST /account/drawer/counts/': cash,

  'POST /account/payments/:id/check/': payments,
  'POST /account/payments/:id/resolve/': payments,
  'POST /account/payments/:id/approve/': payments,
  'POST /account/payments/:id/reject/': payments,
  'POST /account/settlements/': settlements,
  'POST /account/settlements/:id/items/:position/resolve/': settlements,
};

/** Data that a refusal proves to be outdated, in addition to what the request would have changed. */
const affectedByRefusal: Readonly<Partial<Record<ErrorCode, Names>>> = {
  service_inactive: ['service', 'services'],
  price_changed: ['service', 'services'],
};

/** Every read of these is an entry in the audit log, so they are refetched only after a change that succeeded. */
const onlyAfterSuccess: ReadonlySet<DataName> = new Set(['document']);

/** What a live message makes stale on every screen. Lists of orders are updated separately, see orders/queries.ts. */
const affectedByMessage: Readonly<Record<LiveMessage['type'], Names>> = {
  order_created: ['overdue-count', 'pending-count', 'admin-overview', 'customer-overview'],
  order_updated: ['overdue-count', 'pending-count', 'admin-overview', 'customer-overview'],
  order_deleted: ['overdue-count', 'pending-count', 'admin-overview', 'customer-overview'],
  balance: ['balance', 'transactions', 'recent-copy'],
  // Everything that a notice to staff may be about: pending approvals and mismatched payments.
  notice: ['money-waiting', 'report', 'cash-requests', 'recharges', 'payments', 'settlements'],
  catalogue: offer,
  shop: settings,
  viewers: nothing,
  ready: nothing,
};

/**
 * Invalidates the matching queries. The query client restarts any fetch in flight except a first one, whose result may predate the change; that one
 * is refetched once it has arrived.
 */
export async function invalidate(client: QueryClient, filters: { queryKey?: QueryKey }): Promise<void> {
  const firsts = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await client.invalidateQueries(filters);
  for (const { queryKey: first, state } of firsts)
    if (state.data !== undefined) await client.invalidateQueries({ queryKey: first, exact: true });
}

export function invalidateByName(client: QueryClient, names: Names): void {
  for (const name of new Set(names)) void invalidate(client, { queryKey: [name] });
}

export function invalidateEverything(client: QueryClient): void {
  void invalidate(client, {});
}

// Many responses contain text in one language. Those cached forever contain none, and records are left alone because every read of one is logged.
followLanguage(
  () =>
    void queryClient.invalidateQueries({
      predicate: ({ options }) => (options as { staleTime?: number }).staleTime !== Number.POSITIVE_INFINITY,
    }),
);

const missingGapMs = 15_000;
let missingTimer: ReturnType<typeof setTimeout> | undefined;
let missingAt = 0;

/** Refetches what could not be loaded without a network, as the screen promises. The pause keeps queries that always fail from looping. */
export function refetchFailed(): void {
  clearTimeout(missingTimer);
  const load = () => {
    missingAt = Date.now();
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && isUnreachable(state.error),
    });
  };
  missingTimer = setTimeout(load, Math.max(0, missingAt + missingGapMs - Date.now()));
}

/** A busy desk receives twenty messages a second. */
const messageGapMs = 1_000;
/** A response that takes longer does not block the next load: it may never come. */
const longestAnswerMs = 10_000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** By client and key: whether another message arrived during the pause. */
const gaps = new WeakMap<QueryClient, Map<string, boolean>>();

/**
 * Invalidates what live messages make stale: at once, and once more if further messages arrived meanwhile. The second load waits for at least a
 * second and for the first response, which a slow network would otherwise never deliver.
 */
export async function invalidateThrottled(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const waiting = gaps.get(client) ?? new Map<string, boolean>();
  gaps.set(client, waiting);
  const hash = hashKey(queryKey);
  if (waiting.has(hash)) {
    waiting.set(hash, true);
    return;
  }
  waiting.set(hash, false);
  const loaded = invalidate(client, { queryKey });
  await Promise.all([Promise.race([loaded, pause(longestAnswerMs)]), pause(messageGapMs)]);
  const isOutdated = waiting.get(hash);
  waiting.delete(hash);
  if (isOutdated) void invalidateThrottled(client, queryKey);
}

export function invalidateForMessage(client: QueryClient, message: Pick<LiveMessage, 'type'>): void {
  for (const name of affectedByMessage[message.type]) void invalidateThrottled(client, [name]);
}

/**
 * Catches up on messages sent before the channel was open. It includes the lists of orders and the bell, which otherwise process such messages
 * themselves.
 */
export function invalidateForMissed(client: QueryClient, missed: readonly LiveMessage['type'][]): void {
  if (missed.length > 0)
    invalidateByName(client, [
      ...missed.flatMap((type) => affectedByMessage[type]),
      'notices',
      'orders',
      'order',
    ]);
}

/** @param failure the refusal, or the reason why there was no response */
export function invalidateAfterCall(key: ChangingCall, failure?: unknown): void {
  const listed = affects as Partial<Record<string, Names>>;
  const names =
    listed[key] ??
    listed[key.replace('PUT', 'PATCH')] ??
    ownNames.filter((name) => key.includes(`/${name}/`));
  const doubtful = names.filter((name) => !onlyAfterSuccess.has(name));
  if (failure === undefined) invalidateByName(queryClient, names);
  else if (!(failure instanceof ApiError)) {
    // It is unknown whether the change was made, and nothing can be loaded now: refetch on the next use.
    for (const name of doubtful)
      void queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  } else if (failure.status !== 400) {
    // A 400 means wrong input: nothing has changed, on the server or the screen.
    invalidateByName(queryClient, [...doubtful, ...(affectedByRefusal[failure.code as ErrorCode] ?? [])]);
  }
}

onChangingCall(invalidateAfterCall);
