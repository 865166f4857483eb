// Changes that weaken the protection of money or accounts: they require a second owner, or a day during which they can be withdrawn.
import { TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { weakenedBy } from '#contract/settings/rules.ts';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { holdRows } from '../../support/held-rows.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal({ APPROVAL_SUM: '5000' });
beforeAll(() => holdJobs(portal, ['apply waiting settings']));

async function read(key: string) {
  const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  return body.results.find((group) => group.key === key)!;
}
async function put(by: Person, key: string, change: object, code?: string) {
  const { version, value } = await read(key);
  return portal.call('PUT', `/account/settings/${key}/`, {
    token: by.token,
    body: { version, value: { ...value, ...change }, ...(code ? { code } : {}) },
  });
}
const approve = async (by: Person, key: string, shown?: number, code?: string) => {
  const pending = shown ?? (await read(key)).pending?.id ?? 1;
  return portal.call('POST', `/account/settings/${key}/pending/approve/`, {
    token: by.token,
    body: { pending, ...(code ? { code } : {}) },
  });
};
/** @returns the recovery codes */
async function switchOnFactor(owner: Person): Promise<string[]> {
  const factor = (path: string, body: object) =>
    portal.call('POST', `/account/second-factor/${path}`, { token: owner.token, body });
  const { body: started } = await factor('', { password: owner.password });
  const { body } = await factor('confirm/', { code: new TOTP({ secret: started.secret }).generate() });
  return body.recovery_codes;
}
const takeBack = (by: Person, key: string) =>
  portal.call('DELETE', `/account/settings/${key}/pending/`, { token: by.token });
const later = (hours: number) =>
  asOwner(
    portal.ownerUrl,
    `update setting_proposals set applies_at = applies_at - ${hours} * interval '1 hour' where state = 'pending'`,
  );
const applyDue = () => portal.portal.guardedSettings.applyDue();

test('a sole owner waits a day, during which the old value holds and the change can be withdrawn', async () => {
  const asked = await put(portal.admin, 'money', { approval_sum: '900000' });
  expect(asked.status).toBe(202);
  expect(asked.body).toMatchObject({
    key: 'money',
    status: 'pending',
    version: 0,
    value: { approval_sum: '5000.00' },
    pending: {
      before: { approval_sum: '5000.00' },
      after: { approval_sum: '900000.00' },
      asked_by: { id: portal.admin.id },
      applies_at: expect.any(String),
    },
  });
  const hours = (Date.parse(asked.body.pending!.applies_at!) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  const letter = await findEmail(portal, portal.admin.email, 'This change was requested');
  expect(letter).toContain('অনুমোদন সীমা (টাকা): ৳\u00a0৫,০০০.০০ → ৳\u00a0৯,০০,০০০.০০');
  expect(letter).toContain('৳\u00a05,000.00 → ৳\u00a09,00,000.00');
  expectRefusal(await approve(portal.admin, 'money'), 'four_eyes');
  expectRefusal(await put(portal.admin, 'money', { approval_sum: '800000' }), 'setting_waiting');
  await later(23);
  expect(await applyDue()).toBe(0);
  expect((await read('money')).value.approval_sum).toBe('5000.00');
  expect((await takeBack(portal.admin, 'money')).body.pending).toBeNull();
  await later(2);
  expect(await applyDue()).toBe(0);
  expect(await findEmail(portal, portal.admin.email, 'This change was withdrawn')).toBeTruthy();

  expect((await put(portal.admin, 'money', { approval_sum: '900000' })).status).toBe(202);
  // A stricter value takes effect immediately; the pending change later overwrites the value set by then.
  expect((await put(portal.admin, 'money', { minimum_recharge: '300' })).status).toBe(200);
  await later(24);
  expect(await applyDue()).toBe(1);
  expect(await findEmail(portal, portal.admin.email, 'This setting is now in effect')).toBeTruthy();
  expect((await read('money')).value).toEqual({ minimum_recharge: '300.00', approval_sum: '900000.00' });
  expect((await put(portal.admin, 'money', { approval_sum: '5000' })).status).toBe(200);
  const history = await portal.call('GET', '/account/settings/money/history/', { token: portal.admin.token });
  expect(history.body.results[1]).toMatchObject({
    changed_by: { id: portal.admin.id },
    after: { approval_sum: '900000.00' },
  });
});

test('a second owner must decide, must be independent, and time alone no longer suffices', async () => {
  const second = await makeStaff(portal, 'owner');
  const asked = await put(portal.admin, 'money', { approval_sum: '70000' });
  expect(asked.body.pending!.applies_at).toBeNull();
  expect(await findEmail(portal, second.email, 'An owner requested this change')).toContain(
    '৳\u00a070,000.00',
  );
  await later(100);
  expect(await applyDue()).toBe(0);
  expectRefusal(await approve(portal.admin, 'money'), 'four_eyes');
  // The change that the second owner saw has been withdrawn and replaced by another.
  const shown = (await read('money')).pending!.id;
  await takeBack(portal.admin, 'money');
  expect((await put(portal.admin, 'money', { approval_sum: '9000000' })).status).toBe(202);
  expectRefusal(await approve(second, 'money', shown), 'setting_changed');
  expect((await read('money')).value.approval_sum).toBe('5000.00');
  await takeBack(portal.admin, 'money');
  const { id } = (await put(portal.admin, 'money', { approval_sum: '70000' })).body.pending!;
  const answers = await Promise.all([1, 2, 3].map(() => approve(second, 'money', id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await read('money')).value.approval_sum).toBe('70000.00');
  expect(answers.find(({ status }) => status === 200)!.body).toEqual({
    ...(await read('money')),
    status: 'saved',
  });
  const acts = await asOwner<{ kind: string; actor_id: number }>(
    portal.ownerUrl,
    `select kind, actor_id from trail where object_kind = 'setting' and object_id = 'money' order by id desc limit 3`,
  );
  expect(acts).toEqual([
    { kind: 'setting.changed', actor_id: portal.admin.id },
    { kind: 'setting.approved', actor_id: second.id },
    { kind: 'setting.approval_asked', actor_id: portal.admin.id },
  ]);

  // Removing the second owner restarts the day.
  expect((await put(portal.admin, 'money', { approval_sum: '80000' })).status).toBe(202);
  await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [second.id]);
  expect(await applyDue()).toBe(0);
  const { applies_at } = (await read('money')).pending!;
  expect(Math.round((Date.parse(applies_at!) - Date.now()) / 3_600_000)).toBe(24);
  await asOwner(portal.ownerUrl, 'update users set is_active = true where id = $1', [second.id]);
  expect(await applyDue()).toBe(0);
  expect((await read('money')).pending!.applies_at).toBeNull();
  expect((await takeBack(second, 'money')).status).toBe(200);

  // An owner just promoted by the requester does not count as a second one.
  await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [second.id]);
  const puppet = await portal.customer();
  await portal.call('PUT', `/account/user/${puppet.id}/roles/`, {
    token: portal.admin.token,
    body: { roles: ['owner'] },
  });
  const { body } = await portal.signIn(puppet.email, puppet.password);
  const again = await put(portal.admin, 'money', { approval_sum: '90000' });
  expect(again.body.pending!.applies_at).not.toBeNull();
  expectRefusal(await approve({ ...puppet, token: body.access }, 'money'), 'not_independent');

  // A change requested by a former owner never takes effect.
  await asOwner(portal.ownerUrl, `update users set roles = '{operator}' where id = $1`, [portal.admin.id]);
  await later(25);
  expect(await applyDue()).toBe(0);
  await asOwner(portal.ownerUrl, `update users set roles = '{owner}' where id = $1`, [portal.admin.id]);
  expect(await read('money')).toMatchObject({ pending: null, value: { approval_sum: '70000.00' } });
});

test('a change withdrawn during its approval does not take effect, and one from an outdated page is refused', async () => {
  const second = await makeStaff(portal, 'owner');
  const { version } = await read('money');
  const { id } = (await put(portal.admin, 'money', { approval_sum: '75000' })).body.pending!;
  const held = await holdRows(
    portal.ownerUrl,
    `update setting_proposals set state = 'closed', decided_by = $2, decided_at = now() where id = $1`,
    [id, portal.admin.id],
  );
  const approved = approve(second, 'money', id);
  await held.waiting(1);
  await held.release();
  expectRefusal(await approved, 'already_decided');
  const { value } = await read('money');
  expect(value.approval_sum).toBe('70000.00');
  const outdated = await portal.call('PUT', '/account/settings/money/', {
    token: portal.admin.token,
    body: { version: version - 1, value: { ...value, approval_sum: '76000' } },
  });
  expectRefusal(outdated, 'setting_changed');
});

test('approval requires the second factor again', async () => {
  const second = await makeStaff(portal, 'owner');
  const [recoveryCode] = await switchOnFactor(second);
  expect((await put(portal.admin, 'money', { approval_sum: '71000' })).status).toBe(202);
  expect((await approve(second, 'money')).body).toHaveProperty('code');
  expectRefusal(await approve(second, 'money', undefined, '000000'), 'wrong_code');
  expect((await read('money')).value.approval_sum).toBe('70000.00');
  expect((await approve(second, 'money', undefined, recoveryCode)).status).toBe(200);
});

test('turning off the staff’s second factor requires a code and does not take effect immediately', async () => {
  const owner = await makeStaff(portal, 'owner');
  const [recoveryCode] = await switchOnFactor(owner);
  expect((await put(owner, 'security', { staff_second_factor: true })).status).toBe(200);
  // Everyone else must set one up first, so the settings are read with this session.
  const { body: listed } = await portal.call('GET', '/account/settings/', { token: owner.token });
  const { version, value } = listed.results.find((group) => group.key === 'security')!;
  const off = (code?: string) =>
    portal.call('PUT', '/account/settings/security/', {
      token: owner.token,
      body: { version, value: { ...value, staff_second_factor: false }, code },
    });
  expect((await off()).body).toHaveProperty('code');
  expectRefusal(await off('000000'), 'wrong_code');
  expect((await off(recoveryCode)).status).toBe(202);
  const operator = await makeStaff(portal, 'operator');
  expectRefusal(
    await portal.call('GET', '/account/orders/', { token: operator.token }),
    'second_factor_setup_required',
  );
  const other = await makeStaff(portal, 'owner');
  expectRefusal(
    await portal.call('POST', '/account/update-password/', {
      token: other.token,
      body: { user: operator.id, new_password: 'shamoyik-1', confirm_password: 'shamoyik-1' },
    }),
    'second_factor_setup_required',
  );
});

test('weakening changes are recognised', () => {
  const money = { minimum_recharge: '100.00', approval_sum: '5000.00' };
  expect(weakenedBy('money', money, { ...money, approval_sum: '5000.01' })).toEqual(['approval_sum']);
  expect(weakenedBy('money', money, { ...money, approval_sum: '900.00' })).toEqual([]);
  expect(weakenedBy('money', { ...money, approval_sum: '90000.00' }, money)).toEqual([]);
  const cash = { cash_recharge_limit: '5000.00', cash_day_limit: '20000.00' };
  expect(weakenedBy('cash', cash, { cash_recharge_limit: '6000.00', cash_day_limit: '20000.01' })).toEqual([
    'cash_recharge_limit',
    'cash_day_limit',
  ]);
  expect(weakenedBy('cash', cash, { ...cash, cash_day_limit: '900.00' })).toEqual([]);
  const refunds = { refund_sum: '500.00' };
  expect(weakenedBy('refunds', refunds, { refund_sum: '500.01' })).toEqual(['refund_sum']);
  const security = { staff_second_factor: true, remembered_days: 30, brief_hours: 12 };
  expect(weakenedBy('security', security, { ...security, staff_second_factor: false })).toEqual([
    'staff_second_factor',
  ]);
  expect(weakenedBy('security', { ...security, staff_second_factor: false }, security)).toEqual([]);
});
