// Endpoints that are open to everyone still recognise people who may not act for the shop yet.
import { expect, test } from 'vitest';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

test('an owner cannot open accounts before replacing a temporary password', async () => {
  const owner = await portal.customer();
  await portal.call('PUT', `/account/user/${owner.id}/roles/`, {
    token: portal.admin.token,
    body: { roles: ['owner'] },
  });
  const temporary = 'abc12x';
  await portal.call('POST', '/account/update-password/', {
    token: portal.admin.token,
    body: { user: owner.id, new_password: temporary, confirm_password: temporary },
  });
  const { body } = await portal.signIn(owner.email, temporary);
  expect(body.user_info.must_change_password).toBe(true);
  const account = {
    first_name: 'নতুন',
    last_name: 'গ্রাহক',
    email: 'made-by-owner@mail.test',
    password: 'nodir-dhare-bari-42',
  };
  const refused = await portal.call('POST', '/account/sign-up/', { token: body.access, body: account });
  expect(refused).toMatchObject({ status: 403, body: { code: 'password_change_required' } });
  const byAdmin = await portal.call('POST', '/account/sign-up/', {
    token: portal.admin.token,
    body: account,
  });
  expect(byAdmin.status).toBe(201);
});
