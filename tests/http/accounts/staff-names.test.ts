// Names of colleagues in lists for staff: namesakes are distinguishable, and nobody is without a name.
import { beforeAll, expect, it } from 'vitest';
import { addDays, dhakaDay } from '#contract/dates/dates.ts';
import { asOwner } from '../../support/database.ts';
import { formField, wholeForm } from '../../support/forms.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { english, makeStaff, type OfferedService, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
let people: Person[];
let names: string[];
let services: Record<string, OfferedService>;
let customer: Person;
beforeAll(async () => {
  people = [
    await makeStaff(portal, 'owner'),
    await makeStaff(portal, 'owner'),
    await makeStaff(portal, 'owner'),
  ];
  const [one, other, nameless] = people as [Person, Person, Person];
  await asOwner(portal.ownerUrl, `update users set first_name = '', last_name = '' where id = $1`, [
    nameless.id,
  ]);
  names = [`কর্মী owner (${one.email})`, `কর্মী owner (${other.email})`, nameless.email];
  services = await servicesByCode(portal);
  customer = await portal.customer();
  await portal.topUp(customer, '50000');
});

/** Sends a request as each of the three people in turn. @returns the response bodies */
async function byEach(method: string, path: string, bodyOf: (turn: number) => object, status = 200) {
  const answers = [];
  for (const [turn, { token }] of people.entries()) {
    const answer = await portal.call(method, `/account/${path}`, { token, body: bodyOf(turn) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    answers.push(answer.body);
  }
  return answers;
}
const list = async (path: string) =>
  (await portal.call('GET', `/account/${path}`, { token: portal.admin.token })).body.results;

it('names who changed settings, in their list and history', async () => {
  const value = (turn: number) => ({ phone: '', mail: '', address: `ঠিকানা ${turn}` });
  const answers = await byEach('PUT', 'settings/contact/', (turn) => ({ version: turn, value: value(turn) }));
  expect(answers.map(({ changed_by: by }) => by.name)).toEqual(names);
  const history = await list('settings/contact/history/');
  expect(history.map(({ changed_by: by }: { changed_by: { name: string } }) => by.name).reverse()).toEqual(
    names,
  );
  const now = (await list('settings/')).find(({ key }: { key: string }) => key === 'contact');
  expect(now.changed_by.name).toBe(names[2]);
});

type Acted = { by: { name: string } };
const actors = (results: Acted[]) => results.map(({ by }) => by.name);

it('names who changed later prices and a service', async () => {
  const { id } = services.AB!;
  const from = (turn: number) => addDays(dhakaDay(new Date()), turn + 2);
  const body = (turn: number) => ({ price: '50', from: from(turn) });
  expect(actors(await byEach('POST', `services/${id}/price-changes/`, body, 201))).toEqual(names);
  expect(actors(await list(`services/${id}/price-changes/`))).toEqual(names);
  expect(actors(await list(`services/${id}/history/`)).reverse()).toEqual(names);
});

it('names who published a form and ticked an order’s checklist', async () => {
  const { AM } = services as { AM: OfferedService };
  const checks = ['x', 'y', 'z'].map((key) => ({ ...wholeForm.checks[0]!, key }));
  const form = { ...wholeForm, fields: [formField('a')], papers: [], checks };
  for (const { token } of people) {
    const call = (method: string, path: string, body: object) =>
      portal.call(method, `/account/services/${AM.id}/forms/${path}/`, { token, body });
    const draft = await call('PUT', 'draft', { form });
    expect((await call('POST', 'publish', { form: draft.body.id })).status).toBe(200);
  }
  const [newest, ...older] = await list(`services/${AM.id}/forms/`);
  expect(actors([newest, ...older]).reverse()).toEqual(names);
  const order = await placeOrder(portal, customer, AM, { form_version: newest.id, answers: { a: 'ক' } });
  await byEach('PUT', `orders/${order.id}/checks/`, (turn) => ({ key: checks[turn]!.key, ticked: true }));
  expect(actors(await list(`orders/${order.id}/checks/`))).toEqual(names);
});

it('names the authors of notes on an order and on a customer', async () => {
  const order = await placeOrder(portal, customer, services.AA!);
  for (const path of [`orders/${order.id}/notes/`, `user/${customer.id}/notes/`]) {
    expect(actors(await byEach('POST', path, () => ({ text: 'দেখা হয়েছে' }), 201)), path).toEqual(names);
    expect(actors(await list(path)), path).toEqual(names);
  }
});

it('names the colleagues to whom an order can be handed on', async () => {
  const operators: { id: number; name: string }[] = await list('orders/operators/');
  expect(people.map(({ id }) => operators.find((one) => one.id === id)!.name)).toEqual(names);
});

it('names people in settlement reports, their lines, and the exported lines', async () => {
  const uploaded = [];
  for (const [turn, { token }] of people.entries()) {
    const form = new FormData();
    form.set('provider', 'sandbox');
    form.set('file', new Blob([`Transaction ID,Amount,Date\nN${turn},10,2026-01-02 10:00\n`]), 'report.csv');
    uploaded.push((await portal.call('POST', '/account/settlements/', { token, form })).body);
  }
  const uploaders = (files: { uploaded_by: { name: string } }[]) =>
    files.map(({ uploaded_by: by }) => by.name);
  expect(uploaders(uploaded)).toEqual(names);
  expect(uploaders(await list('settlements/')).reverse()).toEqual(names);
  for (const [turn, { token }] of people.entries()) {
    const path = `/account/settlements/${uploaded[turn]!.id}/`;
    const answer = await portal.call('POST', `${path}items/1/resolve/`, {
      token,
      body: { action: 'explain', note: 'ঠিক আছে' },
    });
    const by = { id: people[turn]!.id, name: names[turn] };
    expect(answer.body.resolved_by).toEqual(by);
    expect((await portal.call('GET', path, { token })).body).toMatchObject({
      file: { uploaded_by: by },
      results: [{ resolved_by: by }],
    });
    const table = await portal.call('GET', `${path}export/`, { token });
    expect(table.bytes.toString()).toContain(`,${by.name},`);
  }
});

it('names who has used a reference', async () => {
  for (const [turn, { token }] of people.entries()) {
    const call = {
      token,
      body: { user: customer.id, amount: '10', way: 'bkash', reference: `USED${turn}` },
      headers: english,
    };
    expect((await portal.call('POST', '/account/transactions/create/', call)).status).toBe(201);
    const again = await portal.call('POST', '/account/transactions/create/', call);
    expect(again.body.error).toContain(` by ${names[turn]} at `);
  }
});
