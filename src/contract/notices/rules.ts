// The kinds of notices and their recipients; without zod, so that screens share them with the server.
import { hasRight, type Right } from '../access.ts';

export const customerNoticeKinds = [
  'order_taken',
  'order_question',
  'order_due_moved',
  'order_resumed',
  'order_completed',
  'order_replaced',
  'order_rejected',
  'order_refunded',
  'recharge_credited',
  'cash_paid_out',
  'movement_corrected',
  'account_viewed',
] as const;

/** Each kind goes to everyone with the right; `order_handed_on`, `order_returned`, `order_answered`, `order_woken` and the result of an approval only to the person concerned. */
export const staffNoticeKinds = {
  order_created: 'orders.work',
  order_overdue: 'orders.work',
  order_handed_on: 'orders.work',
  order_returned: 'orders.work',
  order_answered: 'orders.work',
  order_woken: 'orders.work',
  payment_attention: 'wallets.move',
  approval_asked: 'wallets.move',
  approval_granted: 'cash.take',
  approval_refused: 'cash.take',
  books_attention: 'wallets.move',
  outage_attention: 'orders.work',
  mail_attention: 'services.manage',
  storage_attention: 'settings.manage',
  trail_attention: 'trail.open',
  job_attention: 'settings.manage',
  backup_attention: 'settings.manage',
} as const satisfies Record<string, Right>;

export type StaffNoticeKind = keyof typeof staffNoticeKinds;
export type NoticeKind = (typeof customerNoticeKinds)[number] | StaffNoticeKind;

/** Whether a kind is emailed by default: those about money that someone else took from the wallet, whose owner may not look for a year. */
export const isMailedByDefault = (kind: NoticeKind): boolean =>
  kind === 'cash_paid_out' || kind === 'movement_corrected';

export const isForStaff = (kind: NoticeKind): kind is StaffNoticeKind => kind in staffNoticeKinds;

export const noticeKinds: readonly NoticeKind[] = [
  ...customerNoticeKinds,
  ...(Object.keys(staffNoticeKinds) as StaffNoticeKind[]),
];

/** Lists the kinds that a person with these roles may receive. */
export function noticeKindsFor(roles: readonly string[]): NoticeKind[] {
  const own = (Object.keys(staffNoticeKinds) as StaffNoticeKind[]).filter((kind) =>
    hasRight(roles, staffNoticeKinds[kind]),
  );
  return roles.includes('customer') ? [...customerNoticeKinds, ...own] : own;
}

/** Lists the kinds that are hidden from a person who lost the right to them. */
export const noticeKindsHiddenFrom = (roles: readonly string[]): NoticeKind[] =>
  (Object.keys(staffNoticeKinds) as StaffNoticeKind[]).filter(
    (kind) => !hasRight(roles, staffNoticeKinds[kind]),
  );

/** Notices on one page of the list. */
export const noticePageSize = 20;
