// A new account must confirm its email; with an authorised registry no lookup happens before that.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  gatewayClient,
  type ReferenceGateway,
  startReferenceGateway,
} from '../../support/registry-gateway.ts';
import { eventually, expectRefusal } from '../steps.ts';

let gateway: ReferenceGateway;
beforeAll(async () => {
  gateway = await startReferenceGateway();
});
afterAll(() => gateway.stop());
const portal = usePortal(() => ({
  REGISTRY_URL: `${gateway.url}/`,
  REGISTRY_CLIENT_ID: gatewayClient.id,
  REGISTRY_CLIENT_SECRET: gatewayClient.secret,
}));

const linkOf = async (email: string): Promise<string> =>
  /\/confirm-email#confirm=([\w-]+)/.exec(await findEmail(portal, email, '/confirm-email#confirm='))![1]!;
const confirm = (token: string) =>
  portal.call('POST', '/account/email-confirmation/confirm/', { body: { token } });
const resend = (person: Person) =>
  portal.call('POST', '/account/email-confirmation/', { token: person.token });
const isConfirmed = async (id: number) =>
  (await portal.call('GET', `/account/user/${id}/`, { token: portal.admin.token })).body.profile
    .is_email_active;
const askTin = (person: Person) =>
  portal.call('POST', '/account/extract-tin-data/', {
    token: person.token,
    body: { tin_number: '123456789012' },
  });

test('a sign-up sends a link that confirms the address once, kept as a hash', async () => {
  const person = await portal.customer();
  expect(await isConfirmed(person.id)).toBe(false);
  const token = await linkOf(person.email);
  const stored = await asOwner(
    portal.ownerUrl,
    `select encode(token_hash, 'escape') as hash from email_confirmations`,
  );
  expect(JSON.stringify(stored)).not.toContain(token);
  expectRefusal(await confirm('made-up'), 'confirmation_link_dead');
  const answers = await Promise.all([1, 2, 3].map(() => confirm(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await isConfirmed(person.id)).toBe(true);
  expectRefusal(await confirm(token), 'confirmation_link_dead');
  // There is nothing left to send.
  expect((await resend(person)).status).toBe(202);
  const links = () =>
    asOwner(portal.ownerUrl, 'select 1 from email_confirmations where user_id = $1', [person.id]);
  expect(await links()).toHaveLength(1);
});

test('the link is resent on request, a few times', async () => {
  const person = await portal.customer();
  await asOwner(
    portal.ownerUrl,
    `update email_confirmations set expires_at = now() - interval '1 second' where user_id = $1`,
    [person.id],
  );
  expectRefusal(await confirm(await linkOf(person.email)), 'confirmation_link_dead');
  const answers = await Promise.all(Array.from({ length: 8 }, () => resend(person)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  for (const { status } of answers) expect([202, 429]).toContain(status);
});

test('a changed address is unconfirmed and gets a new link, and the old link stops working', async () => {
  const person = await portal.customer();
  const old = await linkOf(person.email);
  await portal.call('PATCH', `/account/user/${person.id}/`, {
    token: portal.admin.token,
    body: { username: 'newer-address@mail.test' },
  });
  expectRefusal(await confirm(old), 'confirmation_link_dead');
  expect((await confirm(await linkOf('newer-address@mail.test'))).status).toBe(200);
  expect(await isConfirmed(person.id)).toBe(true);
  await portal.call('PATCH', `/account/user/${person.id}/`, {
    token: portal.admin.token,
    body: { username: 'newest-address@mail.test' },
  });
  expect(await isConfirmed(person.id)).toBe(false);
});

test('a password link confirms the address as well; the first owner needs no confirmation', async () => {
  const person = await portal.customer();
  await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
  const letter = await findEmail(portal, person.email, '/reset-password#token=');
  const [, token] = /reset-password#token=([\w-]+)/.exec(letter)!;
  await portal.call('POST', '/account/password-reset/confirm/', {
    body: { token, new_password: 'arek-gopon-kotha-9', confirm_password: 'arek-gopon-kotha-9' },
  });
  expect(await eventually(() => isConfirmed(person.id), Boolean)).toBe(true);
  expect(await isConfirmed(portal.admin.id)).toBe(true);
});

test('registry lookups are refused before confirmation, and do not count as attempts', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '200');
  for (let turn = 0; turn < 12; turn += 1) expectRefusal(await askTin(person), 'email_unconfirmed');
  await confirm(await linkOf(person.email));
  const { body } = await askTin(person);
  expect(body.code).not.toBe('email_unconfirmed');
});
