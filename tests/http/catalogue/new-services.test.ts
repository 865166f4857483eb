// Services that an owner adds to the initial thirteen.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { dataForm, expectRefusal, makeStaff, type OfferedService, statuses } from '../steps.ts';

const portal = usePortal();
const owner = () => portal.admin.token;
const add = (body: object, token = owner()) => portal.call('POST', '/account/services/', { token, body });
const change = (id: number, body: object) =>
  portal.call('PATCH', `/account/services/${id}/`, { token: owner(), body });
const offered = async (token: string): Promise<OfferedService[]> =>
  (await portal.call('GET', '/account/services/', { token })).body;

it('keeps a new service inactive until it has a sub-type and is activated, and then takes orders', async () => {
  const customer = await portal.customer();
  const added = await add({ name: 'ছবি তোলা', name_en: 'Photographs', charge: '20', working_hours: 2 });
  expect(added).toMatchObject({
    status: 201,
    body: {
      ...{ name: 'ছবি তোলা', name_en: 'Photographs', code: 'AN', status: 'inactive', charge: '20.00' },
      ...{ working_hours: 2, is_auto_service: false, sub_type: [], created_by: { id: portal.admin.id } },
    },
  });
  const { id, name } = added.body as OfferedService;
  expectRefusal(await change(id, { status: 'active' }), 'sub_types_missing');
  const type = { name: 'পাসপোর্ট মাপ', price: '30' };
  const typed = await portal.call('POST', `/account/services/sub-types/${id}/`, {
    token: owner(),
    body: type,
  });
  expect(typed.status).toBe(201);
  const statusOf = async () =>
    (await portal.call('GET', '/account/services/status/', { token: customer.token })).body.find(
      (one: { id: number }) => one.id === id,
    )?.status;
  const lookUp = async (query: string) =>
    (await portal.call('GET', `/account/services/lookup/?${query}`, { token: customer.token })).status;
  const lookUps = ['code=AN', `name=${encodeURIComponent(name)}`];
  expect((await offered(customer.token)).map((one) => one.id)).not.toContain(id);
  expect(await statusOf()).toBeUndefined();
  expect(await Promise.all(lookUps.map(lookUp))).toEqual([404, 404]);
  expect((await change(id, { status: 'active' })).status).toBe(200);
  expect((await offered(customer.token)).at(-1)).toMatchObject({ id, name, code: 'AN' });
  expect(await statusOf()).toBe('active');
  expect(await Promise.all(lookUps.map(lookUp))).toEqual([200, 200]);
  const gallery = await portal.call('GET', '/public/services/');
  expect(gallery.body.at(-1)).toMatchObject({ name, price_from: '50.00' });

  const body = { user: customer.id, amount: '500' };
  await portal.call('POST', '/account/transactions/create/', { token: owner(), body });
  const order = { service: id, sub_type: typed.body.id, nid_or_form_num_or_for_biometric_or_location: '12' };
  const placed = await portal.call('POST', '/account/orders/', { token: customer.token, body: order });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const done = await portal.call('PATCH', `/account/orders/${placed.body.id}/`, {
    token: owner(),
    form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
  });
  expect(done.status).toBe(200);
  const summary = await portal.call('GET', '/account/transaction-summary/', { token: customer.token });
  expect(summary.body.current_balance).toBe(450);
  const found = await portal.call('GET', `/account/orders/?service=${encodeURIComponent(name)}`, {
    token: customer.token,
  });
  expect(found.body.count).toBe(1);

  await change(id, { name: 'স্টুডিও' });
  const countOf = async (service: string) =>
    (await portal.call('GET', `/account/orders/?service=${encodeURIComponent(service)}`, { token: owner() }))
      .body.count;
  expect([await countOf('স্টুডিও'), await countOf(name), await countOf('অজানা')]).toEqual([1, 1, 0]);
  // Another service has the name now.
  await add({ name });
  expect(await countOf(name)).toBe(0);
  // Customers who know its address see that it is inactive.
  await change(id, { status: 'inactive' });
  expect(await statusOf()).toBe('inactive');
  await change(id, { name: 'Studio' });
  await change(id, { name: '৯৯৯' });
  expect([await countOf('৯৯৯'), await countOf('studio'), await countOf(String(id))]).toEqual([1, 1, 1]);
});

it('records who added which service in its history and the audit log', async () => {
  const { id } = (await add({ name: 'লেমিনেশন', charge: '15' })).body;
  const past = await portal.call('GET', `/account/services/${id}/history/`, { token: owner() });
  expect(past.body.results).toMatchObject([
    { what: 'service_changed', after: { name: 'লেমিনেশন', charge: '15.00' } },
  ]);
  const told = `select actor_id, details from trail where kind = 'service.added' and object_id = $1`;
  expect(await asOwner(portal.ownerUrl, told, [String(id)])).toMatchObject([
    { actor_id: portal.admin.id, details: { name: 'লেমিনেশন', charge: '15.00' } },
  ]);
});

it('lets only owners add services, each with a unique name and code', async () => {
  const [customer, operator] = [await portal.customer(), await makeStaff(portal, 'operator')];
  for (const { token } of [customer, operator]) expectRefusal(await add({ name: 'ক' }, token), 'not_allowed');
  expect(await add({ name: '  ' })).toMatchObject({ status: 400, body: { name: [expect.any(String)] } });
  expect((await add({ name: 'খ', charge: '-1' })).status).toBe(400);
  expectRefusal(await add({ name: 'টিন সার্টিফিকেট' }), 'service_name_taken');
  const answers = await Promise.all(['প্রিন্ট', 'স্ক্যান', 'ফটোকপি', 'টাইপ'].map((name) => add({ name })));
  expect(statuses(answers)).toEqual({ 201: 4 });
  expect(new Set(answers.map(({ body }) => body.code)).size).toBe(4);
});

it('lets owners rename services, except automatic ones, whose screens are found by name', async () => {
  const all = await offered(owner());
  const [manual, automatic] = [false, true].map((is) => all.find((one) => one.is_auto_service === is)!);
  expect((await change(manual!.id, { name: 'এনআইডির ভুল ঠিক করা' })).body.name).toBe('এনআইডির ভুল ঠিক করা');
  expectRefusal(await change(manual!.id, { name: automatic!.name }), 'service_name_taken');
  expectRefusal(await change(automatic!.id, { name: 'অন্য' }), 'auto_service_keeps_name');
  expect((await change(automatic!.id, { name: automatic!.name })).status).toBe(200);
});

it('adds a service or a sub-type once if its request is repeated', async () => {
  const ask = (
    path: '/account/services/' | `/account/services/sub-types/${number}/`,
    key: string,
    body: object,
  ) => portal.call('POST', path, { token: owner(), body, headers: { 'Idempotency-Key': key } });
  const service = { name: 'ফাইল স্ক্যান', charge: '10' };
  const [first, again] = [
    await ask('/account/services/', 'service-1', service),
    await ask('/account/services/', 'service-1', service),
  ];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expectRefusal(
    await ask('/account/services/', 'service-1', { ...service, charge: '11' }),
    'idempotency_key_reused',
  );
  expectRefusal(await ask('/account/services/', 'service-2', service), 'service_name_taken');

  const { id } = first.body as OfferedService;
  const types = await Promise.all(
    Array.from({ length: 3 }, () =>
      ask(`/account/services/sub-types/${id}/`, 'type-1', { name: 'এ৪', price: '20' }),
    ),
  );
  expect(types.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(types.map(({ body }) => body.id)).size).toBe(1);
  const { body } = await portal.call('GET', `/account/services/sub-types/${id}/`, { token: owner() });
  expect(body).toHaveLength(1);
});
