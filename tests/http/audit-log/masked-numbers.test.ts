// In lists staff see only the last four digits of numbers; a click reveals one number, and its owner sees who revealed it.
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import { nidCalls, record } from '../documents/nid-steps.ts';
import { eventually, makeStaff, orderBody, servicesByCode } from '../steps.ts';

const portal = usePortal();
const nid = nidCalls(portal);
const number = '88776655443322110';
const ten = '9182736455';
const seventeen = '19951234567890123';
const note = 'আমার এনআইডি ৮৮৭৭৬৬৫৫৪৪, জরুরি';
const fileNumber = '7766554433221';
let customer: Person;
let operator: Person;
let orderId: number;
let pairId: number;
let fileId: number;

const get = async (person: Person, path: string) => {
  const answer = await portal.call('GET', path, { token: person.token });
  expect(answer.status, path).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  customer = await nid.richCustomer('1000');
  operator = await makeStaff(portal, 'operator');
  const services = await servicesByCode(portal);
  const place = async (body: object) => {
    const answer = await portal.call('POST', '/account/orders/', { token: customer.token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const order = await place({
    ...orderBody(services.AB!),
    nid_or_form_num_or_for_biometric_or_location: number,
    note,
  });
  expect(order.nid_or_form_num_or_for_biometric_or_location).toBe(number);
  orderId = order.id;
  pairId = (await place({ ...orderBody(services.AD!), ten_or_seventeen_digit_nid: `${ten} ও ${seventeen}` }))
    .id;
  const made = await nid.saved(customer, { ...record, national_id: fileNumber });
  fileId = (await get(customer, '/account/myfile/')).results[0].id;
  expect(made.id).toBeGreaterThan(0);
});

const secrets = [number, ten, seventeen, fileNumber, '৮৮৭৭৬৬৫৫৪৪'];
const expectNoSecret = (body: unknown, where: string) => {
  const text = JSON.stringify(body);
  for (const secret of secrets) expect(text, where).not.toContain(secret);
};

describe('staff’s lists', () => {
  it.each([
    '/account/orders/',
    `/account/orders/?search=${number}`,
    '/account/orders/?due=first',
    '/account/orders/completed/',
    '/account/myfile/',
    `/account/myfile/?search=${fileNumber}`,
    `/account/search/?q=${fileNumber}`,
    '/account/activity/',
  ])('carry no whole number: %s', async (path) => {
    expectNoSecret(await get(portal.admin, path), path);
    if (!path.includes('activity')) expectNoSecret(await get(operator, path), path);
  });

  it('keep their format and the end of each number', async () => {
    const { results } = await get(operator, '/account/orders/');
    const byId = new Map(results.map((order: { id: number }) => [order.id, order]));
    expect(byId.get(orderId)).toMatchObject({
      nid_or_form_num_or_for_biometric_or_location: '…2110',
      ten_digit_nid: null,
      note: 'আমার এনআইডি …৫৫৪৪, জরুরি',
    });
    expect(byId.get(pairId)).toMatchObject({
      nid_or_form_num_or_for_biometric_or_location: '',
      ten_digit_nid: '…6455',
      seventeen_digit_nid: '…0123',
    });
    const files = await get(operator, '/account/myfile/');
    expect(files.results[0].nid_or_brn_number).toBe('…3221');
    expect((await get(operator, `/account/myfile/${fileId}/`)).nid_or_brn_number).toBe('…3221');
  });

  it('full numbers are shown in the customer’s own lists and on the order’s own page', async () => {
    const own = await get(customer, '/account/orders/');
    expect(JSON.stringify(own)).toContain(number);
    expect(JSON.stringify(own)).toContain(seventeen);
    expect((await get(customer, '/account/myfile/')).results[0].nid_or_brn_number).toBe(fileNumber);
    const page = await get(operator, `/account/orders/${orderId}/`);
    expect(page.nid_or_form_num_or_for_biometric_or_location).toBe(number);
  });

  it('impersonations show no full numbers in lists either', async () => {
    const started = await portal.call('POST', `/account/user/${customer.id}/view/`, {
      token: portal.admin.token,
      body: { reason: 'গ্রাহক ফোনে সাহায্য চেয়েছেন' },
    });
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    const viewer = { ...customer, token: started.body.token as string };
    expectNoSecret(await get(viewer, '/account/orders/'), 'orders');
    expectNoSecret(await get(viewer, '/account/myfile/'), 'files');
  });
});

describe('the live channel', () => {
  const listen = async (person: Person) => {
    const { body } = await portal.call('POST', '/account/ws-ticket/', { token: person.token });
    const messages: { type: string; order?: { id: number } }[] = [];
    const socket = new WebSocket(
      `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${body.ticket}`,
    );
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'hello' }));
    await eventually(
      async () => messages,
      (all) => all.some(({ type }) => type === 'ready'),
    );
    return { socket, messages };
  };

  it('shows staff the end of a number and its owner all of it', async () => {
    const [staff, own] = await Promise.all([listen(operator), listen(customer)]);
    const services = await servicesByCode(portal);
    const { body } = await portal.call('POST', '/account/orders/', {
      token: customer.token,
      body: { ...orderBody(services.AB!), nid_or_form_num_or_for_biometric_or_location: number, note },
    });
    const told = async ({ messages }: typeof staff) =>
      (
        await eventually(
          async () => messages.find(({ order }) => order?.id === body.id),
          (message) => message !== undefined,
        )
      )?.order;
    expect(await told(staff)).toMatchObject({ nid_or_form_num_or_for_biometric_or_location: '…2110' });
    expect(await told(own)).toMatchObject({ nid_or_form_num_or_for_biometric_or_location: number });
    expectNoSecret(staff.messages, 'live messages of staff');
    for (const { socket } of [staff, own]) socket.close();
  });
});

describe('one click', () => {
  const press = (person: Person, path: string) => portal.call('GET', path, { token: person.token });

  it('reveals the number of an order or a file, and its owner sees who revealed what and when', async () => {
    const ofOrder = await press(operator, `/account/orders/${orderId}/number/`);
    expect([ofOrder.status, ofOrder.body]).toEqual([
      200,
      { number, ten_digit_nid: null, seventeen_digit_nid: null },
    ]);
    const ofPair = await press(operator, `/account/orders/${pairId}/number/`);
    expect(ofPair.body).toEqual({ number: '', ten_digit_nid: ten, seventeen_digit_nid: seventeen });
    const ofFile = await press(operator, `/account/myfile/${fileId}/number/`);
    expect([ofFile.status, ofFile.body]).toEqual([200, { number: fileNumber }]);

    const { results } = await get(customer, '/account/trail/?kind=number');
    expect(
      results.map(({ object, actor }: { object: object; actor: object }) => ({ object, actor })),
    ).toMatchObject([
      { object: { kind: 'file', id: String(fileId) }, actor: { id: operator.id, is_staff: true } },
      { object: { kind: 'order', id: String(pairId) }, actor: { id: operator.id } },
      { object: { kind: 'order', id: String(orderId) }, actor: { id: operator.id } },
    ]);
    expect(results[0].details).toMatchObject({ service: 'AF' });
    expect(
      results.every(({ at, kind }: { at: string; kind: string }) => at && kind === 'number.revealed'),
    ).toBe(true);
    expectNoSecret(results, 'the trail');
  });

  it('reveals nothing without the right or for unknown ids', async () => {
    const other = await portal.customer();
    const accountant = await makeStaff(portal, 'accountant');
    for (const [person, path, status] of [
      [other, `/account/orders/${orderId}/number/`, 403],
      [other, `/account/myfile/${fileId}/number/`, 403],
      [accountant, `/account/myfile/${fileId}/number/`, 403],
      [operator, '/account/orders/999999/number/', 404],
      [operator, '/account/myfile/999999/number/', 404],
    ] as const)
      expect((await press(person, path)).status, path).toBe(status);
  });

  it('records staff who open an order’s page or a list too', async () => {
    const kinds = async (person: Person) => {
      const { results } = await get(portal.admin, `/account/activity/?user=${person.id}`);
      return results.map(({ kind }: { kind: string }) => kind);
    };
    expect(await kinds(operator)).toEqual(
      expect.arrayContaining(['order.opened', 'orders.listed', 'files.listed']),
    );
    const before = (await kinds(operator)).filter((kind: string) => kind === 'orders.listed').length;
    await get(operator, '/account/orders/?page=2');
    expect((await kinds(operator)).filter((kind: string) => kind === 'orders.listed').length).toBe(before);
  });
});
