import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Answer, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  expectRefusal,
  orderBody,
  placeOrder,
  servicesByCode,
  setService,
  statuses,
} from '../steps.ts';

const portal = usePortal();
const number = 'nid_or_form_num_or_for_biometric_or_location';
const order = (token: string, body: unknown) => portal.call('POST', '/account/orders/', { token, body });
const change = (
  token: string,
  id: number,
  data: unknown,
  file?: { bytes: Uint8Array | string; name: string },
  method = 'PATCH',
) => portal.call(method, `/account/orders/${id}/`, { token, form: dataForm(data, file) });

async function richCustomer(taka = '5000') {
  const person = await portal.customer();
  await portal.topUp(person, taka);
  return person;
}

describe('placing an order', () => {
  it('holds the price of service and sub-type and returns the order', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer('1000');
    const { status, body } = await order(
      person.token,
      orderBody(services.AB!, { note: 'তাড়াতাড়ি দরকার', [number]: '১২৩৪৫৬৭৮৯০১২৩৪৫৬৭' }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      service: { id: services.AB!.id, name: 'হারানো এনআইডি রিপ্রিন্ট', code: 'AB' },
      sub_type: { id: services.AB!.sub_type[0]!.id, name: 'সাধারণ' },
      name: null,
      [number]: '12345678901234567',
      ten_digit_nid: null,
      seventeen_digit_nid: null,
      status: 'pending',
      note: 'তাড়াতাড়ি দরকার',
      charge: '150.00',
      text_content: null,
      file: null,
      operator: null,
      created_on: expect.stringMatching(/Z$/),
      updated_on: expect.stringMatching(/Z$/),
    });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 850, held: 150 });
  });

  it('charges only the sub-type’s price when the service’s charge is switched off, and nothing when that is zero', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer('100');
    await setService(portal, 'AM', 'enable_charge', 'false');
    await asOwner(portal.ownerUrl, 'update sub_types set price_paisa = 0 where id = $1', [
      services.AM!.sub_type[1]!.id,
    ]);
    expectRefusal(await order(person.token, orderBody(services.AM!)), 'insufficient_balance');
    const free = await placeOrder(portal, person, services.AM!, { sub_type: services.AM!.sub_type[1]!.id });
    expect(free.charge).toBe('0.00');
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 100, held: 0 });
    expect(
      (await change(portal.admin.token, free.id, { status: 'completed', text_content: 'বিনামূল্যে' })).status,
    ).toBe(200);
    const again = await placeOrder(portal, person, services.AM!, { sub_type: services.AM!.sub_type[1]!.id });
    expect(
      (await portal.call('POST', `/account/orders/${again.id}/cancel/`, { token: person.token })).body.status,
    ).toBe('cancelled');
    await expectBooksRight(portal);
  });

  it('uses the current state of the service, even if it has changed since the last order', async () => {
    const { AK } = await servicesByCode(portal);
    const person = await richCustomer();
    const subType = AK!.sub_type[0]!.id;
    const before = Number((await placeOrder(portal, person, AK!)).charge);
    // Changed by another process, of which this one is not notified.
    await asOwner(portal.ownerUrl, 'update sub_types set price_paisa = price_paisa - 500 where id = $1', [
      subType,
    ]);
    const cheaper = await order(person.token, orderBody(AK!, { shown_price: (before - 5).toFixed(2) }));
    expect(cheaper.body).toMatchObject({ charge: (before - 5).toFixed(2) });
    await asOwner(portal.ownerUrl, 'update sub_types set price_paisa = price_paisa + 500 where id = $1', [
      subType,
    ]);
    const shown = await order(person.token, orderBody(AK!, { shown_price: (before - 5).toFixed(2) }));
    expectRefusal(shown, 'price_changed');
    expect((await placeOrder(portal, person, AK!)).charge).toBe(before.toFixed(2));
    await asOwner(portal.ownerUrl, `update services set status = 'inactive' where id = $1`, [AK!.id]);
    expectRefusal(await order(person.token, orderBody(AK!)), 'service_inactive');
    await asOwner(
      portal.ownerUrl,
      `update services set status = 'active', name_en = 'Renamed' where id = $1`,
      [AK!.id],
    );
    expect((await placeOrder(portal, person, AK!)).service).toMatchObject({ name_en: 'Renamed' });
    expect(await balanceOf(portal, person)).toEqual({
      current_balance: 5000 - (4 * before - 5),
      held: 4 * before - 5,
    });
    await expectBooksRight(portal);
  });

  it('requires a name for AA and stores none for others', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    for (const name of [null, '', '   ', undefined])
      expect((await order(person.token, orderBody(services.AA!, { name }))).body).toEqual({
        name: ['নাম লিখুন'],
      });
    expect((await placeOrder(portal, person, services.AA!, { name: '  করিম উদ্দিন ' })).name).toBe(
      'করিম উদ্দিন',
    );
    expect((await placeOrder(portal, person, services.AB!, { name: 'করিম' })).name).toBeNull();
  });

  it.each([
    ['labels and line breaks', '১০ ডিজিট: ১২৩৪৫৬৭৮৯০\n১৭ ডিজিট: ১৯৯০১২৩৪৫৬৭৮৯০১২৩'],
    ['the other order', '19901234567890123 / 1234567890'],
    ['text close by', 'NID10=1234567890;NID17=19901234567890123।'],
  ])('takes both NID numbers of AD from free text with %s', async (_what, text) => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AD!, { ten_or_seventeen_digit_nid: text });
    expect(placed).toMatchObject({
      ten_digit_nid: '1234567890',
      seventeen_digit_nid: '19901234567890123',
      [number]: '',
    });
  });

  it.each([
    '',
    '1234567890',
    '19901234567890123',
    '1234567890 1234567891 19901234567890123',
    '1234567890 19901234567890123 19901234567890124',
    '123456789 19901234567890123',
    '12345678901 19901234567890123',
    '1234567890 199012345678901234',
    '1234567890 19901234567890123 1234',
  ])('refuses AD with %j and gives an example', async (text) => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const { status, body }: Answer = await order(
      person.token,
      orderBody(services.AD!, { ten_or_seventeen_digit_nid: text }),
    );
    expect(status).toBe(400);
    expect(body.ten_or_seventeen_digit_nid[0]).toContain(
      'উদাহরণ: ১০ ডিজিট: ১২৩৪৫৬৭৮৯০, ১৭ ডিজিট: ১৯৯০১২৩৪৫৬৭৮৯০১২৩',
    );
    expect((await balanceOf(portal, person)).held).toBe(0);
  });

  it('refuses a number that is missing, too long, or not only digits', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const texts = async (value: unknown) =>
      (await order(person.token, orderBody(services.AB!, { [number]: value }))).body[number];
    expect(await texts('')).toEqual(['নম্বরটি লিখুন']);
    expect(await texts(null)).toEqual(['নম্বরটি লিখুন']);
    for (const wrong of ['123456789012345678', '12a', '12 34', '-5', '1.5', '½'])
      expect(await texts(wrong), wrong).toEqual(['শুধু সংখ্যা লিখুন, সর্বোচ্চ ১৭টি']);
    expect((await order(person.token, orderBody(services.AB!, { [number]: 123456 }))).body[number]).toBe(
      '123456',
    );
  });

  it('names the service and the sub-type in the error when they are missing', async () => {
    const person = await portal.customer();
    const { status, body } = await order(person.token, { [number]: '123' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { service: ['সার্ভিস বেছে নিন'], sub_type: ['সার্ভিসের ধরন বেছে নিন'] },
    });
  });

  it('accepts a note of 500 characters and refuses one more', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const note = 'ক'.repeat(500);
    expect((await placeOrder(portal, person, services.AB!, { note })).note).toBe(note);
    expect((await order(person.token, orderBody(services.AB!, { note: `${note}খ` }))).body).toEqual({
      note: ['নোট সর্বোচ্চ ৫০০ অক্ষরের হতে পারে'],
    });
    expect((await placeOrder(portal, person, services.AB!, { note: null })).note).toBe('');
  });

  it('refuses automatic services, inactive ones, foreign sub-types and unknown services', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    for (const code of ['AF', 'AG', 'AH', 'AI', 'AJ'])
      expectRefusal(
        await order(person.token, { service: services[code]!.id, sub_type: 1, [number]: '1' }),
        'auto_service_not_orderable',
      );
    expectRefusal(
      await order(person.token, orderBody(services.AB!, { sub_type: services.AC!.sub_type[0]!.id })),
      'sub_type_mismatch',
    );
    expectRefusal(
      await order(person.token, orderBody(services.AB!, { sub_type: 999_999 })),
      'sub_type_mismatch',
    );
    expectRefusal(await order(person.token, orderBody(services.AB!, { service: 999_999 })), 'not_found');
    await setService(portal, 'AL', 'status', 'inactive');
    const refused = await order(person.token, orderBody(services.AL!));
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'সার্ভিসটি এখন বন্ধ আছে', code: 'service_inactive' },
    });
    expect((await order(person.token, {})).body).toMatchObject({
      service: expect.any(Array),
      sub_type: expect.any(Array),
    });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 5000, held: 0 });
  });

  it('creates nothing without enough money, and reports the balance, the price and the shortfall', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer('149.99');
    const { status, body } = await order(person.token, orderBody(services.AB!));
    expect(status).toBe(402);
    expect(body).toEqual({
      error: 'পর্যাপ্ত ব্যালেন্স নেই, আরও ০.০১ টাকা রিচার্জ করুন',
      code: 'insufficient_balance',
      balance: 149.99,
      needed: '150.00',
      short: '0.01',
    });
    expect((await portal.call('GET', '/account/orders/', { token: person.token })).body).toEqual({
      results: [],
      count: 0,
    });
  });

  it('creates nothing on a closed wallet', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [person.id]);
    expect(await order(person.token, orderBody(services.AB!))).toMatchObject({
      status: 409,
      body: { error: 'ওয়ালেটটি বন্ধ আছে, সহায়তায় যোগাযোগ করুন', code: 'wallet_inactive' },
    });
  });

  it('spends the same money once when many orders arrive concurrently', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer('450');
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => order(person.token, orderBody(services.AB!))),
    );
    expect(statuses(answers)).toEqual({ 201: 3, 402: 13 });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 0, held: 450 });
    await expectBooksRight(portal);
  });
});

describe('who sees an order', () => {
  it('shows customers only their own orders and staff all', async () => {
    const services = await servicesByCode(portal);
    const [one, two] = [await richCustomer(), await richCustomer()];
    const first = await placeOrder(portal, one, services.AB!);
    const second = await placeOrder(portal, two, services.AC!);
    const ids = async (token: string, query = '') =>
      (await portal.call('GET', `/account/orders/?page_size=100${query}`, { token })).body.results.map(
        (row: { id: number }) => row.id,
      );
    expect(await ids(one.token)).toEqual([first.id]);
    expect(await ids(one.token, `&user=${two.id}`)).toEqual([first.id]);
    expect((await ids(portal.admin.token)).slice(0, 2)).toEqual([second.id, first.id]);
    expect(await ids(portal.admin.token, `&user=${two.id}`)).toEqual([second.id]);
    for (const path of ['', 'timeline/'])
      expectRefusal(
        await portal.call('GET', `/account/orders/${second.id}/${path}`, { token: one.token }),
        'not_found',
      );
    expectRefusal(
      await portal.call('POST', `/account/orders/${second.id}/cancel/`, { token: one.token }),
      'not_found',
    );
    expect(
      (await portal.call('GET', `/account/orders/${second.id}/`, { token: portal.admin.token })).body.user,
    ).toMatchObject({
      id: two.id,
      first_name: 'রহিমা',
      email: two.email,
      profile: { phone: '01712345678', address: '' },
    });
  });

  it('logs when staff open an order, but not when its owner does', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!);
    await portal.call('GET', `/account/orders/${placed.id}/`, { token: person.token });
    await portal.call('GET', `/account/orders/${placed.id}/`, { token: portal.admin.token });
    const rows = await asOwner(
      portal.ownerUrl,
      `select actor_id, subject_id, object_id, ip from trail where kind = 'order.opened' and subject_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([
      { actor_id: portal.admin.id, subject_id: person.id, object_id: String(placed.id), ip: '127.0.0.1' },
    ]);
  });

  it('stores numbers and texts of orders sealed only', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const placed = await placeOrder(portal, person, services.AB!, { [number]: '88776655443322110' });
    await change(portal.admin.token, placed.id, { status: 'completed', text_content: 'গোপন ফলাফল' });
    const rows = await asOwner(
      portal.ownerUrl,
      'select row_to_json(o)::text as row from orders o where id = $1',
      [placed.id],
    );
    const dump = JSON.stringify(rows);
    expect(dump).not.toContain('8877665544332211');
    expect(dump).not.toContain(Buffer.from('88776655443322110').toString('hex'));
    expect(dump).not.toContain('গোপন');
    expect(dump).toContain('2110');
  });
});

describe('finding orders', () => {
  it('finds by part of a name, in any spelling, by number, by its last four digits and by the order’s own number', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer({ first_name: 'ফিরোজা', last_name: 'বিবি' });
    await portal.topUp(person, '5000');
    const named = await placeOrder(portal, person, services.AA!, {
      name: 'আব্দুল মান্নান খাঁ',
      [number]: '55667788990',
    });
    const pair = await placeOrder(portal, person, services.AD!, {
      ten_or_seventeen_digit_nid: '9988776655 19771234567894321',
    });
    const find = async (search: string, token = portal.admin.token) =>
      (
        await portal.call('GET', `/account/orders/?${new URLSearchParams({ search })}`, { token })
      ).body.results.map((row: { id: number }) => row.id);
    for (const search of [
      'আব্দুল',
      'মান্নান',
      'ান খাঁ',
      '55667788990',
      '৫৫৬৬৭৭৮৮৯৯০',
      '5566 7788 990',
      '55-667-788-990',
      '8990',
    ])
      expect(await find(search), search).toEqual([named.id]);
    for (const search of ['9988776655', '19771234567894321', '৪৩২১'])
      expect(await find(search), search).toEqual([pair.id]);
    expect(await find('ফিরোজা')).toEqual([pair.id, named.id]);
    expect(await find(String(named.id), person.token)).toContain(named.id);
    for (const search of ['5566778899', '667788', '%', '_', '\\', 'নেই এমন নাম'])
      expect(await find(search), search).toEqual([]);
    const stranger = await portal.customer();
    expect(await find('55667788990', stranger.token)).toEqual([]);
  });

  it('filters by status and by a service’s name or id', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const ab = await placeOrder(portal, person, services.AB!);
    const ac = await placeOrder(portal, person, services.AC!);
    await portal.call('POST', `/account/orders/${ac.id}/cancel/`, { token: person.token });
    const find = async (query: Record<string, string>) =>
      (
        await portal.call('GET', `/account/orders/?${new URLSearchParams(query)}`, { token: person.token })
      ).body.results.map((row: { id: number }) => row.id);
    expect(await find({ status: 'pending' })).toEqual([ab.id]);
    expect(await find({ status: 'cancelled' })).toEqual([ac.id]);
    expect(await find({ status: 'all' })).toEqual([ac.id, ab.id]);
    expect(await find({ service: services.AB!.name })).toEqual([ab.id]);
    expect(await find({ service: services.AC!.name.normalize('NFD') })).toEqual([ac.id]);
    expect(await find({ service: String(services.AB!.id) })).toEqual([ab.id]);
    expect(await find({ service: 'all' })).toEqual([ac.id, ab.id]);
    expect(await find({ service: 'নেই এমন সার্ভিস' })).toEqual([]);
    expect(
      (await portal.call('GET', '/account/orders/?status=perhaps', { token: person.token })).status,
    ).toBe(400);
  });

  it('lists ten per page by default', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    for (let count = 0; count < 12; count += 1) await placeOrder(portal, person, services.AB!);
    const first = (await portal.call('GET', '/account/orders/', { token: person.token })).body;
    const second = (await portal.call('GET', '/account/orders/?page=2', { token: person.token })).body;
    expect([first.count, first.results.length, second.results.length]).toEqual([12, 10, 2]);
    const ids = [...first.results, ...second.results].map((row: { id: number }) => row.id);
    expect(ids).toEqual([...ids].sort((one, two) => two - one));
  });
});
