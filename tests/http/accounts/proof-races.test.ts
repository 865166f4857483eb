// Credentials that were verified before a change are not valid after it: the change happens between the check and the action that needed it.
import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { holdRows } from '../../support/held-rows.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { eventually, expectRefusal } from '../steps.ts';

const portal = usePortal();

const holdUser = ({ id }: Person) =>
  holdRows(portal.ownerUrl, 'select from users where id = $1 for update', [id]);
const passwords = (current: string, next: string) => ({
  current_password: current,
  new_password: next,
  confirm_password: next,
});
const change = (person: Person, next: string) =>
  portal.call('POST', '/account/update-password/', {
    token: person.token,
    body: passwords(person.password, next),
  });
const isLive = async (token: string | undefined) =>
  (await portal.call('GET', '/account/transaction-summary/', { token })).status === 200;

/** Runs both concurrently, so that the first one commits first. */
async function inThisOrder<A, B>(person: Person, first: () => Promise<A>, second: () => Promise<B>) {
  const held = await holdUser(person);
  const one = first();
  await held.waiting(1);
  const other = second();
  await held.waiting(2);
  await held.release();
  return [await one, await other] as const;
}

it('opens no session with a password that is being changed', async () => {
  const person = await portal.customer();
  const [changed, signedIn] = await inThisOrder(
    person,
    () => change(person, 'notun-katha-9'),
    () => portal.signIn(person.email, person.password),
  );
  expect(changed.status).toBe(200);
  expectRefusal(signedIn, 'invalid_credentials');
  expect(await isLive(changed.body.access)).toBe(true);
});

it('keeps no session open with a password that is being disowned through the email about a login', async () => {
  const person = await portal.customer();
  const signIn = (device: string) =>
    portal.call('POST', '/token/', {
      body: { username: person.email, password: person.password },
      headers: { 'User-Agent': device },
    });
  await signIn('another phone');
  const letter = await findEmail(portal, person.email, '/not-me#token=');
  const token = /\/not-me#token=([\w-]+)/.exec(letter)![1];
  const disown = () => portal.call('POST', '/account/password-reset/disown/', { body: { token } });
  const [late, disowned] = await inThisOrder(person, () => signIn('a third'), disown);
  expect([late.status, disowned.status]).toEqual([200, 200]);
  expect(await isLive(late.body.access)).toBe(false);
  expectRefusal(await signIn('a fourth'), 'invalid_credentials');
  const chosen = { token, new_password: 'notun-katha-9', confirm_password: 'notun-katha-9' };
  expect((await portal.call('POST', '/account/password-reset/confirm/', { body: chosen })).status).toBe(200);
});

it('opens no session of an account that is being blocked', async () => {
  const person = await portal.customer();
  const setActive = (isActive: boolean) =>
    portal.call('PATCH', `/account/user/${person.id}/`, {
      token: portal.admin.token,
      body: { is_active: isActive },
    });
  const [, signedIn] = await inThisOrder(
    person,
    () => setActive(false),
    () => portal.signIn(person.email, person.password),
  );
  expectRefusal(signedIn, 'invalid_credentials');
  expect((await setActive(true)).status).toBe(200);
});

async function startFactor(person: Person) {
  const call = (path: string, body: object) =>
    portal.call('POST', `/account/second-factor/${path}`, { token: person.token, body });
  const { body } = await call('', { password: person.password });
  return { confirm: () => call('confirm/', { code: new TOTP({ secret: body.secret }).generate() }) };
}

it('opens no session without a code while a second factor is being turned on', async () => {
  const person = await portal.customer();
  const { confirm } = await startFactor(person);
  const [confirmed, signedIn] = await inThisOrder(person, confirm, () =>
    portal.signIn(person.email, person.password),
  );
  expect(confirmed.status).toBe(200);
  expectRefusal(signedIn, 'second_factor_required');
});

it('does not turn on a second factor begun by an intruder who is being logged out through the email', async () => {
  const person = await portal.customer();
  const { body } = await portal.signIn(person.email, person.password);
  const thief = { ...person, token: body.access as string };
  const { confirm } = await startFactor(thief);
  const letter = await findEmail(portal, person.email, '/not-me#token=');
  const token = /\/not-me#token=([\w-]+)/.exec(letter)![1];
  const disown = () => portal.call('POST', '/account/password-reset/disown/', { body: { token } });
  const [disowned, confirmed] = await inThisOrder(person, disown, confirm);
  expect(disowned.status).toBe(200);
  expectRefusal(confirmed, 'not_signed_in');
  const next = { token, new_password: 'notun-katha-9', confirm_password: 'notun-katha-9' };
  expect((await portal.call('POST', '/account/password-reset/confirm/', { body: next })).status).toBe(200);
  expect((await portal.signIn(person.email, 'notun-katha-9')).status).toBe(200);
});

it('refuses a password change from a session that is being logged out', async () => {
  const person = await portal.customer();
  const { body } = await portal.signIn(person.email, person.password);
  const thief = { ...person, token: body.access as string };
  const [ended, changed] = await inThisOrder(
    person,
    () => portal.call('DELETE', '/account/sessions/others/', { token: person.token }),
    () => change(thief, 'chorer-katha-9'),
  );
  expect(ended.status).toBe(200);
  expectRefusal(changed, 'not_signed_in');
  expect(await isLive(person.token)).toBe(true);
  expect((await portal.signIn(person.email, person.password)).status).toBe(200);
});

it('accepts a recovery code for only one of two concurrent sign-ins', async () => {
  const person = await portal.customer();
  const { body } = await (await startFactor(person)).confirm();
  const [code] = body.recovery_codes;
  const signIn = () =>
    portal.call('POST', '/token/', { body: { username: person.email, password: person.password, code } });
  const [first, second] = await inThisOrder(person, signIn, signIn);
  expect(first.status).toBe(200);
  expectRefusal(second, 'wrong_code');
});

it('accepts a temporary password for only one of two concurrent sign-ins', async () => {
  const person = await portal.customer();
  const typed = { user: person.id, new_password: 'shamoyik-1', confirm_password: 'shamoyik-1' };
  await portal.call('POST', '/account/update-password/', { token: portal.admin.token, body: typed });
  const signIn = () => portal.signIn(person.email, 'shamoyik-1');
  const [first, second] = await inThisOrder(person, signIn, signIn);
  expect(first.status).toBe(200);
  expectRefusal(second, 'invalid_credentials');
});

it('refuses another password change with a password that is being changed', async () => {
  const person = await portal.customer();
  const thief = await portal.signIn(person.email, person.password);
  const [changed, late] = await inThisOrder(
    person,
    () => change(person, 'notun-katha-9'),
    () => change({ ...person, token: thief.body.access }, 'chorer-katha-9'),
  );
  expect(changed.status).toBe(200);
  expectRefusal(late, 'wrong_current_password');
  expect((await portal.signIn(person.email, 'notun-katha-9')).status).toBe(200);
});

it('refuses to erase the account with a password that is being changed', async () => {
  const person = await portal.customer();
  const thief = await portal.signIn(person.email, person.password);
  const [, late] = await inThisOrder(
    person,
    () => change(person, 'notun-katha-9'),
    () =>
      portal.call('POST', '/account/erasure/', {
        token: thief.body.access,
        body: { current_password: person.password },
      }),
  );
  expectRefusal(late, 'wrong_current_password');
  expect((await portal.signIn(person.email, 'notun-katha-9')).status).toBe(200);
});

/** Changes the address of the account in a transaction that stays open. */
const holdNewAddress = (person: Person, address: string) =>
  holdRows(portal.ownerUrl, 'update users set username = $2, email = $2 where id = $1', [person.id, address]);

it('keeps no password link for an address that is being replaced', async () => {
  const person = await portal.customer();
  const held = await holdNewAddress(person, 'onno-thikana@mail.test');
  await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
  await held.waiting(1);
  await held.run('update password_resets set used_at = now() where user_id = $1', [person.id]);
  await held.release();
  await eventually(
    () => asOwner(portal.ownerUrl, 'select from password_reset_asks'),
    (asks) => asks.length === 0,
  );
  const live = 'select from password_resets where user_id = $1 and used_at is null';
  expect(await asOwner(portal.ownerUrl, live, [person.id])).toEqual([]);
});

it('sends the email about a login to the new address if it is being changed', async () => {
  const person = await portal.customer();
  const held = await holdNewAddress(person, 'onno-thikana-4@mail.test');
  const signedIn = portal.call('POST', '/token/', {
    body: { username: person.email, password: person.password },
    headers: { 'User-Agent': 'another phone' },
  });
  await held.waiting(1);
  await held.release();
  expect((await signedIn).status).toBe(200);
  await findEmail(portal, 'onno-thikana-4@mail.test', '/not-me#token=');
});

it('sends the confirmation link to the new address if it is being changed', async () => {
  const person = await portal.customer();
  const held = await holdNewAddress(person, 'onno-thikana-2@mail.test');
  const asked = portal.call('POST', '/account/email-confirmation/', { token: person.token });
  await held.waiting(1);
  await held.release();
  expect((await asked).status).toBe(202);
  await findEmail(portal, 'onno-thikana-2@mail.test', '/confirm-email#confirm=');
});

it('refuses to restore an address that was changed meanwhile', async () => {
  const person = await portal.customer();
  const held = await holdNewAddress(person, 'onno-thikana-3@mail.test');
  const late = portal.call('PATCH', `/account/user/${person.id}/`, {
    token: portal.admin.token,
    body: { username: person.email, first_name: 'নতুন' },
  });
  await held.waiting(1);
  await held.release();
  expectRefusal(await late, 'record_changed', 'bn', 'staff');
});

it('creates no link for a request made days ago, before the portal was stopped', async () => {
  const person = await portal.customer();
  const held = await holdUser(person);
  await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
  await held.waiting(1);
  // The request is being processed; it is copied while it is still visible.
  await asOwner(
    portal.ownerUrl,
    `insert into password_reset_asks select gen_random_uuid(), sealed_ask, now() - interval '2 days' from password_reset_asks`,
  );
  await held.release();
  const other = await portal.customer();
  await portal.call('POST', '/account/password-reset/', { body: { email: other.email } });
  await findEmail(portal, other.email, '/reset-password#token=');
  const links = 'select from password_resets where user_id = $1 and used_at is null';
  expect(await asOwner(portal.ownerUrl, links, [person.id])).toHaveLength(1);
});
