// Which call makes which data stale. The API client applies it to every answer, so no screen needs to know the others.
import type { QueryClient } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage } from '#contract/live.ts';
import { type ChangingCall, onChangingCall } from './api.ts';
import { ApiError } from './api-error.ts';
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
];
const document: Names = [...wallet, 'files', 'document'];
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
];
const payments: Names = ['payments', 'payment', 'money-waiting', 'recharges'];
const settlements: Names = ['settlements', 'settlement', 'money-waiting', 'payments'];
const offer: Names = ['services', 'service', 'service-status', 'usual-times', 'public-services'];
const settings: Names = ['settings', 'shop'];

/** Complete by its type: a call that changes something does not compile until it is listed here. */
const affects: Readonly<Record<ChangingCall, Names>> = {
  'POST /token/': nothing,
  'POST /token/verify/': nothing,
  'POST /token/refresh/': nothing,
  'POST /token/logout/': nothing,
  'POST /account/ws-ticket/': nothing,

  'POST /account/sign-up/': people,
  'PATCH /account/user/:id/': people,
  'PUT /account/user/:id/': people,
  'PUT /account/user/:id/roles/': people,
  'DELETE /account/user/:id/': ['users', 'short-users', 'recent-customers', 'admin-overview'],
  'POST /account/user/update-profile-image/': people,
  'PUT /account/user/update-profile-image/': people,
  'POST /account/user/:id/view/': nothing,
  'DELETE /account/views/:id/': nothing,
  'POST /account/password-reset/': nothing,
  'POST /account/password-reset/confirm/': nothing,
  'POST /account/update-password/': ['sessions'],
  'PUT /account/update-password/': ['sessions'],
  'POST /account/email-confirmation/': nothing,
  'POST /account/email-confirmation/confirm/': ['user'],
  'DELETE /account/sessions/:id/': ['sessions'],
  'POST /account/second-factor/': nothing,
  'POST /account/second-factor/confirm/': ['second-factor'],
  'DELETE /account/second-factor/': ['second-factor'],
  'POST /account/activity/:id/open/': nothing,
  'POST /account/export/': ['data-export'],
  'POST /account/erasure/': nothing,

  'POST /account/notices/:id/read/': ['notices'],
  'POST /account/notices/read-all/': ['notices'],
  'PUT /account/notices/choices/': ['notice-choices'],
  'PATCH /account/notices/choices/': ['notice-choices'],

  'PUT /account/settings/:key/': settings,
  'POST /account/settings/:key/pending/approve/': settings,
  'DELETE /account/settings/:key/pending/': settings,
  'PUT /account/shop-logo/': settings,
  'DELETE /account/shop-logo/': settings,

  'PUT /account/services/arrangement/': offer,
  'PUT /account/services/:id/': offer,
  'PATCH /account/services/:id/': offer,
  'POST /account/services/:id/price-changes/': offer,
  'DELETE /account/services/price-changes/:id/': offer,
  'POST /account/services/sub-types/:id/': offer,
  'PUT /account/services/sub-types/update/:id/': offer,
  'PATCH /account/services/sub-types/update/:id/': offer,

  'POST /account/nid-extract/': nothing,
  'POST /account/sign-copy-extract/': nothing,
  'POST /account/new-birth/': nothing,
  'POST /account/nid-details/': document,
  'POST /account/nid-details/preview/': nothing,
  'POST /account/create-sign-to-server/preview/': nothing,
  'POST /account/new-birth-certificate/preview/': nothing,
  'PATCH /account/nid-details/:id/': document,
  'PUT /account/nid-details/:id/': document,
  'POST /account/create-sign-to-server/': document,
  'PATCH /account/sing-to-server-copy/:id/': document,
  'PUT /account/sing-to-server-copy/:id/': document,
  'POST /account/extract-tin-data/': document,
  'POST /account/server-copy-unofficial/': document,
  'POST /account/new-birth-certificate/': document,
  'PATCH /account/new-birth-details/:id/': document,
  'PUT /account/new-birth-details/:id/': document,

  'POST /verify-document/': nothing,
  'POST /account/myfile/recent/': nothing,
  'POST /account/myfile/:id/shares/': ['shares'],
  'DELETE /account/myfile/:id/shares/:shareId/': ['shares'],
  'DELETE /account/shares/': ['shares'],
  'POST /s/:token/viewings/': nothing,

  'POST /account/orders/': [...orders, ...wallet],
  'PATCH /account/orders/:id/': orders,
  'PUT /account/orders/:id/': orders,
  'POST /account/orders/re-upload/:id/': orders,
  'PATCH /account/orders/re-upload/:id/': orders,
  'POST /account/orders/:id/take/': orders,
  'POST /account/orders/:id/hand-on/': orders,
  'POST /account/orders/:id/cancel/': [...orders, ...wallet],
  'POST /account/saved-replies/': ['saved-replies'],
  'PUT /account/saved-replies/:id/': ['saved-replies'],
  'PATCH /account/saved-replies/:id/': ['saved-replies'],
  'DELETE /account/saved-replies/:id/': ['saved-replies'],

  'POST /account/transactions/create/': cash,
  'POST /account/transactions/withdrawl/': cash,
  'POST /account/transactions/:id/approve/': cash,
  'POST /account/transactions/:id/reject/': cash,

  'POST /payment/:provider/create/': nothing,
  'POST /payment/:provider/notice/': nothing,
  'POST /payment/:provider/callback/': nothing,
  'POST /sandbox/pay/:paymentId/': nothing,
  'POST /account/payments/:id/check/': payments,
  'POST /account/payments/:id/resolve/': payments,
  'POST /account/payments/:id/approve/': payments,
  'POST /account/payments/:id/reject/': payments,
  'POST /account/settlements/': settlements,
  'POST /account/settlements/:id/items/:position/resolve/': settlements,
  'POST /account/books/audit/': ['books'],
};

/** Data that a refusal shows to be outdated, besides what the call would have changed. */
const affectedByRefusal: Readonly<Partial<Record<ErrorCode, Names>>> = {
  service_inactive: ['service', 'services'],
  price_changed: ['service', 'services'],
};

/** Each read is an entry in the audit log, so only a change refetches. */
const onlyAfterSuccess: ReadonlySet<DataName> = new Set(['document']);

/** What a live message makes stale on every screen. Lists of orders follow in their own way, see orders/queries.ts. */
const affectedByMessage: Readonly<Record<LiveMessage['type'], Names>> = {
  order_created: ['overdue-count', 'pending-count', 'admin-overview', 'customer-overview'],
  order_updated: ['overdue-count', 'pending-count', 'admin-overview', 'customer-overview'],
  order_deleted: ['overdue-count', 'pending-count', 'admin-overview', 'customer-overview'],
  balance: ['balance', 'transactions'],
  // Everything that a notice to staff may be about: pending approvals, and mismatched payments.
  notice: ['money-waiting', 'cash-requests', 'recharges', 'payments', 'settlements'],
  catalogue: offer,
  shop: settings,
  viewers: nothing,
  ready: ['orders', 'order', 'notices'],
};

export function makeStale(client: QueryClient, names: Names): void {
  for (const name of new Set(names)) void client.invalidateQueries({ queryKey: [name] });
}

export function makeEverythingStale(client: QueryClient): void {
  void client.invalidateQueries();
}

export const followMessage = (client: QueryClient, message: Pick<LiveMessage, 'type'>): void =>
  makeStale(client, affectedByMessage[message.type]);

/** @param failure why there is no answer, or which refusal it was */
export function afterCall(key: ChangingCall, failure?: unknown): void {
  const names = affects[key];
  const doubtful = names.filter((name) => !onlyAfterSuccess.has(name));
  if (failure === undefined) makeStale(queryClient, names);
  else if (!(failure instanceof ApiError)) {
    // It is unknown whether the change was made, and nothing can be loaded now: refetch on next use.
    for (const name of doubtful)
      void queryClient.invalidateQueries({ queryKey: [name], refetchType: 'none' });
  } else if (failure.status !== 400) {
    // A 400 means wrong input: nothing has changed, on the server or the screen.
    makeStale(queryClient, [...doubtful, ...(affectedByRefusal[failure.code as ErrorCode] ?? [])]);
  }
}

onChangingCall(afterCall);
