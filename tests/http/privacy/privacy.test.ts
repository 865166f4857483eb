// A person's rights: an export of all their data, and erasure.

import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Storage } from '#server/platform/storage/storage.ts';
import { removeOld } from '#server/privacy/erasure.queries.ts';
import * as queries from '#server/privacy/privacy.queries.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { fixture, nidCalls, picture, record } from '../documents/nid-steps.ts';
import { balanceOf, expectBooksRight, expectRefusal, orderBody, servicesByCode } from '../steps.ts';

let storage: Storage;
const portal = usePortal({}, { storage: (part) => (storage = part) });

/** Makes the next export without waiting for the job, which runs every five seconds. */
const makeNext = () => portal.portal.privacy.makeNext().catch(() => undefined);

async function exportOf(person: Person) {
  const state = async () => (await portal.call('GET', '/account/export/', { token: person.token })).body;
  const asked = await portal.call('POST', '/account/export/', { token: person.token });
  expect(asked).toMatchObject({ status: 202, body: await state() });
  expect(asked.body).toMatchObject({ state: 'waiting', requested_at: expect.any(String) });
  await makeNext();
  await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('ready');
  const { done, total } = await state();
  expect(done).toBe(total);
  return portal.call('GET', '/account/export/file/', { token: person.token });
}

async function busyCustomer(): Promise<Person> {
  const { save, richCustomer } = nidCalls(portal);
  const person = await richCustomer('30');
  const body = { ...record, photo_base64: picture('image/jpeg') };
  expect((await save(person, body)).status).toBe(201);
  expect((await save(person, { ...body, name_english: 'Second Copy' })).status).toBe(201);
  return person;
}

describe('a data export', () => {
  it('is made up to ten times a day; requesting one that is in progress does not count', async () => {
    const person = await portal.customer();
    const ask = () => portal.call('POST', '/account/export/', { token: person.token });
    const finish = () =>
      asOwner(portal.ownerUrl, `update data_exports set state = 'ready' where user_id = $1`, [person.id]);
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await ask()).status).toBe(202);
      expect((await ask()).status).toBe(202);
      await finish();
    }
    expectRefusal(await ask(), 'too_many_requests');
  });

  it('is one archive with the stored data in readable form and the documents unchanged', async () => {
    const person = await busyCustomer();
    const note = 'জাল নোট কি না দেখবেন';
    await portal.call('POST', '/account/transactions/create/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '150', note },
    });
    const mine = (method: string, path: string, body?: unknown) =>
      portal.call(method, path, { token: person.token, body });
    const services = await servicesByCode(portal);
    const order = await mine('POST', '/account/orders/', { ...orderBody(services.AB!), note: 'জরুরি' });
    expect(order.status, JSON.stringify(order.body)).toBe(201);
    const { body: copies } = await mine('GET', '/account/myfile/');
    await mine('POST', `/account/myfile/${copies.results[0].id}/shares/`, { name: 'ভাইয়ের জন্য' });
    await asOwner(
      portal.ownerUrl,
      `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, payer_number)
       values ('export-test', 'sandbox', $1, 100, 'custom', 'failed', '01799118844')`,
      [person.id],
    );
    const { body: moves } = await mine('GET', '/account/transactions/');
    expect((await mine('GET', `/account/transactions/${moves.results.at(-1).id}/receipt/`)).status).toBe(200);
    expect((await portal.call('GET', '/account/export/file/', { token: person.token })).status).toBe(404);
    const { status, headers, bytes } = await exportOf(person);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('cache-control')).toBe('private, no-store');
    const entries = unzipSync(bytes);
    const json = (name: string) => JSON.parse(strFromU8(entries[`${name}.json`]!));
    expect(json('profile')[0]).toMatchObject({ email: person.email });
    expect(json('documents')).toHaveLength(2);
    expect(json('documents')[0].record.values.name_bangla).toBe(record.name_bangla);
    expect(json('documents')[0].number_of).toBe('0012345678');
    expect(json('wallet').map((line: { kind: string }) => line.kind)).toEqual([
      'recharge',
      'charge',
      'charge',
      'recharge',
      'hold',
    ]);
    expect(json('payments')[0].payer_number).toBe('01799118844');
    expect(json('shares')[0].name).toBe('ভাইয়ের জন্য');
    expect(json('order_timeline')[0]).toMatchObject({ order_id: order.body.id, what: 'create' });
    expect(Object.keys(entries).filter((name) => name.startsWith('receipts/'))).toHaveLength(1);
    expect(json('trail').some((line: { kind: string }) => line.kind === 'export.requested')).toBe(true);
    // Excludes notes between staff and the addresses from which they worked.
    expect(json('trail').some((line: { kind: string }) => line.kind === 'wallet.recharged')).toBe(true);
    for (const [name, bytes] of Object.entries(entries))
      if (name.endsWith('.json')) expect(strFromU8(bytes), name).not.toContain(note);
    for (const { actor_id, ip } of json('trail'))
      if (actor_id !== person.id && actor_id !== null) expect(ip).toBe('');
    const papers = Object.keys(entries).filter((name) => name.startsWith('papers/'));
    expect(papers).toHaveLength(2);
    for (const name of papers) expect(strFromU8(entries[name]!.subarray(0, 5))).toBe('%PDF-');
    expect(JSON.stringify(Object.keys(entries))).not.toContain('password');
    expect(strFromU8(entries['profile.json']!)).not.toContain('password');
  });

  it('contains every row from the moment of reading, including those removed meanwhile', async () => {
    const { id } = await portal.customer();
    await asOwner(
      portal.ownerUrl,
      `insert into notices (user_id, kind) select $1, 'order_taken' from generate_series(1, 2500)`,
      [id],
    );
    const select = 'select id from notices where user_id = $person order by id';
    const read = new Set<unknown>();
    for await (const rows of queries.readSection(portal.db, id, { select })) {
      for (const row of rows) read.add(row.id);
      await asOwner(portal.ownerUrl, 'delete from notices where user_id = $1 and id % 2 = 0', [id]);
    }
    expect(read.size).toBe(2_500);
  });

  it('is private, is made once for two requests, and is removed after a week', async () => {
    const [one, two] = [await busyCustomer(), await portal.customer()];
    // Otherwise the job may make the first one between the two requests.
    await holdJobs(portal, ['pack exports']);
    const ask = () => portal.call('POST', '/account/export/', { token: one.token });
    for (const { status } of await Promise.all([ask(), ask()])) expect(status).toBe(202);
    await exportOf(one);
    const made = await asOwner(portal.ownerUrl, 'select state from data_exports where user_id = $1', [
      one.id,
    ]);
    expect(made).toEqual([{ state: 'ready' }]);
    expect((await portal.call('GET', '/account/export/file/', { token: two.token })).status).toBe(404);
    const setState = (state: string) =>
      asOwner(portal.ownerUrl, 'update data_exports set state = $2 where user_id = $1', [one.id, state]);
    await setState('failed');
    expect((await portal.call('GET', '/account/export/file/', { token: one.token })).status).toBe(404);
    await setState('ready');
    const { expires_at: until } = (await portal.call('GET', '/account/export/', { token: one.token })).body;
    expect(Math.round((Date.parse(until!) - Date.now()) / 86_400_000)).toBe(7);
    const look = `select actor_id from trail where subject_id = $1 and kind = 'export.opened'`;
    expect(await asOwner(portal.ownerUrl, look, [one.id])).toEqual([{ actor_id: one.id }]);
    expect((await portal.call('GET', '/account/export/file/')).status).toBe(404);
    await asOwner(
      portal.ownerUrl,
      `update data_exports set expires_at = now() - interval '1 second' where user_id = $1`,
      [one.id],
    );
    await makeNext();
    expect((await portal.call('GET', '/account/export/', { token: one.token })).body.state).toBe('expired');
    expect((await portal.call('GET', '/account/export/file/', { token: one.token })).status).toBe(404);
    const parts =
      'select from data_export_parts where export_id in (select id from data_exports where user_id = $1)';
    expect(await asOwner(portal.ownerUrl, parts, [one.id])).toEqual([]);
  });
});

describe('a large or failing archive', () => {
  it('is stored and sent in parts, and arrives complete', async () => {
    const person = await busyCustomer();
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'x');
    for (const name of ['one.pdf', 'two.pdf', 'three.pdf'])
      await asOwner(
        portal.ownerUrl,
        `insert into attachments (owner_id, file_code, storage_key, name, media_type, byte_size) values ($1, $2, $3, $4, 'application/pdf', 1)`,
        [person.id, `code-${name}`, await storage.put(bytes), name],
      );
    const { status, headers, bytes: archive } = await exportOf(person);
    expect([status, headers.get('content-length')]).toEqual([200, String(archive.length)]);
    const parts = await asOwner<{ byte_size: number }>(
      portal.ownerUrl,
      `select p.byte_size from data_export_parts p join data_exports e on e.id = p.export_id where e.user_id = $1 order by position`,
      [person.id],
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...parts.map(({ byte_size }) => byte_size))).toBeLessThan(8 * 1024 * 1024);
    const entries = unzipSync(archive);
    expect(Object.keys(entries).filter((name) => name.startsWith('delivered/'))).toHaveLength(3);
    expect(
      Buffer.from(entries[Object.keys(entries).find((name) => name.endsWith('-two.pdf'))!]!).equals(bytes),
    ).toBe(true);
  });

  it('fails after three attempts, even if each attempt killed the process', async () => {
    const [fails, kills] = [await busyCustomer(), await busyCustomer()];
    const stateOf = async (person: Person) =>
      (await portal.call('GET', '/account/export/', { token: person.token })).body.state;
    await asOwner(
      portal.ownerUrl,
      `update file_versions set storage_key = 'aa/' || repeat('b', 38) where file_id in (select id from files where owner_id = $1)`,
      [fails.id],
    );
    await portal.call('POST', '/account/export/', { token: fails.token });
    for (let times = 0; times < 3; times += 1) await makeNext();
    await expect.poll(() => stateOf(fails), { timeout: 40_000 }).toBe('failed');
    const tried = await asOwner<{ attempts: number }>(
      portal.ownerUrl,
      'select attempts from data_exports where user_id = $1',
      [fails.id],
    );
    expect(tried).toEqual([{ attempts: 3 }]);

    await asOwner(
      portal.ownerUrl,
      `insert into data_exports (id, user_id, state, attempts, touched_at) values (gen_random_uuid(), $1, 'making', 3, now() - interval '1 hour')`,
      [kills.id],
    );
    await makeNext();
    await expect.poll(() => stateOf(kills), { timeout: 20_000 }).toBe('failed');
    // A new request starts over.
    expect((await exportOf(kills)).status).toBe(200);
  });
});

it('neither stalls nor keeps for years an export that was begun or made while the clock was ahead', async () => {
  const [begun, made] = [await portal.customer(), await portal.customer()];
  const plant = (person: Person, state: string) =>
    asOwner(
      portal.ownerUrl,
      `insert into data_exports (id, user_id, state, attempts, requested_at, touched_at, expires_at)
       values (gen_random_uuid(), $1, $2, 1, now() + interval '3 years', now() + interval '3 years', now() + interval '3 years 7 days')`,
      [person.id, state],
    );
  await plant(begun, 'making');
  // A stale part from the earlier attempt.
  await asOwner(
    portal.ownerUrl,
    `insert into data_export_parts select id, 0, 'gone', 1 from data_exports where user_id = $1`,
    [begun.id],
  );
  await plant(made, 'ready');
  await makeNext();
  const stateOf = async (person: Person) => (await queries.findNewestExport(portal.db, person.id))?.state;
  await expect.poll(() => stateOf(begun), { timeout: 20_000 }).toBe('ready');
  expect(await stateOf(made)).toBe('expired');
  expect((await exportOf(made)).status).toBe(200);
});

it('ignores a stalled process whose export another process has taken over', async () => {
  const person = await portal.customer();
  const [row] = await asOwner<{ id: string }>(
    portal.ownerUrl,
    `insert into data_exports (id, user_id, state, attempts) values (gen_random_uuid(), $1, 'making', 2) returning id`,
    [person.id],
  );
  const [late, now] = [1, 2].map((attempts) => ({ id: row!.id, attempts }));
  const part = { position: 0, storageKey: `aa/${'b'.repeat(38)}`, byteSize: 7 };
  const stateOf = async () => (await queries.findNewestExport(portal.db, person.id))?.state;
  await queries.insertPart(portal.db, late!, part);
  expect(await queries.listParts(portal.db, row!.id)).toEqual([]);
  await queries.finishExport(portal.db, late!);
  await queries.failExport(portal.db, late!);
  expect(await stateOf()).toBe('making');
  await queries.insertPart(portal.db, now!, part);
  await queries.finishExport(portal.db, now!);
  expect(await stateOf()).toBe('ready');
});

describe('corrections', () => {
  it('are free, up to twenty a day per record', async () => {
    const { saved, richCustomer } = nidCalls(portal);
    const person = await richCustomer('30');
    const { id } = await saved(person);
    await asOwner(portal.ownerUrl, 'delete from rate_limits');
    const correct = (birth_place: string) =>
      portal.call('PATCH', `/account/nid-details/${id}/`, { token: person.token, body: { birth_place } });
    for (let times = 0; times < 20; times += 1) expect((await correct(`ঢাকা ${times}`)).status).toBe(200);
    const refused = await correct('ঢাকা ২১');
    expectRefusal(refused, 'too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    const refusedField = await saved(person).then(({ id: other }) =>
      portal.call('PATCH', `/account/nid-details/${other}/`, {
        token: person.token,
        body: { national_id: 'x' },
      }),
    );
    expect(refusedField.status).toBe(400);
  });
});

describe('data read from a customer’s copies', () => {
  it('is deleted after the number of days set by the shop, with an entry in the customer’s audit log', async () => {
    const person = await portal.customer();
    const { upload } = nidCalls(portal);
    expect((await upload(person, fixture('s01-l1-chromium-notosans.pdf'))).status).toBe(200);
    expect((await upload(person, fixture('s01-l1-chromium-notosans.pdf'))).status).toBe(200);
    const age = (days: number) =>
      asOwner(
        portal.ownerUrl,
        `update document_readings set created_at = now() - $1 * interval '1 day' where owner_id = $2`,
        [days, person.id],
      );
    const left = async () =>
      (await asOwner(portal.ownerUrl, 'select 1 from document_readings where owner_id = $1', [person.id]))
        .length;
    await age(6.9);
    await portal.portal.documents.removeOldReadings(7);
    expect(await left()).toBe(2);
    await age(7.1);
    await portal.portal.documents.removeOldReadings(7);
    expect(await left()).toBe(0);
    const { body } = await portal.call('GET', '/account/trail/?kind=data.removed', { token: person.token });
    expect(body.results).toMatchObject([{ kind: 'data.removed', details: { readings: 2 } }]);
  });
});

describe('erasing one’s own account', () => {
  const erase = (person: Person, current_password = person.password) =>
    portal.call('POST', '/account/erasure/', { token: person.token, body: { current_password } });

  it('requires the password, an empty wallet and no open order', async () => {
    const person = await nidCalls(portal).richCustomer('30');
    expectRefusal(await erase(person, 'wrong-password-1'), 'wrong_current_password');
    expectRefusal(await erase(person), 'own_wallet_not_empty');
    expectRefusal(await erase(portal.admin), 'staff_not_erased');
    expect((await balanceOf(portal, person)).current_balance).toBe(30);
  });

  it('is left to an owner for former staff, so that the audit log keeps naming them', async () => {
    const person = await portal.customer();
    const { token } = portal.admin;
    const give = (roles: string[]) =>
      portal.call('PUT', `/account/user/${person.id}/roles/`, { token, body: { roles } });
    expect((await give(['cashier'])).status).toBe(200);
    expect((await give([])).status).toBe(200);
    const { body } = await portal.signIn(person.email, person.password);
    expectRefusal(await erase({ ...person, token: body.access }), 'staff_not_erased');
    expect((await portal.call('DELETE', `/account/user/${person.id}/`, { token })).status).toBe(200);
  });

  it('removes data and documents, keeps the books and the audit log, and closes the account', async () => {
    const person = await busyCustomer();
    const { body: list } = await portal.call('GET', '/account/myfile/', { token: person.token });
    const [file] = list.results;
    await exportOf(person);
    expect((await erase(person)).status).toBe(200);
    expect((await portal.call('GET', '/account/myfile/', { token: person.token })).status).toBe(401);
    expect((await portal.signIn(person.email, person.password)).status).toBe(401);
    const verdict = await portal.call('GET', `/verify-document/${file!.verification_code}/`);
    expect(verdict.body).toMatchObject({ state: 'revoked', masked_name: '—' });
    expect((await portal.call('GET', file!.open_path, { token: portal.admin.token })).status).toBe(404);
    const staffList = await portal.call('GET', `/account/myfile/?user=${person.id}`, {
      token: portal.admin.token,
    });
    expect(staffList.status).toBe(200);
    expect(JSON.stringify(staffList.body)).not.toContain(record.name_bangla);
    const left = await asOwner(
      portal.ownerUrl,
      `select (select count(*)::int from document_records where owner_id = $1) as records,
              (select count(*)::int from ledger_transfers where user_id = $1) as transfers,
              (select count(*)::int from trail where subject_id = $1 and kind = 'user.deleted') as traces`,
      [person.id],
    );
    expect(left).toEqual([{ records: 0, transfers: 3, traces: 1 }]);
    expect(
      (await portal.portal.maintenance.sweepStorage({ seconds: -60, isConfirmed: true })).trashed,
    ).toBeGreaterThanOrEqual(3);
    await expectBooksRight(portal);
  });
});

it('keeps the newest hundred devices of an account', async () => {
  const person = await portal.customer();
  await asOwner(
    portal.ownerUrl,
    `insert into known_devices (user_id, device_hash, last_login_at)
     select $1, sha256(age::text::bytea), now() - age * interval '1 hour' from generate_series(1, 120) age`,
    [person.id],
  );
  await removeOld(portal.db);
  const kept = await asOwner<{ count: number; oldest: number }>(
    portal.ownerUrl,
    `select count(*)::int, round(extract(epoch from now() - min(last_login_at)) / 3600)::int as oldest from known_devices where user_id = $1`,
    [person.id],
  );
  // The login that made the person is one of them.
  expect(kept).toEqual([{ count: 100, oldest: 99 }]);
});
