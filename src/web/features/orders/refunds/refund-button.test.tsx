// Who may refund which orders, rendered without a browser.
import { expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { Order } from '#contract/orders/calls.ts';
import { customer, owner, renderScreen } from '../../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../../tests/support/sample-answer.ts';
import { RefundButton } from './refund-button.tsx';
import { refundsBn } from './text-bn.ts';

const completed = {
  id: 12,
  status: 'completed' as const,
  service: { id: 2, name: 'হারানো এনআইডি রিপ্রিন্ট', name_en: 'Lost NID reprint', code: 'AB' },
  charge: '150.00',
  refunded: '149.99',
  user: { ...customer, profile: { phone: '', address: '', profile_image: null } },
};
const operator: UserInfo = { ...owner, id: 4, roles: ['operator'] };

it.each<[string, UserInfo, Partial<Order>, boolean]>([
  ['the rest of a completed order', owner, {}, true],
  ['an order of which nothing is left', owner, { refunded: '150.00' }, false],
  ['an order that is not completed', owner, { status: 'rejected' }, false],
  ['their own order', owner, { user: { ...completed.user, id: owner.id } }, false],
  ['an order, without the right', operator, {}, false],
])('%s', async (_, user, order, isOffered) => {
  const shown = sampleAnswer(Order, { ...completed, ...order });
  const { texts } = await renderScreen('/admin/orders', user, {}, <RefundButton order={shown} />);
  expect(texts).toEqual(isOffered ? [refundsBn.action] : []);
});
