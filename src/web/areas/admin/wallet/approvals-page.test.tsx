// Which approval actions each user gets, rendered without a browser. Interactions are tested in tests/journeys.
import { expect, it } from 'vitest';
import type { UserInfo } from '#contract/accounts/calls.ts';
import { customer, list, renderPlainScreen } from '../../../../../tests/support/render-screen.tsx';

const accountant: UserInfo = { ...customer, id: 3, roles: ['accountant'], is_admin: true };

const askedBy = (id: number) => ({
  id: '0192d3c5-0000-7000-8000-000000000001',
  kind: 'refund',
  order: 12,
  user: { id: 7, first_name: 'রহিমা', last_name: 'খাতুন', username: 'rahima@mail.test' },
  amount: '600.00',
  bonus: '0.00',
  note: 'কাজটি হয়নি',
  balance: '100.00',
  requested_by: { id, name: 'কর্মী' },
  created_at: '2026-11-21T08:30:00.000Z',
});

const [takeBack, decisions] = [['ফিরিয়ে নিন'], ['অনুমোদন করুন', 'নাকচ করুন']];

it.each([
  ['who asked may take it back and not decide', 'accountant', 3, takeBack, decisions],
  ['anybody else may decide and not take it back', 'accountant', 4, decisions, takeBack],
  ['a cashier may take back their own', 'cashier', 3, takeBack, decisions],
  ['a cashier may do nothing about that of others', 'cashier', 4, [], [...decisions, ...takeBack]],
])('%s', async (_, role, asker, offered, missing) => {
  const answers = { '/account/transactions/waiting/': list([askedBy(asker)]) };
  const { texts } = await renderPlainScreen('/admin/approvals', { ...accountant, roles: [role] }, answers);
  expect(texts).toContain('৳ ৬০০.০০');
  for (const label of offered) expect(texts).toContain(label);
  for (const label of missing) expect(texts).not.toContain(label);
});

it('who may not move money sees what waits, and no button', async () => {
  const answers = { '/account/transactions/waiting/': list([askedBy(4)]) };
  const auditor = { ...accountant, roles: ['auditor'] };
  const { texts, html } = await renderPlainScreen('/admin/approvals', auditor, answers);
  expect(texts).toContain('৳ ৬০০.০০');
  expect(html).not.toContain('<button');
});
