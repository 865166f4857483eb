// Saved views of the staff's list of orders: ownership, sharing, the stored filters, and the limit.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
const at = '/account/saved-views/';

const add = (by: Person, body: object) =>
  portal.call('POST', at, { token: by.token, body: { name: 'নাম', list: 'all', query: {}, ...body } });
const saved = async (by: Person, body: object) => {
  const answer = await add(by, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const change = (by: Person, id: number, body: object) =>
  portal.call('PATCH', `${at}${id}/`, { token: by.token, body });
const remove = (by: Person, id: number) => portal.call('DELETE', `${at}${id}/`, { token: by.token });
const listed = async (by: Person) => (await portal.call('GET', at, { token: by.token })).body.results;
const namesOf = async (by: Person) => (await listed(by)).map(({ name }) => name);

it('is visible only to its owner until it is shared, and one’s own come first', async () => {
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const view = await saved(first, { name: 'ক', list: 'pending', query: { due: 'first', status: 'pending' } });
  expect(view).toEqual({
    id: view.id,
    name: 'ক',
    list: 'pending',
    query: { due: 'first', status: 'pending' },
    is_shared: false,
    owner: { id: first.id, name: 'কর্মী operator' },
  });
  await saved(second, { name: 'খ' });
  expect(await namesOf(second)).toEqual(['খ']);
  expect((await change(first, view.id, { is_shared: true })).body).toEqual({ ...view, is_shared: true });
  expect(await namesOf(second)).toEqual(['খ', 'ক']);
  expect(await namesOf(first)).toEqual(['ক']);
  expectRefusal(await change(second, view.id, { name: 'গ' }), 'not_allowed');
  expectRefusal(await remove(second, view.id), 'not_allowed');
  // A shop owner can change shared views, and does not see private ones.
  expect((await change(portal.admin, view.id, { name: 'গ' })).body.name).toBe('গ');
  await change(first, view.id, { is_shared: false });
  expectRefusal(await change(portal.admin, view.id, { name: 'ঘ' }), 'not_found');
  expectRefusal(await remove(portal.admin, view.id), 'not_found');
  expect((await remove(first, view.id)).status).toBe(200);
  expect(await listed(first)).toEqual([]);
  expectRefusal(await remove(first, view.id), 'not_found');
});

it('is saved by staff who work on orders, opened by all staff, and hidden from customers', async () => {
  const [auditor, customer] = [await makeStaff(portal, 'auditor'), await portal.customer()];
  const view = await saved(portal.admin, { name: 'সবার', is_shared: true });
  for (const reader of [auditor, customer]) {
    expectRefusal(await add(reader, {}), 'not_allowed');
    expectRefusal(await change(reader, view.id, { name: 'ক' }), 'not_allowed');
    expectRefusal(await remove(reader, view.id), 'not_allowed');
  }
  expect(await listed(auditor)).toContainEqual(view);
  expectRefusal(await portal.call('GET', at, { token: customer.token }), 'not_allowed');
  await remove(portal.admin, view.id);
});

it('keeps the list’s filters but not the search, and drops obsolete filters when it is opened', async () => {
  const operator = await makeStaff(portal, 'operator');
  const view = await saved(operator, {
    query: {
      service: 'এনআইডি',
      mine: 'yes',
      search: 'রহিম',
      page: 3,
      user: 5,
      waiting: 'yes',
      other: { a: 1 },
    },
  });
  expect(view.query).toEqual({ service: 'এনআইডি', mine: 'yes' });
  const [row] = await asOwner(portal.ownerUrl, 'select query from saved_views where id = $1', [view.id]);
  expect(row).toEqual({ query: { service: 'এনআইডি', mine: 'yes' } });
  const narrow = await saved(operator, { name: 'সরু', query: { mine: 'yes', hidden: 'date,due' } });
  expect(narrow.query).toEqual({ mine: 'yes', hidden: 'date,due' });
  await remove(operator, narrow.id);
  for (const query of [
    { hidden: 'status' },
    { hidden: 'date,' },
    { status: 'gone' },
    { due: 7 },
    { service: 'ক'.repeat(201) },
    'status=all',
    null,
  ])
    expect((await add(operator, { name: 'অন্য', query })).status).toBe(400);
  expect((await add(operator, { name: 'অন্য', list: 'other' })).status).toBe(400);
  await asOwner(
    portal.ownerUrl,
    `update saved_views set query = '{"mine":"yes","status":"gone","due":"first","search":"x"}' where id = $1`,
    [view.id],
  );
  expect((await listed(operator))[0]!.query).toEqual({ mine: 'yes', due: 'first' });
});

it('gets new filters only from those who may change it, and keeps the old ones if none are sent', async () => {
  const [operator, colleague] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const view = await saved(operator, { query: { tag: 999_999, due: 'first' }, is_shared: true });
  expect((await change(operator, view.id, { name: 'খ' })).body.query).toEqual({ tag: 999_999, due: 'first' });
  const other = await change(operator, view.id, { query: { due: 'first', search: 'রহিম' } });
  expect(other.body).toEqual({ ...view, name: 'খ', query: { due: 'first' } });
  expect((await change(operator, view.id, { query: { due: 'soon' } })).status).toBe(400);
  expectRefusal(await change(colleague, view.id, { query: {} }), 'not_allowed');
  expect((await listed(operator))[0]!.query).toEqual({ due: 'first' });
  await remove(operator, view.id);
});

it('keeps the readable part of a filter with an incomplete character', async () => {
  const operator = await makeStaff(portal, 'operator');
  const { status, body } = await portal.call('POST', '/account/saved-views/', {
    token: operator.token,
    body: { name: 'অর্ধেক \ud800', list: 'all', query: { service: 'এনআইডি\udc00 সংশোধন' }, is_shared: false },
  });
  expect([status, body.name, body.query]).toEqual([201, 'অর্ধেক', { service: 'এনআইডি সংশোধন' }]);
});

it('is saved once if the same view is sent again after a lost response', async () => {
  const [operator, colleague] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const wanted = { name: 'আজ', query: { mine: 'yes', due: 'first' } };
  const view = await saved(operator, wanted);
  const again = { ...wanted, query: { due: 'first', mine: 'yes' } };
  for (const one of await Promise.all([1, 2, 3].map(() => saved(operator, again)))) expect(one).toEqual(view);
  for (const other of [{ query: {} }, { list: 'pending' }, { is_shared: true }])
    expectRefusal(await add(operator, { ...wanted, ...other }), 'view_name_taken');
  expect((await saved(colleague, wanted)).id).not.toBe(view.id);
  for (let number = 2; number <= 20; number += 1) await saved(operator, { name: `${number}` });
  expect(await saved(operator, wanted)).toEqual(view);
});

it('has a name that is unique among those of its owner', async () => {
  const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const view = await saved(first, { name: '  Urgent ' });
  expect(view.name).toBe('Urgent');
  expectRefusal(await add(first, { name: 'urgent' }), 'view_name_taken');
  await saved(second, { name: 'urgent' });
  const other = await saved(first, { name: 'Other' });
  expectRefusal(await change(first, other.id, { name: 'URGENT' }), 'view_name_taken');
  expect((await change(first, view.id, { name: 'URGENT' })).body.name).toBe('URGENT');
  for (const name of ['', ' ', 'ক'.repeat(41)]) expect((await add(first, { name })).status).toBe(400);
});

it('is limited to twenty per owner, even under concurrent requests', async () => {
  const operator = await makeStaff(portal, 'operator');
  await Promise.all(Array.from({ length: 16 }, (_, at) => saved(operator, { name: `${at}` })));
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => add(operator, { name: `অ${number}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  for (const refused of answers.filter(({ status }) => status !== 201)) expectRefusal(refused, 'views_full');
  const views = await listed(operator);
  expect(views).toHaveLength(20);
  await remove(operator, views[0]!.id);
  await saved(operator, { name: 'আবার' });
  expectRefusal(await add(operator, { name: 'আরও' }), 'views_full');
});

it('returns the saved view even if another page deletes it immediately', async () => {
  const person = await makeStaff(portal, 'operator');
  await asOwner(
    portal.ownerUrl,
    `create function delete_view() returns trigger language plpgsql security definer as
       $$ begin delete from saved_views where id = new.id; return null; end $$`,
  );
  await asOwner(
    portal.ownerUrl,
    `create constraint trigger delete_at_commit after insert on saved_views
       deferrable initially deferred for each row execute function delete_view()`,
  );
  try {
    expect(await add(person, { name: 'মুছে যাবে' })).toMatchObject({ status: 201, body: { name: 'মুছে যাবে' } });
  } finally {
    await asOwner(portal.ownerUrl, 'drop trigger delete_at_commit on saved_views');
  }
  expect(await listed(person)).toEqual([]);
});
