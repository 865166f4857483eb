// Leftovers of a sandbox are found before real payments are accepted.
import { expect, it } from 'vitest';
import { trialAccounts } from '#server/demo.ts';
import { usePortal } from '../../support/portal.ts';
import { eventually } from '../steps.ts';

const portal = usePortal();
const leftovers = () => portal.portal.payments.findSandboxLeftovers(trialAccounts);

it('counts wallets filled by the sandbox until they are empty, and trial accounts until they are closed', async () => {
  const paid = await portal.customer();
  const byStaff = await portal.customer();
  await portal.topUp(byStaff, '100');
  expect(await leftovers()).toEqual({ wallets: 0, accounts: 0 });
  const { body } = await portal.call('POST', '/payment/sandbox/create/', {
    token: paid.token,
    body: { amount: '100', payment_type: 'custom' },
  });
  const pay = await portal.call('POST', `/sandbox/pay/${body.payment_id}/`, {
    body: 'action=pay',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(pay.status).toBe(303);
  await eventually(
    () =>
      portal.call('GET', `/payment/sandbox/callback/?paymentID=${body.payment_id}&status=success`, {
        token: paid.token,
      }),
    (answer) => answer.body.status === 'success',
  );
  expect(await leftovers()).toEqual({ wallets: 1, accounts: 0 });
  const out = await portal.call('POST', '/account/transactions/withdrawl/', {
    token: portal.admin.token,
    body: { user: paid.id, amount: '100' },
  });
  expect(out.status, JSON.stringify(out.body)).toBe(200);
  expect(await leftovers()).toEqual({ wallets: 0, accounts: 0 });
  const trial = await portal.customer({ email: 'demo7@nothipotro.test' });
  expect(await leftovers()).toEqual({ wallets: 0, accounts: 1 });
  const closed = await portal.call('PATCH', `/account/user/${trial.id}/`, {
    token: portal.admin.token,
    body: { is_active: false },
  });
  expect(closed.status).toBe(200);
  expect(await leftovers()).toEqual({ wallets: 0, accounts: 0 });
});
