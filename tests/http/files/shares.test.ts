// Shared links over HTTP: what each option means, and that every ended link is the same 404.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/accounts/passwords/passwords.ts';
import { deleteOldViewings } from '#server/files/shares.queries.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, usePortal } from '../../support/portal.ts';
import { type MadeCopy, makeCopy } from '../documents/copy-maker.ts';
import { expectRefusal } from '../steps.ts';

const portal = usePortal();
let copy: MadeCopy;
beforeAll(async () => {
  copy = await makeCopy(portal);
});

const path = () => `/account/myfile/${copy.id}/shares/`;
async function share(wish: object = {}): Promise<Answer['body'] & { at: string }> {
  const { status, body } = await portal.call('POST', path(), { token: copy.owner.token, body: wish });
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, at: new URL(body.url).pathname };
}
const get = (at: string, viewing?: string) =>
  portal.call('GET', at, viewing === undefined ? {} : { headers: { 'X-Viewing': viewing } });
const begin = (at: string, pin?: string) => portal.call('POST', `${at}/viewings/`, { body: { pin } });
const listed = async (id: number) =>
  (await portal.call('GET', path(), { token: copy.owner.token })).body.results.find(
    (one: { id: number }) => one.id === id,
  );
/** Resets the rate limits, as on another day. */
const forgetGuesses = () => asOwner(portal.ownerUrl, 'delete from rate_limits');

async function expectEnded(at: string, viewing?: string): Promise<void> {
  const never = `/s/${'A'.repeat(32)}`;
  for (const [mine, other] of [
    [await get(`${at}/file/`, viewing), await get(`${never}/file/`)],
    [await get(`${at}/state/`, viewing), await get(`${never}/state/`)],
    [await get(`${at}/pages/1/`, viewing), await get(`${never}/pages/1/`)],
    [await begin(at), await begin(never)],
  ] as const) {
    expectRefusal(mine, 'not_found');
    expect(mine.body).toEqual(other.body);
  }
  const html = { headers: { Accept: 'text/html' } };
  expect((await portal.call('GET', at, html)).status).toBe(404);
  await forgetGuesses();
}

test('a plain link lasts a week and opens the exact file without a sign-in; each open is counted and notified', async () => {
  const made = await share();
  expect(made.url).toMatch(new RegExp(`^${portal.origin}/s/[\\w-]{32}$`));
  expect(new Date(made.expires_at).getTime() - new Date(made.created_at).getTime()).toBe(168 * 3_600_000);
  const { status, bytes, headers } = await get(`${made.at}/file/`);
  expect(status).toBe(200);
  expect(bytes.equals(copy.bytes)).toBe(true);
  expect(headers.get('x-robots-tag')).toContain('noindex');
  await get(`${made.at}/file/`);
  expect(await listed(made.id)).toMatchObject({ opens: 2, state: 'live', max_opens: null });
  const trail = await portal.call('GET', '/account/trail/?kind=share', { token: copy.owner.token });
  expect(trail.body.results.map((one: { kind: string }) => one.kind).slice(0, 3)).toEqual([
    'share.opened',
    'share.opened',
    'share.made',
  ]);
  const page = await portal.call('GET', made.at, { headers: { Accept: 'text/html' } });
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the links of a blocked person open nothing, even in viewings in progress, until they are unblocked', async () => {
  const made = await share();
  const { viewing } = (await begin(made.at)).body;
  expect((await get(`${made.at}/pages/1/`, viewing)).status).toBe(200);
  const block = (is_active: boolean) =>
    portal.call('PATCH', `/account/user/${copy.owner.id}/`, {
      token: portal.admin.token,
      body: { is_active },
    });
  await block(false);
  await expectEnded(made.at, viewing);
  await block(true);
  expect((await get(`${made.at}/pages/1/`, viewing)).status).toBe(200);
  expect((await get(`${made.at}/file/`)).status).toBe(200);
  copy.owner.token = (await portal.signIn(copy.owner.email, copy.owner.password)).body.access;
});

test('a HEAD request, or the link’s page alone, does not count as an opening', async () => {
  const made = await share({ max_opens: 1 });
  expect((await portal.call('HEAD', `${made.at}/file/`)).status).toBe(404);
  await portal.call('GET', made.at, { headers: { Accept: 'text/html' } });
  expect((await get(`${made.at}/state/`)).body.opens_left).toBe(1);
  expect((await listed(made.id)).opens).toBe(0);
  expect((await get(`${made.at}/file/`)).status).toBe(200);
  expect((await listed(made.id)).state).toBe('used_up');
  await expectEnded(made.at);
});

test('one viewing may load many pages and parts but counts once; of many concurrent ones only the allowed number get in', async () => {
  const made = await share({ max_opens: 2 });
  const first = (await begin(made.at)).body.viewing;
  for (let turn = 0; turn < 3; turn++) expect((await get(`${made.at}/pages/1/`, first)).status).toBe(200);
  const part = await portal.call('GET', `${made.at}/file/`, {
    headers: { 'X-Viewing': first, Range: 'bytes=0-3' },
  });
  expect({ status: part.status, text: part.bytes.toString() }).toEqual({ status: 206, text: '%PDF' });
  expect((await listed(made.id)).opens).toBe(1);
  const late = (await begin(made.at)).body.viewing;
  const rush = await Promise.all(Array.from({ length: 8 }, () => get(`${made.at}/file/`)));
  expect(rush.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of rush) if (answer.status !== 200) expectRefusal(answer, 'not_found');
  await expectEnded(made.at, late);
  await deleteOldViewings(portal.db);
  expect((await listed(made.id)).opens).toBe(2);
  expect((await get(`${made.at}/pages/1/`, first)).status).toBe(200);
  await asOwner(portal.ownerUrl, 'update share_viewings set expires_at = now() where share_id = $1', [
    made.id,
  ]);
  expectRefusal(await get(`${made.at}/pages/1/`, first), 'not_found');
  await expectEnded(made.at);
  await deleteOldViewings(portal.db);
  const left = 'select from share_viewings where share_id = $1 and is_counted';
  expect(await asOwner(portal.ownerUrl, left, [made.id])).toEqual([]);
});

test('view-only gives pictures marked with the name, and never the file', async () => {
  const made = await share({ view_only: true, name: 'রহমান ব্যাংক' });
  const plain = await share({ view_only: true, name: '' });
  expectRefusal(await get(`${made.at}/file/`), 'not_found');
  expectRefusal(await get(`${made.at}/pages/1/`), 'not_found');
  const { viewing } = (await begin(made.at)).body;
  expectRefusal(await get(`${made.at}/file/`, viewing), 'not_found');
  const page = await get(`${made.at}/pages/1/`, viewing);
  expect(page.headers.get('content-type')).toBe('image/png');
  expect(Number(page.headers.get('x-pages'))).toBeGreaterThan(0);
  expectRefusal(await get(`${made.at}/pages/99/`, viewing), 'not_found');
  const ofPlain = (await begin(plain.at)).body.viewing;
  expectRefusal(await get(`${made.at}/pages/1/`, ofPlain), 'not_found');
  expect((await get(`${plain.at}/pages/1/`, ofPlain)).bytes.equals(page.bytes)).toBe(false);

  // The name is in the pixels, as reddish characters that the paper itself does not have.
  const image = await loadImage(page.bytes);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let red = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at]! > data[at + 1]! + 25) red++;
  expect(red / (data.length / 4)).toBeGreaterThan(0.02);
});

test('a link with a PIN asks for it in either digits; an earlier four-digit one still works', async () => {
  const made = await share({ pin: '৪৮২১৯৩' });
  expectRefusal(await get(`${made.at}/file/`), 'pin_required');
  expectRefusal(await begin(made.at), 'pin_required');
  for (let turn = 0; turn < 5; turn++) expectRefusal(await begin(made.at, '000000'), 'wrong_pin');
  expect((await begin(made.at, '482193')).status).toBe(200);
  await asOwner(portal.ownerUrl, 'update file_shares set pin_hash = $2 where id = $1', [
    made.id,
    await hashPassword('4821'),
  ]);
  const { viewing } = (await begin(made.at, '৪৮২১')).body;
  expect((await get(`${made.at}/file/`, viewing)).status).toBe(200);
  expect((await listed(made.id)).opens).toBe(1);
});

test('only ten of many concurrent PINs are checked', async () => {
  const made = await share({ pin: '482193' });
  const rush = await Promise.all(Array.from({ length: 16 }, (_, at) => begin(made.at, String(100_000 + at))));
  const codes = rush.map(({ body }) => body.code);
  expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(10);
  for (const code of codes) expect(['wrong_pin', 'not_found', 'too_many_requests']).toContain(code);
  expect(await listed(made.id)).toMatchObject({ state: 'revoked', wrong_pins: 10 });
  await expectEnded(made.at);
});

test('revoked, expired and invented links are indistinguishable, even for a viewing that has begun', async () => {
  const revoked = await share({ view_only: true });
  const { viewing } = (await begin(revoked.at)).body;
  expect((await get(`${revoked.at}/pages/1/`, viewing)).status).toBe(200);
  const ended = await portal.call('DELETE', `${path()}${revoked.id}/`, { token: copy.owner.token });
  expect(ended.body).toEqual({ revoked: 1 });
  await expectEnded(revoked.at, viewing);

  const expired = await share({ expires_in_hours: 1 });
  await asOwner(
    portal.ownerUrl,
    `update file_shares set expires_at = now() - interval '1 second' where id = $1`,
    [expired.id],
  );
  expect((await listed(expired.id)).state).toBe('expired');
  await expectEnded(expired.at);

  const ofRevoked = await share();
  const setRevoked = (value: string) =>
    asOwner(portal.ownerUrl, `update files set revoked_at = ${value} where id = $1`, [copy.id]);
  await setRevoked('now()');
  await expectEnded(ofRevoked.at);
  await setRevoked('null');
  expect((await get(`${ofRevoked.at}/file/`)).status).toBe(200);
});

test('all live links are in one list and can be revoked together', async () => {
  const other = await makeCopy(portal, copy.owner);
  await portal.call('DELETE', '/account/shares/', { token: copy.owner.token });
  const one = await share({ name: 'ক' });
  await get(`${(await share({ max_opens: 1 })).at}/file/`);
  await portal.call('POST', `/account/myfile/${other.id}/shares/`, {
    token: copy.owner.token,
    body: { name: 'খ' },
  });
  const { body } = await portal.call('GET', '/account/shares/', { token: copy.owner.token });
  expect(body).toMatchObject({ count: 2, results: [{ name: 'খ', file: { id: other.id } }, { name: 'ক' }] });
  const stranger = await portal.customer();
  const none = await portal.call('DELETE', '/account/shares/', { token: stranger.token });
  expect(none.body).toEqual({ revoked: 0 });
  const ended = await portal.call('DELETE', '/account/shares/', { token: copy.owner.token });
  expect(ended.body).toEqual({ revoked: 3 });
  await expectEnded(one.at);
});

test('only the owner creates, sees or revokes links, and options out of range are refused with a message', async () => {
  const stranger = await portal.customer();
  const made = await share();
  for (const token of [stranger.token, portal.admin.token]) {
    expectRefusal(await portal.call('POST', path(), { token, body: {} }), 'not_found');
    expectRefusal(await portal.call('GET', path(), { token }), 'not_found');
    expectRefusal(await portal.call('DELETE', `${path()}${made.id}/`, { token }), 'not_found');
  }
  for (const [wish, field] of [
    [{ expires_in_hours: 0 }, 'expires_in_hours'],
    [{ expires_in_hours: 'কাল' }, 'expires_in_hours'],
    [{ max_opens: -1 }, 'max_opens'],
    [{ max_opens: 1.5 }, 'max_opens'],
    [{ pin: '12' }, 'pin'],
    [{ pin: 'abcd' }, 'pin'],
    [{ name: 'ক'.repeat(81) }, 'name'],
    [{ view_only: 'yes' }, 'view_only'],
  ] as const) {
    const { status, body } = await portal.call('POST', path(), { token: copy.owner.token, body: wish });
    expect({ status, fields: Object.keys(body) }, JSON.stringify(wish)).toEqual({
      status: 400,
      fields: [field],
    });
  }
  expect((await share({ expires_in_hours: '২৪', max_opens: '৩' })).max_opens).toBe(3);
  expect(await share({ expires_in_hours: '', max_opens: '', pin: '', name: '' })).toMatchObject({
    max_opens: null,
    has_pin: false,
  });
});

test('the link itself is not stored', async () => {
  const made = await share({ name: 'গোপন', pin: '975310' });
  const token = made.at.slice(3);
  const { viewing } = (await begin(made.at, '975310')).body;
  expect((await get(`${made.at}/file/`, viewing)).status).toBe(200);
  const rows = await asOwner(
    portal.ownerUrl,
    `select (select json_agg(s) from file_shares s)::text || (select json_agg(t) from trail t)::text as text`,
  );
  const { body: metrics } = await portal.call('GET', '/metrics/');
  for (const text of [JSON.stringify(rows), metrics]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain('975310');
  }
  expect(metrics).toContain('/s/:token/file/');
});
