// An owner's changes to an account: granting a role requires the second factor again, and no change is silently overwritten.
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { emailsTo, findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();

describe('granting a role with a second factor', () => {
  it('requires a code again, accepts each once, and changes nothing without one', async () => {
    const owner = await makeStaff(portal, 'owner');
    const person = await portal.customer();
    const factor = (path: string, body: object) =>
      portal.call('POST', `/account/second-factor/${path}`, { token: owner.token, body });
    const { body: started } = await factor('', { password: owner.password });
    const totp = new TOTP({ secret: started.secret });
    const confirmed = await factor('confirm/', { code: totp.generate() });
    const [recovery] = confirmed.body.recovery_codes;
    const grant = (code?: string) =>
      portal.call('PUT', `/account/user/${person.id}/roles/`, {
        token: owner.token,
        body: { roles: ['operator'], code },
      });
    const without = await grant();
    expect(without.status).toBe(400);
    expect(without.body).toHaveProperty('code');
    expectRefusal(await grant('000000'), 'wrong_code');
    const roles = async () =>
      (await portal.call('GET', `/account/user/${person.id}/`, { token: owner.token })).body.roles;
    expect(await roles()).toEqual(['customer']);
    expect((await grant(recovery)).status).toBe(200);
    expect(await roles()).toEqual(['operator']);
    expectRefusal(await grant(recovery), 'wrong_code');
  });

  it('is refused if the roles have changed since they were read, so that no colleague’s change is undone', async () => {
    const person = await portal.customer();
    const grant = (seen: string[], roles: string[]) =>
      portal.call('PUT', `/account/user/${person.id}/roles/`, {
        token: portal.admin.token,
        body: { roles, seen },
      });
    // Having no staff role is the same as `customer`, in `seen` as in `roles`.
    expect((await grant([], ['operator'])).status).toBe(200);
    expectRefusal(await grant(['customer'], ['auditor']), 'record_changed');
    // Roles that are already set are no conflict, as after a lost response.
    expect((await grant(['customer'], ['operator'])).status).toBe(200);
    expect(
      (await grant(['operator', 'customer', 'operator'], ['auditor', 'operator'])).body.roles.toSorted(),
    ).toEqual(['auditor', 'operator']);
  });
});

describe('a role given or taken during a shift', () => {
  const change = (id: number, roles: string[]) =>
    portal.call('PUT', `/account/user/${id}/roles/`, { token: portal.admin.token, body: { roles } });

  it('takes effect with the next request, and the session continues', async () => {
    const person = await makeStaff(portal, 'operator');
    const replies = async () =>
      (await portal.call('GET', '/account/saved-replies/', { token: person.token })).status;
    const day = async () =>
      (await portal.call('GET', '/account/admin/day/?from=2026-11-01&to=2026-11-02', { token: person.token }))
        .status;
    expect([await replies(), await day()]).toEqual([200, 403]);
    expect((await change(person.id, ['auditor'])).status).toBe(200);
    expect([await replies(), await day()]).toEqual([403, 200]);
    const renewed = await portal.call('POST', '/token/refresh/', { body: { refresh: person.refresh } });
    expect(renewed.body.user_info.roles).toEqual(['auditor']);
  });

  it('ends the sessions of a customer who becomes staff, and of staff who become customers', async () => {
    const person = await portal.customer();
    const me = async (token: string) => (await portal.call('GET', '/account/sessions/', { token })).status;
    expect(await me(person.token)).toBe(200);
    await change(person.id, ['operator']);
    expect(await me(person.token)).toBe(401);
    const { body } = await portal.signIn(person.email, person.password);
    await change(person.id, []);
    expect(await me(body.access)).toBe(401);
  });
});

describe('a change of roles, or staff unblocked or deleted', () => {
  it('notifies the other owners and links to the account', async () => {
    const [owner, colleague] = [await makeStaff(portal, 'owner'), await makeStaff(portal, 'owner')];
    const person = await portal.customer();
    const change = (method: 'PUT' | 'PATCH', path: string, body: object) =>
      portal.call(method, `/account/user/${person.id}/${path}`, { token: owner.token, body });
    expect((await change('PUT', 'roles/', { roles: ['accountant', 'cashier'] })).status).toBe(200);
    const told = await findEmail(portal, colleague.email, 'Someone’s roles in the shop were changed');
    expect(told).toContain('Customer → Accountant, Cashier');
    expect(told).toContain(`/admin/user/details/${person.id}`);
    expect(told).not.toContain(person.email);
    expect((await change('PATCH', '', { is_active: false })).status).toBe(200);
    expect((await change('PATCH', '', { is_active: true })).status).toBe(200);
    await findEmail(portal, colleague.email, 'A blocked staff account was reopened');
    expect((await change('PUT', 'roles/', { roles: [] })).status).toBe(200);
    await findEmail(portal, colleague.email, 'Accountant, Cashier → Customer');
    expect((await change('PUT', 'roles/', { roles: ['auditor'] })).status).toBe(200);
    expect((await portal.call('DELETE', `/account/user/${person.id}/`, { token: owner.token })).status).toBe(
      200,
    );
    await findEmail(portal, colleague.email, '/admin/users/activity?kind=user.deleted');
    for (const { email } of [owner, person])
      expect((await emailsTo(portal, email)).join()).not.toContain('Someone’s roles');
  });
});

describe('a change of the data', () => {
  it('is refused when the record has changed since, so that only one of two concurrent changes is saved', async () => {
    const person = await portal.customer();
    const { token } = portal.admin;
    const change = (by: string, body: object) =>
      portal.call('PATCH', `/account/user/${person.id}/`, { token: by, body });
    const record = async () => (await portal.call('GET', `/account/user/${person.id}/`, { token })).body;
    const { version } = await record();
    const listed = await portal.call('GET', `/account/users/?search=${person.email}`, { token });
    expect(listed.body.results[0]!.version).toBe(version);
    const answers = await Promise.all(
      ['ঢাকা', 'খুলনা', 'সিলেট'].map((address) => change(token, { profile: { address }, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expectRefusal(answers.find(({ status }) => status === 409)!, 'record_changed');
    const saved = answers.find(({ status }) => status === 200)!.body;
    expect(await record()).toMatchObject({
      version: saved.version,
      profile: { address: saved.profile.address },
    });
    // The wallet is in another table, and the customer's own changes count too.
    for (const by of [
      () => change(token, { profile: { wallet_status: false } }),
      () => change(person.token, { bio: 'নিজের কথা' }),
    ]) {
      const seen = (await record()).version;
      expect((await by()).status).toBe(200);
      expectRefusal(await change(token, { first_name: 'পুরোনো', version: seen }), 'record_changed');
    }
    expect((await record()).first_name).not.toBe('পুরোনো');
    // Signing in and moving money do not change the form's data.
    const seen = (await record()).version;
    await portal.signIn(person.email, person.password);
    await change(token, { first_name: 'শেষের', version: seen });
    expect((await record()).first_name).toBe('শেষের');
    const [event] = await asOwner(
      portal.ownerUrl,
      `select details from trail where kind = 'user.changed' and subject_id = $1 order by id desc limit 1`,
      [person.id],
    );
    expect(event!.details).toEqual({ fields: 'first_name' });
  });
});

it('ignores roles in a sign-up, even from an owner', async () => {
  const owner = await makeStaff(portal, 'owner');
  for (const token of [undefined, owner.token]) {
    const { body, status } = await portal.call('POST', '/account/sign-up/', {
      ...(token === undefined ? {} : { token }),
      body: {
        ...{ first_name: 'আশা', last_name: 'দাস', phone: '01712345678', password: 'nodir-dhare-bari-42' },
        ...{ email: `asha-${token === undefined}@mail.test`, terms: true },
        ...{ role: 'owner', roles: ['owner'], is_admin: true },
      },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const { body: made } = await portal.call('GET', `/account/user/${body.id}/`, { token: owner.token });
    expect(made).toMatchObject({ roles: ['customer'], is_admin: false });
  }
});
