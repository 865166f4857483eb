// One of your own files: what its versions changed, who opened it, how often it was verified, and its preview.
import { expect, test } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { correctCopy, makeCopy } from '../documents/copy-maker.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();

test('the versions tell the owner what changed, and staff only in which fields', async () => {
  const copy = await makeCopy(portal);
  await correctCopy(portal, copy, { name_english: 'Rahima Begum', blood_group: 'A+' });
  await correctCopy(portal, copy, { blood_group: '' });
  const path = `/account/myfile/${copy.id}/versions/`;
  const { body } = await portal.call('GET', path, { token: copy.owner.token });
  expect(body.count).toBe(3);
  expect(body.results.map((one: { version: number }) => one.version)).toEqual([3, 2, 1]);
  const [third, second, first] = body.results.map((one: { changes: unknown[] }) => one.changes);
  expect(first).toEqual([]);
  expect(second).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ before: 'Rahima Khatun', after: 'Rahima Begum' }),
      expect.objectContaining({ before: '', after: 'A+' }),
    ]),
  );
  expect(second).toHaveLength(2);
  expect(third).toEqual([expect.objectContaining({ before: 'A+', after: '' })]);

  const staff = await makeStaff(portal, 'operator');
  const seen = await portal.call('GET', path, { token: staff.token });
  expect(seen.body.results[1].changes).toHaveLength(2);
  expect(JSON.stringify(seen.body)).not.toContain('Rahima');
});

test('the owner sees who opened it: themselves, staff by name, a reader by the link’s name', async () => {
  const copy = await makeCopy(portal);
  const { token } = copy.owner;
  const staff = await makeStaff(portal, 'auditor');
  await portal.call('GET', copy.openPath, { token: staff.token });
  const link = await portal.call('POST', `/account/myfile/${copy.id}/shares/`, {
    token,
    body: { name: 'ব্যাংক' },
  });
  await portal.call('GET', `${new URL(link.body.url).pathname}/file/`);
  const preview = await portal.call('GET', `/account/myfile/${copy.id}/preview/`, { token });
  expect(preview.headers.get('content-type')).toBe('image/png');
  expect(preview.bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(preview.headers.get('cache-control')).toBe('private, no-store');
  const { body } = await portal.call('GET', `/account/myfile/${copy.id}/opens/`, { token });
  expect(body.results.map(({ by, name }: { by: string; name: string }) => `${by} ${name}`)).toEqual([
    'owner ',
    'link ব্যাংক',
    'staff কর্মী auditor',
    'owner ',
  ]);
});

test('a request for later parts alone counts as an opening too', async () => {
  const copy = await makeCopy(portal);
  const staff = await makeStaff(portal, 'auditor');
  const open = async (headers: Record<string, string>) => {
    const { bytes } = await portal.call('GET', copy.openPath, { token: staff.token, headers });
    const { body } = await portal.call('GET', `/account/myfile/${copy.id}/opens/`, {
      token: copy.owner.token,
    });
    return [bytes.length > 5_000, body.results.filter(({ by }: { by: string }) => by === 'staff').length];
  };
  // All but the first byte, and then the whole file, because a range with an unmet condition is ignored.
  expect(await open({ Range: 'bytes=1-' })).toEqual([true, 1]);
  expect(await open({ Range: 'bytes=1-', 'If-Range': '"x"' })).toEqual([true, 2]);
  expect(await open({})).toEqual([true, 3]);
  // A browser that requests the rest of a document it has begun to show.
  expect(await open({ Range: 'bytes=4096-' })).toEqual([true, 3]);
});

test('the list of openings stays available after thousands of requests for later parts', async () => {
  const copy = await makeCopy(portal);
  const staff = await makeStaff(portal, 'auditor');
  await portal.call('GET', copy.openPath, { token: staff.token });
  await asOwner(
    portal.ownerUrl,
    `insert into trail (at, kind, actor_id, subject_id, object_kind, object_id, details)
     select now() + n * interval '2 hours', 'document.opened', $1, $2, 'file', $3, '{"part":1}' from generate_series(1, 30000) n`,
    [staff.id, copy.owner.id, String(copy.id)],
  );
  // Searching everything before each of them would exceed the database's time limit.
  const { status, body } = await portal.call('GET', `/account/myfile/${copy.id}/opens/`, {
    token: copy.owner.token,
  });
  expect({ status, count: body.count }).toEqual({ status: 200, count: 30_002 });
});

test('the owner sees how often a paper was verified, but not by whom', async () => {
  const copy = await makeCopy(portal);
  const details = async () =>
    (await portal.call('GET', `/account/myfile/${copy.id}/`, { token: copy.owner.token })).body;
  expect(await details()).toMatchObject({ id: copy.id, checks: 0, last_checked_at: null });
  await portal.call('GET', `/verify-document/${copy.code}/`);
  await portal.call('GET', `/verify-document/AEMA-${copy.code.toLowerCase()}/`);
  const after = await details();
  expect(after.checks).toBe(2);
  expect(Date.parse(after.last_checked_at!)).toBeGreaterThan(Date.now() - 60_000);
  expect(JSON.stringify(after)).not.toContain('127.0.0.1');
});

test('for anyone else the file does not exist', async () => {
  const copy = await makeCopy(portal);
  const stranger = await portal.customer();
  const accountant = await makeStaff(portal, 'accountant');
  for (const token of [stranger.token, accountant.token])
    for (const what of ['', 'versions/', 'opens/', 'preview/'])
      expectRefusal(await portal.call('GET', `/account/myfile/${copy.id}/${what}`, { token }), 'not_found');
  expectRefusal(await portal.call('GET', `/account/myfile/${copy.id}/preview/`), 'not_found');
  for (const odd of ['0', 'x', '99999999999'])
    expectRefusal(
      await portal.call('GET', `/account/myfile/${odd}/preview/`, { token: copy.owner.token }),
      'not_found',
    );
});

test('a paper made within a day is found by its kind and number, only by its owner', async () => {
  const copy = await makeCopy(portal);
  const { token } = copy.owner;
  const recent = async (kind: string, number: string, by = token) =>
    (await portal.call('POST', '/account/myfile/recent/', { token: by, body: { kind, number } })).body.file;
  const listed = await portal.call('GET', '/account/myfile/', { token });
  expect(listed.body.results[0]).toMatchObject({ id: copy.id, open_path: copy.openPath });
  expect(await recent('nid', '১২৩৪-৫৬৭৮৯০')).toEqual(listed.body.results[0]);
  for (const [kind, number] of [
    ['nid', '1234567891'],
    ['sign_to_server', '1234567890'],
    ['nid', 'রহিমা'],
    ['nid', ''],
  ] as const)
    expect(await recent(kind, number)).toBeNull();
  expect(await recent('nid', '1234567890', (await portal.customer()).token)).toBeNull();
  const again = await makeCopy(portal, copy.owner);
  expect(await recent('nid', '1234567890')).toMatchObject({ id: again.id });
  await asOwner(portal.ownerUrl, 'update files set revoked_at = now() where id = $1', [again.id]);
  expect(await recent('nid', '1234567890')).toMatchObject({ id: copy.id });
  await asOwner(
    portal.ownerUrl,
    "update files set created_at = now() - interval '25 hours' where id = any($1)",
    [[copy.id, again.id]],
  );
  expect(await recent('nid', '1234567890')).toBeNull();
});

test('a person can render only a few previews concurrently', async () => {
  const copy = await makeCopy(portal);
  const look = () => portal.call('GET', `/account/myfile/${copy.id}/preview/`, { token: copy.owner.token });
  const many = await Promise.all(Array.from({ length: 12 }, look));
  expect(many.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  expect(many.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect((await look()).status).toBe(200);
});

test('a corrected paper is found by the corrected number, and no longer by the old one', async () => {
  const copy = await makeCopy(portal);
  await correctCopy(portal, copy, { national_id: '9988776655' });
  const found = async (number: string) =>
    (await portal.call('GET', `/account/myfile/?search=${number}`, { token: copy.owner.token })).body.count;
  expect([await found('9988776655'), await found('1234567890')]).toEqual([1, 0]);
});
