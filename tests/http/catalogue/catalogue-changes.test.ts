// Owners change the catalogue; customers pay the new price at once, and the audit log records who changed what.
import { expect, test } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();

interface Listed {
  id: number;
  code: string;
  charge: string;
  status: string;
  version: number;
  updated_by: { username: string } | null;
  sub_type: { id: number; name: string; price: string }[];
}

async function find(code: string): Promise<Listed> {
  const { body } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
  return (body as Listed[]).find((service) => service.code === code)!;
}

test('a new charge applies to the next order, in either digits and by both methods', async () => {
  const customer = await portal.customer();
  await portal.topUp(customer, '1000');
  const service = await find('AB');
  for (const [method, charge, shown] of [
    ['PUT', '৪৫.৫', '45.50'],
    ['PATCH', 60, '60.00'],
  ] as const) {
    const changed = await portal.call(method, `/account/services/${service.id}/`, {
      token: portal.admin.token,
      body: { charge, status: 'active', agent_contact: null },
    });
    expect(changed).toMatchObject({ status: 200, body: { charge: shown, agent_contact: null } });
    expect(changed.body.updated_by!.username).toBe(portal.admin.email);
  }
  const order = await portal.call('POST', '/account/orders/', {
    token: customer.token,
    body: {
      service: service.id,
      sub_type: service.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '1234567890',
      note: '',
    },
  });
  expect(order.body.charge).toBe((60 + Number(service.sub_type[0]!.price)).toFixed(2));
  const trail = await portal.call('GET', '/account/activity/?kind=service.changed', {
    token: portal.admin.token,
  });
  expect(trail.body.results[0]!.details.charge).toBe('45.50 → 60.00');
});

test('a deactivated service disappears for customers at once', async () => {
  const customer = await portal.customer();
  const service = await find('AM');
  await portal.call('PATCH', `/account/services/${service.id}/`, {
    token: portal.admin.token,
    body: { status: 'inactive' },
  });
  const { body } = await portal.call('GET', '/account/services/', { token: customer.token });
  expect((body as Listed[]).map(({ code }) => code)).not.toContain('AM');
});

test('sub-types are added and priced; empty counts as zero, a taken name and a wrong contact are refused', async () => {
  const service = await find('AL');
  const path = `/account/services/sub-types/${service.id}/`;
  const newest = 'select coalesce(max(id), 0) as id from live_events';
  const [before] = await asOwner<{ id: bigint }>(portal.ownerUrl, newest);
  const added = await portal.call('POST', path, {
    token: portal.admin.token,
    body: { name: 'শাখা লাইসেন্স', price: '', agent_contact: '+880 1712-345678' },
  });
  expect(added).toMatchObject({ status: 201, body: { name: 'শাখা লাইসেন্স'.normalize('NFC'), price: '0.00' } });
  const priced = await portal.call('PUT', `/account/services/sub-types/update/${added.body.id}/`, {
    token: portal.admin.token,
    body: { price: '১২০', agent_contact: '' },
  });
  expect(priced).toMatchObject({ status: 200, body: { price: '120.00', agent_contact: null } });
  const announced = `select from live_events where message ->> 'type' = 'catalogue' and id > $1`;
  expect(await asOwner(portal.ownerUrl, announced, [before!.id]), 'to open pages').toHaveLength(2);
  const again = await portal.call('POST', path, { token: portal.admin.token, body: { name: 'শাখা লাইসেন্স' } });
  expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  const wrong = await portal.call('PATCH', `/account/services/sub-types/update/${added.body.id}/`, {
    token: portal.admin.token,
    body: { price: '-5', agent_contact: 'ফোন' },
  });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.body).sort()).toEqual(['agent_contact', 'price']);
  const automatic = await find('AF');
  const none = await portal.call('POST', `/account/services/sub-types/${automatic.id}/`, {
    token: portal.admin.token,
    body: { name: 'জরুরি' },
  });
  expect(none).toMatchObject({ status: 409, body: { code: 'auto_service_has_none' } });
});

const owner = () => ({ token: portal.admin.token });
const dayFromNow = (days: number) =>
  new Date(Date.now() + 6 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

test('the second of two changes to the same version is refused; without a version nothing is compared', async () => {
  const service = await find('AK');
  const change = (body: object) =>
    portal.call('PATCH', `/account/services/${service.id}/`, { ...owner(), body });
  const answers = await Promise.all(
    ['71', '72'].map((charge) => change({ charge, version: service.version })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expectRefusal(answers.find(({ status }) => status === 409)!, 'record_changed');
  expect((await find('AK')).version).toBe(service.version + 1);
  expect((await change({ charge: '73' })).status).toBe(200);
  const subType = service.sub_type[0]!;
  const path = `/account/services/sub-types/update/${subType.id}/`;
  expect((await portal.call('PATCH', path, { ...owner(), body: { price: '1', version: 1 } })).status).toBe(
    200,
  );
  expectRefusal(
    await portal.call('PATCH', path, { ...owner(), body: { price: '2', version: 1 } }),
    'record_changed',
  );
});

test('a future price is applied once on its day, and customers then pay it', async () => {
  const service = await find('AC');
  const subType = service.sub_type[0]!;
  const path = `/account/services/${service.id}/price-changes/`;
  const schedule = (body: object) => portal.call('POST', path, { ...owner(), body });
  for (const from of [dayFromNow(0), dayFromNow(-3), '31-02-2027', ''])
    expect(Object.keys((await schedule({ price: '90', from })).body), from).toEqual(['from']);
  expectRefusal(await schedule({ sub_type: 1, price: '5', from: dayFromNow(2) }), 'sub_type_mismatch');
  const made = await schedule({ price: '৯০', from: dayFromNow(1) });
  expect(made).toMatchObject({ status: 201, body: { price: '90.00', from: dayFromNow(1), sub_type: null } });
  expect((await schedule({ price: '91', from: dayFromNow(1) })).body).toHaveProperty('from');
  const other = await schedule({ sub_type: subType.id, price: '10', from: dayFromNow(1) });
  const dropped = await schedule({ price: '400', from: dayFromNow(5) });
  expect((await portal.call('GET', path, owner())).body.count).toBe(3);
  const cancel = () => portal.call('DELETE', `/account/services/price-changes/${dropped.body.id}/`, owner());
  expect((await cancel()).status).toBe(200);
  expectRefusal(await cancel(), 'not_found');

  expect(await portal.portal.priceChanges.applyDue()).toBe(0);
  await asOwner(
    portal.ownerUrl,
    `update price_changes set from_day = from_day - case state when 'scheduled' then 1 else 5 end`,
    [],
  );
  // The portal's own job may be faster; the history shows how often each was applied.
  await Promise.all([1, 2, 3].map(() => portal.portal.priceChanges.applyDue()));
  const now = await find('AC');
  expect(now.charge).toBe('90.00');
  expect(now.sub_type.find(({ id }) => id === subType.id)!.price).toBe('10.00');
  expectRefusal(
    await portal.call('DELETE', `/account/services/price-changes/${other.body.id}/`, owner()),
    'not_found',
  );
  const history = await portal.call('GET', `/account/services/${service.id}/history/`, owner());
  expect(history.body.results.map(({ what }: { what: string }) => what)).toEqual([
    'price_applied',
    'price_applied',
    'price_cancelled',
    'price_scheduled',
    'price_scheduled',
    'price_scheduled',
  ]);
  const charged = history.body.results.find((one) => one.what === 'price_applied' && one.sub_type === null);
  expect(charged).toMatchObject({
    before: { price: service.charge },
    after: { price: '90.00' },
    by: { id: portal.admin.id },
  });
  const noted = await asOwner<{ kind: string; times: bigint }>(
    portal.ownerUrl,
    `select kind, count(*)::int as times from trail where kind like 'price.%' group by 1 order by 1`,
  );
  expect(noted).toEqual([
    { kind: 'price.applied', times: 2 },
    { kind: 'price.cancelled', times: 1 },
    { kind: 'price.scheduled', times: 3 },
  ]);
});

test('the gallery is in the order set by an owner, and an outdated reordering is refused', async () => {
  const list = async () => (await portal.call('GET', '/account/services/', owner())).body as Listed[];
  const seen = (await list()).map(({ id }) => id);
  const ids = [...seen].reverse();
  const arrange = (body: object) =>
    portal.call('PUT', '/account/services/arrangement/', { ...owner(), body });
  expect((await arrange({ ids, seen })).status).toBe(200);
  expect((await list()).map(({ id }) => id)).toEqual(ids);
  const gallery = (await portal.call('GET', '/public/services/')).body;
  expect(gallery[0]!.code).not.toBe('AA');
  expectRefusal(await arrange({ ids: seen, seen }), 'record_changed');
  for (const wrong of [ids.slice(1), [...ids, ids[0]], [], ['x']])
    expect((await arrange({ ids: wrong, seen: ids })).body).toHaveProperty('ids');
});

test('staff without the right change and plan nothing, but see the history', async () => {
  const operator = await makeStaff(portal, 'operator');
  const service = await find('AB');
  const as = { token: operator.token };
  expect((await portal.call('GET', `/account/services/${service.id}/history/`, as)).status).toBe(200);
  expectRefusal(
    await portal.call('POST', `/account/services/${service.id}/price-changes/`, {
      ...as,
      body: { price: '1', from: dayFromNow(3) },
    }),
    'not_allowed',
  );
  expectRefusal(await portal.call('GET', '/account/services/2000000/history/', as), 'not_found');
});

test('a future price is saved with the other changes, or none of them is', async () => {
  const service = await find('AK');
  const [subType] = service.sub_type;
  const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
  const change = (path: string, body: object) =>
    portal.call('PATCH', `/account/services/${path}/`, { token: portal.admin.token, body });
  const ofService = (body: object) => change(String(service.id), { agent_contact: '01712345678', ...body });
  const ofSubType = (body: object) => change(`sub-types/update/${subType!.id}`, { name: 'নতুন নাম', ...body });
  for (const [late, field] of [
    [{ price_later: '70', from: '2020-01-01' }, 'from'],
    [{ price_later: '70', from: 'কাল' }, 'from'],
    [{ price_later: '70' }, 'from'],
    [{ from: tomorrow }, 'price_later'],
    [{ price_later: 'অনেক', from: tomorrow }, 'price_later'],
  ] as const)
    for (const ask of [ofService, ofSubType]) {
      const refused = await ask(late);
      expect(refused.status).toBe(400);
      expect(refused.body).toHaveProperty(field);
    }
  expect(await find('AK')).toEqual(service);

  expect((await ofService({ price_later: '70', from: tomorrow })).status).toBe(200);
  expect((await ofSubType({ price_later: '80', from: tomorrow })).status).toBe(200);
  const after = await find('AK');
  expect(after).toMatchObject({ charge: service.charge, agent_contact: '01712345678' });
  expect(after.sub_type.find(({ id }) => id === subType!.id)).toMatchObject({
    name: 'নতুন নাম',
    price: subType!.price,
  });
  const { body } = await portal.call('GET', `/account/services/${service.id}/price-changes/`, {
    token: portal.admin.token,
  });
  expect(body.results).toMatchObject([
    { sub_type: null, price: '70.00', from: tomorrow },
    { sub_type: { id: subType!.id }, price: '80.00', from: tomorrow },
  ]);
  // The day is taken, so the new name is not saved either.
  expect((await ofSubType({ name: 'আরেক নাম', price_later: '90', from: tomorrow })).body).toHaveProperty(
    'from',
  );
  expect(await find('AK')).toEqual(after);

  // A price alone does not affect the rest.
  const nextDay = new Date(Date.now() + 54 * 3_600_000).toISOString().slice(0, 10);
  expect((await ofService({ price_later: '75', from: nextDay })).status).toBe(200);
  const history = await portal.call('GET', `/account/services/${service.id}/history/`, {
    token: portal.admin.token,
  });
  expect(history.body.results.slice(0, 5).map(({ what }: { what: string }) => what)).toEqual([
    ...['price_scheduled', 'price_scheduled', 'sub_type_changed', 'price_scheduled', 'service_changed'],
  ]);
});
