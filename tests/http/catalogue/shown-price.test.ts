// A customer pays the price that the screen showed: a price that has risen since is refused, a lower one is charged.
import { beforeAll, describe, expect, it } from 'vitest';
import { assertShownPrice } from '#server/catalogue/shown-price.ts';
import type { Person } from '../../support/portal.ts';
import { type Answer, usePortal } from '../../support/portal.ts';
import { typed as birthRecord, answer as captchaAnswer, invented } from '../documents/birth-steps.ts';
import { record } from '../documents/nid-steps.ts';
import { balanceOf, english, type OfferedService, orderBody, servicesByCode, setService } from '../steps.ts';

const portal = usePortal({ CAPTCHA_ANSWER: captchaAnswer });
let services: Record<string, OfferedService>;
let person: Person;
beforeAll(async () => {
  services = await servicesByCode(portal);
  person = await portal.customer();
  await portal.topUp(person, '5000');
});

it('is compared to the paisa', () => {
  expect(() => assertShownPrice(2_500n, 2_499n)).toThrow(expect.objectContaining({ code: 'price_changed' }));
  for (const shown of [2_500n, 2_501n, null, undefined])
    expect(assertShownPrice(2_500n, shown)).toBeUndefined();
});

const someone = invented(2);
const signToServer = {
  ...{ name_bn: 'সালমা', name_en: 'Salma', nid_number: '8890262123', pin_number: '19950012345678901' },
  ...{ form_number: '77', mobile_number: '01712345678', father_name: 'করিম', mother_name: 'রোকেয়া' },
  ...{ education_qualification: 'স্নাতক', birthplace: 'ঢাকা', birth_date: '1995-03-15', gender: 'female' },
  ...{ present_address: 'ঢাকা', permanent_address: 'ঢাকা' },
};
const automatic = [
  ['AF', '/account/nid-details/', record],
  ['AG', '/account/new-birth-certificate/', birthRecord],
  ['AH', '/account/server-copy-unofficial/', { nid: someone.nid, date_of_birth: someone.dateOfBirth }],
  ['AI', '/account/create-sign-to-server/', signToServer],
  ['AJ', '/account/extract-tin-data/', { tin_number: someone.tin }],
] as const;

describe.each(automatic)('the automatic service %s', (code, path, body) => {
  const make = (shown: unknown, headers = {}) =>
    portal.call('POST', path, { token: person.token, body: { ...body, shown_price: shown }, headers });

  it('charges nothing above the shown price, and reports both prices', async () => {
    await setService(portal, code, 'charge_paisa', '2500');
    const before = await balanceOf(portal, person);
    const refused = await make('15.00', english);
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed']);
    expect(refused.body).toMatchObject({ shown: '15.00', price: '25.00' });
    expect(refused.body.error).toMatch(/15\.00.*25\.00/);
    expect(await balanceOf(portal, person)).toEqual(before);

    await setService(portal, code, 'charge_paisa', '1000');
    const made = await make('25.00');
    expect([200, 201], JSON.stringify(made.body)).toContain(made.status);
    expect((await balanceOf(portal, person)).current_balance).toBe(before.current_balance - 10);
  });
});

describe('an order', () => {
  const place = (shown: unknown, headers = {}) =>
    portal.call('POST', '/account/orders/', {
      token: person.token,
      body: { ...orderBody(services.AB!), ...(shown === undefined ? {} : { shown_price: shown }) },
      headers,
    });
  it('holds nothing above the shown price; the same key succeeds with the new price', async () => {
    const first = await place('150.00');
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const key = { 'Idempotency-Key': 'price-1' };
    await setService(portal, 'AB', 'enable_charge', 'true');
    await setService(portal, 'AB', 'charge_paisa', '35100');
    const before = await balanceOf(portal, person);
    const refused: Answer = await place('150.00', key);
    expect([refused.status, refused.body.code, refused.body.price]).toEqual([409, 'price_changed', '471.00']);
    expect(await balanceOf(portal, person)).toEqual(before);
    expect((await place('471.00', key)).status).toBe(201);
    expect((await balanceOf(portal, person)).held).toBe(before.held + 471);
  });

  it('gets its first response again even if the price has risen since', async () => {
    const key = { 'Idempotency-Key': 'price-2' };
    const first = await place('471.00', key);
    expect(first.status).toBe(201);
    await setService(portal, 'AB', 'charge_paisa', '40000');
    const again = await place('471.00', key);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  it('charges a lower price, and a client that sends none pays the current one', async () => {
    const before = await balanceOf(portal, person);
    await setService(portal, 'AB', 'charge_paisa', '0');
    expect((await place('550.00')).status).toBe(201);
    expect((await place(undefined)).status).toBe(201);
    expect((await place(null)).status).toBe(201);
    expect((await balanceOf(portal, person)).held).toBe(before.held + 3 * 120);
  });

  it('refuses an invalid price', async () => {
    for (const wrong of ['x', '-1', '1.234']) {
      const answer = await place(wrong);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['shown_price']]);
    }
  });
});
