// An erasure while a request by or about the same person is in flight: nothing of the person remains.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { holdRows } from '../../support/held-rows.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { fixture, nidCalls, record } from '../documents/nid-steps.ts';
import { findInTables } from '../platform/table-dump.ts';
import {
  dataForm,
  expectRefusal,
  type OfferedService,
  orderBody,
  servicesByCode,
  setService,
} from '../steps.ts';

const portal = usePortal();
const name = 'মুছবমানুষ';
const someone = () => portal.customer({ first_name: name });
const erase = ({ id }: Person) =>
  portal.call('DELETE', `/account/user/${id}/`, { token: portal.admin.token });
const rowsOf = (table: string, { id }: Person, owner = 'owner_id') =>
  asOwner(portal.ownerUrl, `select * from ${table} where ${owner} = $1`, [id]);

/** Runs both concurrently, so that the erasure commits first. */
async function eraseBefore(person: Person, call: () => Promise<Answer>) {
  const held = await holdRows(portal.ownerUrl, 'select from users where id = $1 for update', [person.id]);
  const erased = erase(person);
  await held.waiting(1);
  const late = call();
  await held.waiting(2);
  await held.release();
  expect((await erased).status).toBe(200);
  return late;
}

async function freeServices(): Promise<Record<string, OfferedService>> {
  for (const code of ['AB', 'AG'])
    for (const [column, value] of [
      ['charge_paisa', '0'],
      ['enable_charge', 'false'],
    ] as const)
      await setService(portal, code, column, value);
  await asOwner(portal.ownerUrl, 'update sub_types set price_paisa = 0');
  await asOwner(portal.ownerUrl, 'update services set charge_paisa = 0 where is_auto_service');
  return servicesByCode(portal);
}

it('leaves no free order', async () => {
  const services = await freeServices();
  const person = await someone();
  const { status } = await eraseBefore(person, () =>
    portal.call('POST', '/account/orders/', { token: person.token, body: orderBody(services.AB!) }),
  );
  expect(status).toBe(401);
  expect(await rowsOf('orders', person, 'customer_id')).toEqual([]);
});

it('leaves no free copy', async () => {
  await freeServices();
  const person = await someone();
  const { status } = await eraseBefore(person, () => nidCalls(portal).save(person));
  expect(status).toBe(401);
  expect(await rowsOf('files', person)).toEqual([]);
  expect(await rowsOf('document_records', person)).toEqual([]);
});

it('leaves no reading of a signed copy', async () => {
  const person = await someone();
  const { status } = await eraseBefore(person, () =>
    nidCalls(portal).upload(person, fixture('own-above.pdf')),
  );
  expect(status).toBe(401);
  expect(await rowsOf('document_readings', person)).toEqual([]);
});

it('leaves no picture', async () => {
  const person = await someone();
  const form = new FormData();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  form.set('profile_image', new Blob([png as BlobPart]), 'me.png');
  const { status } = await eraseBefore(person, () =>
    portal.call('POST', '/account/user/update-profile-image/', { token: person.token, form }),
  );
  expect(status).toBe(401);
  expect(await rowsOf('users', person, 'id')).toMatchObject([
    { profile_image: null, profile_image_key: null },
  ]);
});

it('leaves no version of a copy that was being corrected', async () => {
  await freeServices();
  const person = await someone();
  const { body } = await nidCalls(portal).save(person);
  // The correction already holds the lock on the file.
  const held = await holdRows(
    portal.ownerUrl,
    'select from document_records where owner_id = $1 for update',
    [person.id],
  );
  const corrected = portal.call('PATCH', `/account/nid-details/${body.data.id}/`, {
    token: person.token,
    body: { ...record, name_bangla: name },
  });
  await held.waiting(1);
  const erased = erase(person);
  await held.waiting(2);
  await held.release();
  expect((await corrected).status).toBe(200);
  expect((await erased).status).toBe(200);
  const versions = await asOwner(
    portal.ownerUrl,
    'select storage_key, masked_name from file_versions where file_id in (select id from files where owner_id = $1)',
    [person.id],
  );
  const blank = { storage_key: '', masked_name: '—' };
  expect(versions).toEqual([blank, blank]);
});

it('refuses staff who replace a result during or after the erasure as not found, and keeps them signed in', async () => {
  const services = await freeServices();
  const withOrder = async () => {
    const person = await someone();
    const { body: order } = await portal.call('POST', '/account/orders/', {
      token: person.token,
      body: orderBody(services.AB!),
    });
    const send = (method: string, path: string, form: FormData) =>
      portal.call(method, path, { token: portal.admin.token, form });
    const done = dataForm({ status: 'completed', text_content: 'হয়েছে' });
    expect((await send('PATCH', `/account/orders/${order.id}/`, done)).status).toBe(200);
    const replace = (file?: typeof pdf) =>
      send('POST', `/account/orders/re-upload/${order.id}/`, dataForm({ text_content: name }, file));
    return { person, replace };
  };
  const pdf = { bytes: '%PDF-1.7\n%done\n', name: 'ফলাফল.pdf' };
  for (const file of [undefined, pdf]) {
    const { person, replace } = await withOrder();
    expectRefusal(await eraseBefore(person, () => replace(file)), 'not_found', 'bn', 'staff');
    expectRefusal(await replace(file), 'not_found', 'bn', 'staff');
    expect(await rowsOf('attachments', person)).toEqual([]);
  }
});

async function withMovement() {
  const person = await someone();
  await portal.topUp(person, '100');
  await portal.call('POST', '/account/transactions/withdrawl/', {
    token: portal.admin.token,
    body: { user: person.id, amount: '100' },
  });
  const { body } = await portal.call('GET', '/account/transactions/', { token: person.token });
  const receipt = (token: string) =>
    portal.call('GET', `/account/transactions/${body.results[0]!.id}/receipt/`, { token });
  return { person, receipt };
}

it('leaves no receipt that contains the name', async () => {
  const { person, receipt } = await withMovement();
  const { status } = await eraseBefore(person, () => receipt(person.token));
  expect(status).toBe(503);
  expect(await rowsOf('money_papers', person)).toEqual([]);
});

it('lets staff print receipts of an erased person, but reports their papers as gone', async () => {
  await freeServices();
  const { person, receipt } = await withMovement();
  expect((await receipt(person.token)).status).toBe(200);
  expect((await nidCalls(portal).save(person)).status).toBe(201);
  const [file] = await rowsOf('files', person);
  expect((await erase(person)).status).toBe(200);
  expect((await receipt(portal.admin.token)).status).toBe(200);
  expect((await receipt(portal.admin.token)).status).toBe(200);
  const ask = (what: string) =>
    portal.call('GET', `/account/myfile/${file!.id}/${what}/`, { token: portal.admin.token });
  expect((await ask('preview')).status).toBe(404);
  expect((await ask('versions')).status).toBe(200);
  expect(await findInTables(portal, [name])).toEqual([]);
});
