// Staff notes on a customer: who writes and reads them, that they are sealed, that no response shows them to the customer, and that they are erased.
import { expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
const secret = 'গ্রাহক টাকা ফেরত চেয়েছিলেন, ৮৮৪২ নম্বর রসিদ';

async function noted() {
  const person = await portal.customer();
  const operator = await makeStaff(portal, 'operator');
  const at = `/account/user/${person.id}/notes/`;
  const write = () =>
    portal.call('POST', at, {
      token: operator.token,
      body: { text: secret },
      headers: { 'Idempotency-Key': `user-note-${person.id}` },
    });
  const added = await write();
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return { person, operator, at, added, write };
}

it('is written by staff who work on orders, once per key, and read by all staff with its author and time', async () => {
  const { person, operator, at, added, write } = await noted();
  expect(added.body).toMatchObject({ text: secret, by: { id: operator.id } });
  expect(Math.abs(Date.parse(added.body.at) - Date.now())).toBeLessThan(60_000);
  expect((await write()).body).toEqual(added.body);
  for (const role of ['accountant', 'auditor'] as const) {
    const reader = await makeStaff(portal, role);
    const { body } = await portal.call('GET', at, { token: reader.token });
    expect(body).toEqual({ results: [added.body], count: 1 });
    expectRefusal(await portal.call('POST', at, { token: reader.token, body: { text: 'x' } }), 'not_allowed');
  }
  expectRefusal(await portal.call('GET', at, { token: person.token }), 'not_allowed');
  expectRefusal(await portal.call('POST', at, { token: person.token, body: { text: 'x' } }), 'not_allowed');
  expect((await portal.call('POST', at, { token: operator.token, body: { text: ' ' } })).status).toBe(400);
});

it('is about customers only', async () => {
  const operator = await makeStaff(portal, 'operator');
  for (const id of [operator.id, 999_999_999]) {
    const at = `/account/user/${id}/notes/`;
    expectRefusal(await portal.call('GET', at, { token: operator.token }), 'not_found');
    expectRefusal(await portal.call('POST', at, { token: operator.token, body: { text: 'x' } }), 'not_found');
  }
});

it('appears in no response to the customer or to an impersonation, and is stored sealed', async () => {
  const { person } = await noted();
  const owner = await makeStaff(portal, 'owner');
  const view = await portal.call('POST', `/account/user/${person.id}/view/`, {
    token: owner.token,
    body: { reason: 'ফোনে বললেন অর্ডার দেখতে পাচ্ছেন না' },
  });
  expect(view.status).toBe(201);
  const paths = Object.values(endpoints).flatMap(({ methods, path }) =>
    (methods as readonly string[]).includes('GET') && path.startsWith('/account/') ? [path] : [],
  );
  expect(paths).toContain('/account/user/:id/notes/');
  for (const token of [person.token, view.body.token as string])
    for (const path of paths) {
      const answer = await portal.call('GET', path.replace(/:\w+/g, String(person.id)), { token });
      expect(JSON.stringify(answer.body ?? null), path).not.toContain('৮৮৪২');
    }
  expect(await findInTables(portal, ['৮৮৪২'])).toEqual([]);
});

it('is erased with the account', async () => {
  const { person, at, operator } = await noted();
  const owner = await makeStaff(portal, 'owner');
  const sealedText = async () =>
    (
      await asOwner<{ sealed: Buffer }>(
        portal.ownerUrl,
        `select text_sealed as sealed from user_notes where user_id = ${person.id}`,
      )
    )[0]!.sealed;
  const before = await sealedText();
  const erased = await portal.call('DELETE', `/account/user/${person.id}/`, { token: owner.token });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  const after = await sealedText();
  expect(after.equals(before)).toBe(false);
  expect(after.length).toBeLessThan(before.length);
  expectRefusal(await portal.call('GET', at, { token: operator.token }), 'not_found');
});
