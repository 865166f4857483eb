import { expect, it } from 'vitest';
import { noticeTarget } from './notice-target.ts';

it('a notice leads staff to where they can do something about it, and never into the portal of a customer', () => {
  const of = (kind: string) => noticeTarget({ kind, id: '7' }, 'admin');
  expect(of('service')).toEqual({ to: '/admin/services' });
  expect(of('trail')).toEqual({ to: '/admin/users/activity' });
  expect(of('payment')).toEqual({ to: '/admin/payments', search: { payment: '7' } });
  const kinds = ['order', 'service', 'payment', 'cash_request', 'user', 'trail', 'job', 'disk', 'books'];
  for (const kind of kinds) expect(of(kind).to).toMatch(/^\/admin\//);
});

it('a notice leads customers to their order, to who looked at their data, or to their money', () => {
  const of = (kind: string) => noticeTarget({ kind, id: '7' }, 'app');
  expect(of('order')).toEqual({ to: '/app/my-orders/7' });
  expect(of('trail')).toEqual({ to: '/app/profile', search: { tab: 'trail' } });
  expect(of('')).toEqual({ to: '/app/recharge-history' });
});
