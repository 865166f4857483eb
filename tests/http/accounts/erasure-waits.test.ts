// Erasing a person with years of orders takes seconds. Nobody else waits for it.
import { expect, it } from 'vitest';
import { holdRows } from '../../support/held-rows.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal } from '../steps.ts';

const portal = usePortal();
const erase = ({ id }: Person) =>
  portal.call('DELETE', `/account/user/${id}/`, { token: portal.admin.token });
const change = ({ id }: Person, body: Record<string, unknown>) =>
  portal.call('PATCH', `/account/user/${id}/`, { token: portal.admin.token, body });

it('lets an owner sign in and block and erase others while someone is being erased', async () => {
  const [erased, blocked, other] = [
    await portal.customer(),
    await portal.customer(),
    await portal.customer(),
  ];
  const held = await holdRows(portal.ownerUrl, 'select from users where id = $1 for update', [erased.id]);
  const erasing = erase(erased);
  await held.waiting(1);
  const meanwhile = [
    await portal.signIn(portal.admin.email, portal.admin.password),
    await change(blocked, { is_active: false }),
    await erase(other),
  ];
  await held.release();
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await erasing).status).toBe(200);
});

it('keeps the last owner, even if that person became one while the request was waiting', async () => {
  const person = await portal.customer();
  const held = await holdRows(portal.ownerUrl, `update users set roles = '{owner}' where id = $1`, [
    person.id,
  ]);
  await held.run(`update users set roles = '{operator}' where id = $1`, [portal.admin.id]);
  const calls = [change(person, { is_active: false }), erase(person)];
  await held.waiting(2);
  await held.release();
  for (const call of calls) expectRefusal(await call, 'last_owner', 'bn', 'staff');
});
