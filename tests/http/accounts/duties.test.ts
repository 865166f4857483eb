// Separation of duties: amounts add up over a day, nobody serves themselves, nobody approves through an account they control, and one owner always
// remains, even after concurrent changes.
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { StaffRole } from '#contract/access.ts';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { holdRows } from '../../support/held-rows.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, expectRefusal, makeStaff, statuses } from '../steps.ts';

const portal = usePortal({ APPROVAL_SUM: '5000' });

const recharge = (by: Person, to: Pick<Person, 'id'>, amount: string, bonus = '0') =>
  portal.call('POST', '/account/transactions/create/', {
    token: by.token,
    body: { user: to.id, amount, bonus },
  });
const withdraw = (by: Person, from: Pick<Person, 'id'>, amount: string) =>
  portal.call('POST', '/account/transactions/withdrawl/', {
    token: by.token,
    body: { user: from.id, amount },
  });
const decide = (by: Person, id: string, step: 'approve' | 'reject') =>
  portal.call('POST', `/account/transactions/${id}/${step}/`, { token: by.token });
const setRoles = (by: Person, of: Pick<Person, 'id'>, roles: StaffRole[]) =>
  portal.call('PUT', `/account/user/${of.id}/roles/`, { token: by.token, body: { roles } });
async function again(person: Person): Promise<Person> {
  const { body } = await portal.signIn(person.email, person.password);
  return { ...person, token: body.access, refresh: body.refresh };
}

describe('amounts that staff move alone', () => {
  it('add up over a day for one member of staff across all customers', async () => {
    const clerk = await makeStaff(portal, 'accountant');
    const customers = [await portal.customer(), await portal.customer(), await portal.customer()];
    expect((await recharge(clerk, customers[0]!, '3000')).status).toBe(201);
    expect((await recharge(clerk, customers[1]!, '1900', '100')).status).toBe(201);
    const waits = await recharge(clerk, customers[2]!, '0.01');
    expect(waits).toMatchObject({ status: 202, body: { status: 'pending' } });
    expect((await balanceOf(portal, customers[2]!)).current_balance).toBe(0);
    // A pending movement does not count as moved, and every member of staff has an allowance of their own.
    expect((await recharge(await makeStaff(portal, 'accountant'), customers[2]!, '5000')).status).toBe(201);
  });

  it('add up over a day for one customer across all members of staff, in and out', async () => {
    const [one, other] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'owner')];
    const customer = await portal.customer();
    expect((await recharge(one, customer, '3000')).status).toBe(201);
    expect((await withdraw(other, customer, '2000')).status).toBe(200);
    expect((await withdraw(one, customer, '1')).status).toBe(202);
    expect((await recharge(other, customer, '1')).status).toBe(202);
  });

  it('do not exceed the limit when many are sent concurrently', async () => {
    const clerk = await makeStaff(portal, 'accountant');
    const customers = [await portal.customer(), await portal.customer()];
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) => recharge(clerk, customers[turn % 2]!, '1000')),
    );
    expect(statuses(answers)).toEqual({ 201: 5, 202: 19 });
  });
});

describe('nobody', () => {
  it('moves money to or from their own wallet, nor approves it', async () => {
    const [clerk, other] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'owner')];
    expectRefusal(await recharge(clerk, clerk, '1'), 'own_wallet');
    await portal.topUp(clerk, '100');
    expectRefusal(await withdraw(clerk, clerk, '1'), 'own_wallet');
    const asked = await recharge(other, clerk, '6000');
    expect(asked.status).toBe(202);
    expectRefusal(await decide(clerk, asked.body.id, 'approve'), 'own_wallet');
    expect((await balanceOf(portal, clerk)).current_balance).toBe(100);
  });

  it('approves with an account that they promoted, created or reset, nor what such an account requested', async () => {
    const owner = await makeStaff(portal, 'owner');
    const customer = await portal.customer();
    const asked = async (by: Person) => (await recharge(by, customer, '6000')).body.id;
    const raised = await portal.customer();
    await setRoles(owner, raised, ['accountant']);
    expectRefusal(await decide(await again(raised), await asked(owner), 'approve'), 'not_independent');
    // In the other direction a role alone does not give away the requester's password.
    expect((await decide(owner, await asked(await again(raised)), 'approve')).status).toBe(200);

    const revived = await makeStaff(portal, 'accountant');
    for (const is_active of [false, true])
      await portal.call('PATCH', `/account/user/${revived.id}/`, { token: owner.token, body: { is_active } });
    expectRefusal(await decide(await again(revived), await asked(owner), 'approve'), 'not_independent');

    const reset = await makeStaff(portal, 'accountant');
    const typed = { new_password: 'shamoyik-1', confirm_password: 'shamoyik-1', user: reset.id };
    await portal.call('POST', '/account/update-password/', { token: owner.token, body: typed });
    const { body } = await portal.signIn(reset.email, 'shamoyik-1');
    const next = 'nijer-gopon-kotha-3';
    const entered = await portal.call('POST', '/account/update-password/', {
      token: body.access,
      body: { current_password: 'shamoyik-1', new_password: next, confirm_password: next },
    });
    const colleague = { ...reset, token: entered.body.access! };
    expectRefusal(await decide(colleague, await asked(owner), 'approve'), 'not_independent');
    expectRefusal(await decide(owner, await asked(colleague), 'approve'), 'not_independent');

    const moved = await makeStaff(portal, 'accountant');
    await portal.call('PATCH', `/account/user/${moved.id}/`, {
      token: owner.token,
      body: { username: 'moved-by-owner@mail.test' },
    });
    const back = await again({ ...moved, email: 'moved-by-owner@mail.test' });
    expectRefusal(await decide(back, await asked(owner), 'approve'), 'not_independent');
    // Two people whose passwords were set by the same third person are not independent; after a week they are.
    expectRefusal(await decide(back, await asked(colleague), 'approve'), 'not_independent');
    const raisedAgain = await makeStaff(portal, 'operator');
    await setRoles(owner, raisedAgain, ['operator', 'accountant']);
    expectRefusal(await decide(raisedAgain, await asked(owner), 'approve'), 'not_independent');
    // Granting a role alone does not reveal the password.
    const promoted = await portal.customer();
    await setRoles(owner, promoted, ['accountant']);
    expect((await decide(await again(promoted), await asked(colleague), 'approve')).status).toBe(200);
    await asOwner(portal.ownerUrl, `update account_controls set at = at - interval '8 days'`);
    expect((await decide(back, await asked(colleague), 'approve')).status).toBe(200);

    const opened = await makeStaff(portal, 'accountant');
    const openedBefore = (days: number) =>
      asOwner(
        portal.ownerUrl,
        `update users set created_by = $2, date_joined = now() - $3 * interval '1 day' where id = $1`,
        [opened.id, owner.id, days],
      );
    await openedBefore(6);
    expectRefusal(await decide(opened, await asked(owner), 'approve'), 'not_independent');
    await openedBefore(8);
    expect((await decide(opened, await asked(owner), 'approve')).status).toBe(200);
  });

  it('approves while their right is being revoked', async () => {
    const [one, other] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const { body } = await recharge(one, await portal.customer(), '6000');
    const held = await holdRows(portal.ownerUrl, `update users set roles = '{operator}' where id = $1`, [
      other.id,
    ]);
    const approved = decide(other, body.id, 'approve');
    await held.waiting(1);
    await held.release();
    expectRefusal(await approved, 'not_allowed');
  });

  it('posts a request of someone who has been dismissed since', async () => {
    const [clerk, other] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'owner')];
    const customer = await portal.customer();
    const [first, second] = [
      (await recharge(clerk, customer, '6000')).body.id,
      (await recharge(clerk, customer, '7000')).body.id,
    ];
    await setRoles(portal.admin, clerk, []);
    expectRefusal(await decide(other, first, 'approve'), 'asker_dismissed');
    await setRoles(portal.admin, clerk, ['accountant']);
    await portal.call('PATCH', `/account/user/${clerk.id}/`, {
      token: portal.admin.token,
      body: { is_active: false },
    });
    expectRefusal(await decide(other, second, 'approve'), 'asker_dismissed');
    expect((await decide(other, second, 'reject')).status).toBe(200);
    expect((await balanceOf(portal, customer)).current_balance).toBe(0);
  });

  it('is erased while cash for them waits for an approval', async () => {
    const owner = await makeStaff(portal, 'owner');
    const customer = await portal.customer();
    const { body } = await recharge(owner, customer, '6000');
    expectRefusal(
      await portal.call('DELETE', `/account/user/${customer.id}/`, { token: owner.token }),
      'money_pending',
    );
    expectRefusal(
      await portal.call('POST', '/account/erasure/', {
        token: customer.token,
        body: { current_password: customer.password },
      }),
      'own_money_pending',
    );
    await decide(await makeStaff(portal, 'owner'), body.id, 'reject');
    expect(
      (await portal.call('DELETE', `/account/user/${customer.id}/`, { token: owner.token })).status,
    ).toBe(200);
  });
});

describe('one owner remains', () => {
  const acts: [string, (by: Person, of: Person) => Promise<{ status: number }>][] = [
    [
      'deactivate',
      (by, of) =>
        portal.call('PATCH', `/account/user/${of.id}/`, { token: by.token, body: { is_active: false } }),
    ],
    ['erase', (by, of) => portal.call('DELETE', `/account/user/${of.id}/`, { token: by.token })],
    ['dismiss', (by, of) => setRoles(by, of, [])],
  ];
  it.each(acts)('when two %s each other at once', async (_what, act) => {
    const [one, other] = [await makeStaff(portal, 'owner'), await makeStaff(portal, 'owner')];
    const others = await asOwner<{ id: number }>(
      portal.ownerUrl,
      `update users set is_active = false where 'owner' = any(roles) and is_active and id not in ($1, $2) returning id`,
      [one.id, other.id],
    );
    const answers = await Promise.all([act(one, other), act(other, one)]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const [left] = await asOwner<{ n: number }>(
      portal.ownerUrl,
      `select count(*)::int as n from users where 'owner' = any(roles) and is_active and deleted_at is null`,
    );
    expect(left!.n).toBe(1);
    await asOwner(portal.ownerUrl, 'update users set is_active = true where id = any($1)', [
      others.map(({ id }) => id),
    ]);
  });
});

describe('a change of credentials', () => {
  const linkFor = async (person: Person): Promise<string> => {
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    return /#token=([\w-]+)/.exec(await findEmail(portal, person.email, 'reset-password#token='))![1]!;
  };
  const openLink = (token: string) =>
    portal.call('POST', '/account/password-reset/confirm/', {
      body: { token, new_password: 'arek-gopon-kotha-9', confirm_password: 'arek-gopon-kotha-9' },
    });
  const me = (token: string) => portal.call('GET', '/account/transaction-summary/', { token });

  it('of the address notifies both addresses, ends sessions and links, and requires the changer’s second factor', async () => {
    const owner = await makeStaff(portal, 'owner');
    const person = await portal.customer();
    const link = await linkFor(person);
    const { body: started } = await portal.call('POST', '/account/second-factor/', {
      token: owner.token,
      body: { password: owner.password },
    });
    const totp = new TOTP({ secret: started.secret });
    const { body: confirmed } = await portal.call('POST', '/account/second-factor/confirm/', {
      token: owner.token,
      body: { code: totp.generate() },
    });
    const change = (code?: string) =>
      portal.call('PATCH', `/account/user/${person.id}/`, {
        token: owner.token,
        body: { username: 'taken-over@mail.test', ...(code ? { code } : {}) },
      });
    expect((await change()).body).toHaveProperty('code');
    expectRefusal(await change('000000'), 'wrong_code');
    expect((await change(confirmed.recovery_codes[0])).status).toBe(200);
    expect(await findEmail(portal, person.email, 'The email address was changed')).toBeTruthy();
    expect(await findEmail(portal, 'taken-over@mail.test', 'The email address was changed')).toBeTruthy();
    expectRefusal(await me(person.token), 'not_signed_in');
    expectRefusal(await openLink(link), 'reset_link_dead');
    // Setting another person's password requires it too.
    const typed = { new_password: 'shamoyik-1', confirm_password: 'shamoyik-1', user: person.id };
    const set = (code?: string) =>
      portal.call('POST', '/account/update-password/', { token: owner.token, body: { ...typed, code } });
    expect((await set()).body).toHaveProperty('code');
    expect((await set(confirmed.recovery_codes[1])).status).toBe(200);
  });

  it('of the password, the second factor or a role notifies the person and ends other sessions and open links', async () => {
    const person = await portal.customer();
    const elsewhere = await again(person);
    const [first, second] = [await linkFor(person), await linkFor(person)];
    const next = 'notun-gopon-kotha-8';
    const changed = await portal.call('POST', '/account/update-password/', {
      token: person.token,
      body: { current_password: person.password, new_password: next, confirm_password: next },
    });
    expect(await findEmail(portal, person.email, 'The password was changed')).toBeTruthy();
    expectRefusal(await me(elsewhere.token), 'not_signed_in');
    for (const link of [first, second]) expectRefusal(await openLink(link), 'reset_link_dead');

    const here = { ...person, password: next, token: changed.body.access! };
    const third = await linkFor(here);
    const there = await again(here);
    const { body: started } = await portal.call('POST', '/account/second-factor/', {
      token: here.token,
      body: { password: next },
    });
    const confirmed = await portal.call('POST', '/account/second-factor/confirm/', {
      token: here.token,
      body: { code: new TOTP({ secret: started.secret }).generate() },
    });
    expect(confirmed.status).toBe(200);
    expect(await findEmail(portal, person.email, 'Two-factor authentication was turned on')).toBeTruthy();
    expectRefusal(await me(there.token), 'not_signed_in');
    expect((await me(here.token)).status).toBe(200);
    expectRefusal(await openLink(third), 'reset_link_dead');

    await setRoles(portal.admin, here, ['operator']);
    expect(await findEmail(portal, person.email, 'Your roles in the shop were changed')).toBeTruthy();
    expectRefusal(await me(here.token), 'not_signed_in');
  });

  it('through one link invalidates the other links', async () => {
    const person = await portal.customer();
    const first = await linkFor(person);
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const rows = () =>
      asOwner(portal.ownerUrl, 'select 1 from password_resets where user_id = $1', [person.id]);
    await expect.poll(async () => (await rows()).length).toBe(2);
    expect((await openLink(first)).status).toBe(200);
    const [open] = await asOwner<{ n: number }>(
      portal.ownerUrl,
      'select count(*)::int as n from password_resets where user_id = $1 and used_at is null',
      [person.id],
    );
    expect(open!.n).toBe(0);
  });
});
