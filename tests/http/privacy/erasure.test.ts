// An erased person is gone from every table except the books and the audit log.
import { describe, expect, it } from 'vitest';
import { accountsData } from '#server/accounts/accounts.personal.ts';
import { removeOld } from '#server/privacy/erasure.queries.ts';
import { inventory } from '#server/privacy/personal-data.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { record } from '../documents/nid-steps.ts';
import { findInTables } from '../platform/table-dump.ts';
import { dataForm, eventually, orderBody, servicesByCode } from '../steps.ts';

/** A mail server that cannot be reached, so that mails stay queued. */
const portal = usePortal({ SMTP_URL: 'smtp://127.0.0.1:9' });

describe('an erasure', () => {
  it('leaves nothing of the person in any table', async () => {
    const planted = {
      first: 'মুছবনামএক',
      last: 'মুছবনামদুই',
      email: 'muchhbo-9911@mail.test',
      phone: '01799118822',
      address: 'মুছব বাড়ি ৯৯',
      bio: 'মুছব পরিচয়',
      note: 'মুছব মন্তব্য',
      staff: 'মুছব কর্মীর কথা',
      cash: 'মুছব নগদের কারণ',
      share: 'মুছব লিংকের নাম',
      payer: '01799118833',
      view: 'মুছব দেখার কারণ',
    };
    const person = await portal.customer({
      ...{ first_name: planted.first, last_name: planted.last, email: planted.email, phone: planted.phone },
    });
    const services = await servicesByCode(portal);
    const mine = (method: string, path: string, body?: unknown) =>
      portal.call(method, path, {
        token: person.token,
        body,
        headers: { 'Idempotency-Key': `${planted.email} ${path}` },
      });
    const staff = (method: string, path: string, body?: unknown) =>
      portal.call(method, path, { token: portal.admin.token, body });
    await mine('PATCH', `/account/user/${person.id}/`, {
      profile: { address: planted.address, bio: planted.bio },
    });
    await staff('POST', '/account/transactions/create/', {
      user: person.id,
      amount: '165',
      note: planted.cash,
    });
    const order = await mine('POST', '/account/orders/', { ...orderBody(services.AB!), note: planted.note });
    expect(order.status, JSON.stringify(order.body)).toBe(201);
    const rejected = await portal.call('PATCH', `/account/orders/${order.body.id}/`, {
      token: portal.admin.token,
      form: dataForm({ status: 'rejected', note: planted.staff }),
    });
    expect(rejected.status).toBe(200);
    expect(
      (await mine('POST', '/account/nid-details/', { ...record, name_bangla: planted.first })).status,
    ).toBe(201);
    const { body: files } = await mine('GET', '/account/myfile/');
    await mine('POST', `/account/myfile/${files.results[0].id}/shares/`, { name: planted.share });
    await asOwner(
      portal.ownerUrl,
      `insert into payments (id, provider, user_id, amount_paisa, payment_type, state, payer_number, facts, resolved_note)
       values ('erasure-test', 'sandbox', $1, 100, 'custom', 'failed', $2, json_build_object('payerNumber', $2::text), $3)`,
      [person.id, planted.payer, planted.note],
    );
    await asOwner(
      portal.ownerUrl,
      `insert into bkash_payments (invoice, paid) values ('erasure-test', json_build_object('payerNumber', $1::text))`,
      [planted.payer],
    );
    await mine('POST', '/account/export/');
    await portal.call('POST', '/account/password-reset/', { body: { email: planted.email } });
    const { body: wallet } = await mine('GET', '/account/transaction-summary/');
    const paidOut = await staff('POST', '/account/transactions/withdrawl/', {
      user: person.id,
      amount: String(wallet.current_balance),
      note: planted.cash,
    });
    expect(paidOut.status, JSON.stringify(paidOut.body)).toBeLessThan(203);
    const found = await findInTables(portal, Object.values(planted));
    expect(found.length).toBeGreaterThan(8);

    const erased = await mine('POST', '/account/erasure/', { current_password: person.password });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    // The audit log stays, including the reasons that staff wrote; its rows cannot be changed.
    const left = await eventually(
      async () =>
        (await findInTables(portal, Object.values(planted))).filter((place) => !place.endsWith(' in trail')),
      (places) => places.length === 0,
    );
    expect(left).toEqual([]);
    const paper = await portal.call('GET', files.results[0].open_path, { token: portal.admin.token });
    expect(paper.status).toBe(404);
  }, 60_000);

  /** Inserts one row of person $1 into each table from which an erasure removes rows. */
  const planted: Readonly<Record<string, string>> = {
    copy_uploads: 'insert into copy_uploads (owner_id, byte_size) values ($1, 5)',
    copy_upload_parts: `insert into copy_upload_parts select id, 0, 'x' from copy_uploads where owner_id = $1`,
    data_exports: 'insert into data_exports (id, user_id) values (gen_random_uuid(), $1)',
    document_readings: `insert into document_readings (id, owner_id, kind, sealed_reading) values (gen_random_uuid(), $1, 'lookup', 'x')`,
    document_records: `insert into document_records (kind, owner_id, sealed_record) values ('tin', $1, 'x')`,
    email_confirmations: `insert into email_confirmations values ('x', $1, now(), now())`,
    idempotency_keys: `insert into idempotency_keys values ($1, 'x', 'x', 200, '{}')`,
    known_devices: `insert into known_devices values ($1, 'x')`,
    lookup_passes: `insert into lookup_passes values ('x', $1, 'work', now() + interval '1 hour')`,
    notice_choices: `insert into notice_choices values ($1, 'order_taken', true, true)`,
    notices: `insert into notices (user_id, kind) values ($1, 'order_taken')`,
    order_attachment_parts: `with upload as (insert into order_attachments (owner_id, name, byte_size) values ($1, 'x', 5) returning id)
      insert into order_attachment_parts select id, 0, 'x' from upload`,
    password_resets: `insert into password_resets (token_hash, user_id, expires_at) values ('x', $1, now())`,
    saved_views: `insert into saved_views (owner_id, place, name, list, query) values ($1, 1, 'x', 'all', '{}')`,
    tin_purchases: `insert into tin_purchases (owner_id, asked_index) values ($1, 'x')`,
  };

  it('removes every row that the inventory marks for removal', async () => {
    const removed = [...inventory].flatMap(([table, { erasure }]) =>
      erasure?.act === 'remove' && table !== 'mails' ? [{ table, whose: erasure.whose }] : [],
    );
    expect(removed.map(({ table }) => table).toSorted()).toEqual(Object.keys(planted).toSorted());
    const other = await portal.customer();
    const person = await portal.customer();
    await portal.call('POST', '/account/transactions/create/', {
      token: portal.admin.token,
      body: { user: other.id, amount: '1', note: 'চেকে' },
    });
    for (const statement of Object.values(planted)) await asOwner(portal.ownerUrl, statement, [person.id]);
    const counts = async () => {
      const found: Record<string, number> = {};
      for (const { table, whose } of removed)
        found[table] = (
          await asOwner(
            portal.ownerUrl,
            `select from ${table} where ${whose.replace('$person', '$1::int')}`,
            [person.id],
          )
        ).length;
      return found;
    };
    expect(Object.values(await counts())).not.toContain(0);
    // A mail that is still queued.
    const letters = 'select from mails where recipient_index = $1';
    const [sent] = await asOwner<{ recipient_index: Buffer }>(
      portal.ownerUrl,
      'select recipient_index from mails where recipient_index is not null order by created_at desc limit 1',
    );
    expect(await asOwner(portal.ownerUrl, letters, [sent!.recipient_index])).not.toEqual([]);
    const answer = await portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(new Set(Object.values(await counts()))).toEqual(new Set([0]));
    expect(await asOwner(portal.ownerUrl, letters, [sent!.recipient_index])).toEqual([]);
    const notes = 'select reason from ledger_transfers where user_id = $1';
    expect(await asOwner(portal.ownerUrl, notes, [other.id])).toEqual([{ reason: 'চেকে' }]);
  });

  it('removes later what an older release, which does not know every table, left behind', async () => {
    const person = await portal.customer();
    const other = await portal.customer();
    const deleted = await portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token });
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
    const left = ['known_devices', 'notice_choices', 'saved_views', 'email_confirmations'];
    for (const { id } of [person, other])
      for (const table of left)
        await asOwner(portal.ownerUrl, planted[table]!.replaceAll("'x'", `'x${id}'`), [id]);
    await removeOld(portal.db);
    const countOf = async ({ id }: { id: number }) => {
      const counts = left.map(
        (table) =>
          `(select count(*)::int from ${table} where ${table === 'saved_views' ? 'owner_id' : 'user_id'} = $1) as ${table}`,
      );
      return (await asOwner<Record<string, number>>(portal.ownerUrl, `select ${counts.join(', ')}`, [id]))[0];
    };
    expect(Object.values((await countOf(person))!)).toEqual([0, 0, 0, 0]);
    expect(Object.values((await countOf(other))!)).not.toContain(0);
  });

  it('blanks every column of an account that the inventory names', async () => {
    const { erasure } = accountsData.tables.users!;
    const { columns } = erasure as Extract<typeof erasure, { act: 'elsewhere' }>;
    const person = await portal.customer();
    const types = await asOwner<{ column_name: string; udt_name: string }>(
      portal.ownerUrl,
      `select column_name, udt_name from information_schema.columns where table_name = 'users' and column_name = any($1)`,
      [columns],
    );
    expect(types.map(({ column_name }) => column_name).sort()).toEqual([...columns].sort());
    const ofType: Record<string, string> = {
      text: `'planted'`,
      date: `'1990-01-01'`,
      bytea: `'planted'`,
      _bytea: `'{planted}'`,
    };
    const ofColumn: Record<string, string> = { gender: `'other'`, roles: `'{operator}'` };
    const planted = types.map(
      ({ column_name: column, udt_name: type }) => `${column} = ${ofColumn[column] ?? ofType[type]}`,
    );
    await asOwner(portal.ownerUrl, `update users set ${planted.join(', ')} where id = $1`, [person.id]);
    const removed = await portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token });
    expect(removed.status, JSON.stringify(removed.body)).toBe(200);
    const [left] = await asOwner<Record<string, boolean>>(
      portal.ownerUrl,
      `select ${planted.map((it) => `${it.replace(' =', ' is not distinct from')} as ${it.split(' ')[0]}`).join(', ')}
         from users where id = $1`,
      [person.id],
    );
    expect(columns.filter((column) => left![column])).toEqual([]);
    // For a web client on another host the device hash is derived from the user agent.
    const devices = 'select from sessions where user_id = $1 and device_hash is not null';
    expect(await asOwner(portal.ownerUrl, devices, [person.id])).toEqual([]);
  });
});
