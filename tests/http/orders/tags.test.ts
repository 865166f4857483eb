// The shop's tags on orders: who creates and sets them, how they filter the list, and that customers never see them.
import { expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const at = '/account/order-tags/';

const add = (by: Person, name: string, color = 'red') =>
  portal.call('POST', at, { token: by.token, body: { name, color } });
const added = async (by: Person, name: string, color = 'red') => {
  const answer = await add(by, name, color);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const change = (by: Person, id: number, body: object) =>
  portal.call('PATCH', `${at}${id}/`, { token: by.token, body });
const remove = (by: Person, id: number) => portal.call('DELETE', `${at}${id}/`, { token: by.token });
const put = (by: Person, id: number, orders: readonly number[], is_set = true) =>
  portal.call('PUT', `${at}${id}/set/`, { token: by.token, body: { orders, is_set } });
const get = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: by.token })).body;
const list = async (by: Person, query: string) =>
  (await portal.call('GET', `/account/orders/?page_size=100&${query}`, { token: by.token })).body;

async function placed(count = 1) {
  const person = await portal.customer();
  await portal.topUp(person, '2000');
  const operator = await makeStaff(portal, 'operator');
  const service = (await servicesByCode(portal)).AB!;
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await placeOrder(portal, person, service)).id as number);
  return { person, operator, ids, id: ids[0]! };
}

it('is created once per key, and only its id is kept with the key', async () => {
  const operator = await makeStaff(portal, 'operator');
  const ask = () =>
    portal.call('POST', at, {
      token: operator.token,
      headers: { 'Idempotency-Key': 'tag-once' },
      body: { name: 'রহিম সাহেব', color: 'red' },
    });
  const [first, again] = [await ask(), await ask()];
  expect(first.status).toBe(201);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(
    await asOwner(portal.ownerUrl, 'select body from idempotency_keys where user_id = $1', [operator.id]),
  ).toEqual([{ body: { id: first.body.id } }]);
  expect((await remove(operator, first.body.id)).status).toBe(200);
});

it('is created and changed by staff who work on orders, with a unique name and one of six colours', async () => {
  const [operator, auditor] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'auditor')];
  const tag = await added(operator, ' VIP ', 'amber');
  expect(tag).toEqual({ id: tag.id, name: 'VIP', color: 'amber' });
  expectRefusal(await add(operator, 'vip'), 'tag_name_taken');
  for (const [name, color] of [
    ['', 'red'],
    ['ক'.repeat(25), 'red'],
    ['ক', 'pink'],
  ] as const)
    expect((await add(operator, name, color)).status).toBe(400);
  const other = await added(operator, 'পুরোনো গ্রাহক', 'green');
  expectRefusal(await change(operator, other.id, { name: 'Vip' }), 'tag_name_taken');
  expect((await change(operator, other.id, { color: 'blue' })).body).toEqual({ ...other, color: 'blue' });
  expect((await change(operator, other.id, {})).body).toEqual({ ...other, color: 'blue' });
  const read = await portal.call('GET', at, { token: auditor.token });
  expect(read.body).toEqual({ results: [{ ...other, color: 'blue' }, tag], count: 2 });
  for (const reader of [auditor, await portal.customer()]) {
    expectRefusal(await add(reader, 'ক'), 'not_allowed');
    expectRefusal(await change(reader, tag.id, { name: 'ক' }), 'not_allowed');
    expectRefusal(await remove(reader, tag.id), 'not_allowed');
    expectRefusal(await put(reader, tag.id, [1]), 'not_allowed');
  }
  expectRefusal(await portal.call('GET', at, { token: (await portal.customer()).token }), 'not_allowed');
  expect((await remove(operator, tag.id)).status).toBe(200);
  for (const refused of [await remove(operator, tag.id), await change(operator, tag.id, { name: 'x' })])
    expectRefusal(refused, 'not_found');
  await remove(operator, other.id);
});

it('is sorted in Bengali dictionary order, before Latin letters', async () => {
  const operator = await makeStaff(portal, 'operator');
  const inOrder = ['অংশ', 'অতি', 'কাঁচা', 'কাক', 'লুৎফর', 'লুনা', 'apple', 'Banana'];
  for (const name of inOrder.toReversed()) await added(operator, name);
  const { results } = (await portal.call('GET', at, { token: operator.token })).body;
  expect(results.map(({ name }: { name: string }) => name)).toEqual(inOrder);
  for (const { id } of results) await remove(operator, id);
});

it('is created under concurrent requests', async () => {
  const operator = await makeStaff(portal, 'operator');
  const tags = await Promise.all(Array.from({ length: 20 }, (_, at) => added(operator, `একসঙ্গে ${at}`)));
  await Promise.all(tags.map(({ id }) => remove(operator, id)));
  expect((await portal.call('GET', at, { token: operator.token })).body.count).toBe(0);
});

it('is set on many orders at once and removed again, and filters the list', async () => {
  const { operator, ids } = await placed(3);
  const [urgent, old] = [await added(operator, 'জরুরি'), await added(operator, 'খোঁজ নিন', 'blue')];
  expect((await put(operator, urgent.id, [ids[0]!, ids[2]!, 999_999_999])).body).toEqual({ changed: 2 });
  expect((await put(operator, urgent.id, [ids[0]!])).body).toEqual({ changed: 0 });
  await put(operator, old.id, [ids[0]!]);
  expect((await get(operator, ids[0]!)).tags).toEqual([old, urgent]);
  expect((await get(operator, ids[1]!)).tags).toEqual([]);
  const tagged = await list(operator, `tag=${urgent.id}`);
  expect(tagged.results.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[0]]);
  expect(tagged.count).toBe(2);
  expect(tagged.results[0]!.tags).toEqual([urgent]);
  expect((await list(operator, `tag=${urgent.id}&status=completed`)).count).toBe(0);
  expect((await list(operator, `tag=${urgent.id}&snoozed=no&due=first`)).count).toBe(2);
  expect((await list(operator, `tag=${old.id}&search=${ids[0]}`)).count).toBe(1);
  expect((await put(operator, urgent.id, ids, false)).body).toEqual({ changed: 2 });
  expect((await list(operator, `tag=${urgent.id}`)).count).toBe(0);
  expect((await remove(operator, old.id)).status).toBe(200);
  expect((await get(operator, ids[0]!)).tags).toEqual([]);
  expectRefusal(await put(operator, old.id, ids), 'not_found');
  for (const orders of [[], Array.from({ length: 101 }, (_, index) => index + 1)])
    expect((await put(operator, urgent.id, orders)).status).toBe(400);
  const cleaner = await makeStaff(portal, 'operator');
  await change(cleaner, urgent.id, { color: 'blue' });
  await remove(cleaner, urgent.id);
  const acts = await asOwner<{ kind: string; actor_id: number; details: object }>(
    portal.ownerUrl,
    `select kind, actor_id, details from trail where object_kind = 'tag' and object_id = $1 order by id`,
    [String(urgent.id)],
  );
  expect(acts.map(({ kind, actor_id, details }) => [kind, actor_id, details])).toEqual([
    ['tag.added', operator.id, {}],
    ['tag.put', operator.id, { marked: 2 }],
    ['tag.taken_off', operator.id, { marked: 2 }],
    ['tag.changed', cleaner.id, {}],
    ['tag.removed', cleaner.id, {}],
  ]);
});

it('changes nothing that the customer sees, and appears in none of their responses', async () => {
  const { person, operator, id } = await placed();
  const tag = await added(operator, 'ঝামেলা ৭৭৩৩');
  const before = await get(person, id);
  const seen = (await asOwner<{ id: string }>(portal.ownerUrl, 'select max(id) as id from live_events'))[0]!
    .id;
  await put(operator, tag.id, [id]);
  expect(await get(person, id)).toEqual(before);
  expect(before).not.toHaveProperty('tags');
  const audiences = await asOwner<{ audience: string }>(
    portal.ownerUrl,
    'select distinct audience from live_events where id > $1',
    [seen],
  );
  expect(audiences.map(({ audience }) => audience)).toEqual(['staff']);
  expect((await list(person, 'tag=999999')).count).toBe(1);
  for (const { methods, path } of Object.values(endpoints)) {
    if (!(methods as readonly string[]).includes('GET') || !path.startsWith('/account/')) continue;
    const answer = await portal.call('GET', path.replace(/:\w+/g, String(id)), { token: person.token });
    expect(JSON.stringify(answer.body ?? null), path).not.toMatch(/৭৭৩৩|"tags"/);
  }
  await remove(operator, tag.id);
});

it('is limited to thirty, even under concurrent requests, and is kept by a saved view', async () => {
  const operator = await makeStaff(portal, 'operator');
  const made = [];
  for (let number = 1; number <= 27; number += 1) made.push(await added(operator, `ট্যাগ ${number}`));
  const answers = await Promise.all(Array.from({ length: 6 }, (_, number) => add(operator, `শেষ ${number}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const refused of answers.filter(({ status }) => status !== 201)) expectRefusal(refused, 'tags_full');
  const view = await portal.call('POST', '/account/saved-views/', {
    token: operator.token,
    body: { name: 'ট্যাগসহ', list: 'all', query: { tag: made[0]!.id } },
  });
  expect(view.body.query).toEqual({ tag: made[0]!.id });
});
