// Copies made from the registry: TIN certificates and unofficial server copies; and how guessing is stopped.
import { describe, expect, it } from 'vitest';
import { unofficialRules } from '#server/documents/kinds/server-copy-unofficial.rules.ts';
import { tinRules } from '#server/documents/kinds/tin.rules.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, english, expectBooksRight, expectRefusal, setService, statuses } from '../steps.ts';
import {
  expectInformationCopy,
  expectSameAgain,
  expectSealed,
  richCustomer,
  shapeOf,
  trailOf,
} from './copy-steps.ts';
import { record as nidRecord } from './nid-steps.ts';

const portal = usePortal();
const invented = (index: number) => syntheticPeople[index]!;
const bengali = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
const dayFirst = (date: string, separator: string) => date.split('-').reverse().join(separator);
const missing = {
  status: 404,
  body: { detail: 'তথ্য খুঁজে পাওয়া যায়নি'.normalize('NFC'), code: 'not_found' },
};

const askTin = (person: Person, tin_number: unknown, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/extract-tin-data/', { token: person.token, body: { tin_number }, headers });
const askCopy = (person: Person, body: unknown, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/server-copy-unofficial/', { token: person.token, body, headers });
const filesOf = async (person: Person) =>
  (await portal.call('GET', '/account/myfile/', { token: person.token })).body;

describe('a TIN certificate', () => {
  it('is looked up by TIN or mobile number in either digits, charged once a day, and returns the same file again', async () => {
    const person = await richCustomer(portal);
    const someone = invented(3);
    const first = await askTin(person, bengali(someone.tin));
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body).toEqual({
      name_english: someone.nameEn,
      father_name: someone.fatherEn,
      mother_name: someone.motherEn,
      present_address: expect.stringContaining(someone.addressEn.village),
      permanent_address: expect.stringContaining(someone.addressEn.district),
      tin: someone.tin,
      previous_tin: '',
      tax_zone: expect.any(String),
      tax_circle: expect.any(String),
      status: 'Active',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      qr: `${portal.origin}/verify/${first.body.verification_code}`,
      zone_address: expect.any(String),
      zone_phone: expect.any(String),
      file_code: expect.stringMatching(/^[\w-]{22,}$/),
      verification_code: expect.any(String),
      open_path: `/tin-certificate/${first.body.file_code}/`,
      lookup_id: expect.any(String),
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(185);
    for (const again of [
      someone.tin,
      someone.mobile,
      bengali(someone.mobile),
      `+88${someone.mobile}`,
      Number(someone.tin),
    ])
      expect((await askTin(person, again)).body, String(again)).toEqual(first.body);
    expect((await balanceOf(portal, person)).current_balance).toBe(185);
    expect((await filesOf(person)).results).toMatchObject([{ type: 'tin', full_name: someone.nameEn }]);

    const bytes = await expectInformationCopy(portal, person, {
      path: first.body.open_path,
      verificationCode: first.body.verification_code,
      withQr: true,
      kind: 'tin',
      provenance: { registry: 12, extracted: 0, customer: 0 },
      texts: [someone.nameEn, someone.tin, someone.fatherEn],
      number: someone.tin,
    });
    await expectSameAgain(portal, tinRules, first.body.file_code, bytes);
    await expectSealed(portal, [someone.tin, someone.mobile, someone.fatherEn, someone.nid]);

    const pass = (hours: number) =>
      asOwner(
        portal.ownerUrl,
        `update tin_purchases set made_at = made_at - $2 * interval '1 hour' where owner_id = $1`,
        [person.id, hours],
      );
    await pass(23.9);
    expect((await askTin(person, someone.tin)).body).toEqual(first.body);
    await pass(0.1);
    const nextDay = await askTin(person, someone.tin);
    expect(nextDay.body.file_code).not.toBe(first.body.file_code);
    expect((await balanceOf(portal, person)).current_balance).toBe(170);
  });

  it('is charged and made once for 16 concurrent requests, by TIN and by mobile number, with money for one', async () => {
    const person = await richCustomer(portal, '15');
    const someone = invented(4);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, turn) => askTin(person, turn % 2 ? someone.tin : someone.mobile)),
    );
    expect(statuses(answers)).toEqual({ 200: 16 });
    expect(new Set(answers.map(({ body }) => body.file_code)).size).toBe(1);
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    expect((await filesOf(person)).count).toBe(1);
    await expectBooksRight(portal);
  });

  it('does not count as a source for another kind of paper', async () => {
    const person = await richCustomer(portal, '500');
    const { body } = await askTin(person, invented(5).tin);
    const made = await portal.call('POST', '/account/nid-details/', {
      token: person.token,
      body: { ...nidRecord, name_english: body.name_english, extraction_id: body.lookup_id },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const path = `/account/nid-details/${made.body.data.id}/`;
    const { provenance } = (await portal.call('GET', path, { token: person.token })).body;
    expect(provenance).toMatchObject({ name_english: 'customer' });
  });

  it('belongs to each customer: another one pays too', async () => {
    const [one, other] = [await richCustomer(portal), await richCustomer(portal)];
    const [first, second] = [await askTin(one, invented(5).tin), await askTin(other, invented(5).tin)];
    expect(second.body.file_code).not.toBe(first.body.file_code);
    expect((await balanceOf(portal, other)).current_balance).toBe(185);
  });

  it('repeats the first response for the same key, and refuses the key with another TIN', async () => {
    const person = await richCustomer(portal);
    const key = { 'Idempotency-Key': 'tin-1' };
    const first = await askTin(person, invented(6).tin, key);
    expect((await askTin(person, invented(6).tin, key)).body).toEqual(first.body);
    expectRefusal(await askTin(person, invented(7).tin, key), 'idempotency_key_reused');
  });

  it('requests a missing number in the form’s wording, and explains what a valid one is', async () => {
    const person = await portal.customer();
    const wanted = ['দয়া করে টিন নম্বর প্রদান করুন'.normalize('NFC')];
    for (const empty of ['', '  ', null, undefined])
      expect(shapeOf(await askTin(person, empty))).toEqual({ status: 400, body: { tin_number: wanted } });
    expect((await askTin(person, '', english)).body).toEqual({ tin_number: ['Please give a TIN'] });
    for (const wrong of ['123', '12345678901', '02345678901', '1234567890123', 'abc'])
      expect((await askTin(person, wrong, english)).body, wrong).toEqual({
        tin_number: ['Enter a TIN of 12 digits or a mobile number of 11 digits'],
      });
  });

  it('is not looked up for a customer who cannot pay, or while the service is inactive', async () => {
    const poor = await richCustomer(portal, '14.99');
    const refused = await askTin(poor, invented(8).tin);
    expectRefusal(refused, 'insufficient_balance');
    expect(refused.body).toMatchObject({ balance: 14.99, needed: '15.00', short: '0.01' });
    expect(await trailOf(portal, poor, 'registry.looked_up')).toEqual([]);
    await setService(portal, 'AJ', 'status', 'inactive');
    const closed = await askTin(poor, invented(8).tin);
    await setService(portal, 'AJ', 'status', 'active');
    expectRefusal(closed, 'service_inactive');
  });
});

describe('an unofficial server copy', () => {
  it.each([
    ['OLD with QR by default', undefined, true],
    ['OLD with QR', 'OLD', true],
    ['NEW without QR', 'NEW', false],
  ])('is made %s from the registry’s own values', async (_what, type, withQr) => {
    const person = await richCustomer(portal);
    const someone = invented(10);
    const { status, body } = await askCopy(person, {
      nid: someone.nid,
      date_of_birth: someone.dateOfBirth,
      ...(type ? { type } : {}),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({
      file_code: expect.stringMatching(/^[\w-]{22,}$/),
      verification_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
      open_path: `/server-copy-unofficial/${body.file_code}/`,
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(175);
    const bytes = await expectInformationCopy(portal, person, {
      path: `/server-copy-unofficial/${body.file_code}`,
      verificationCode: body.verification_code,
      withQr,
      kind: 'server_copy_unofficial',
      provenance: { registry: 14, extracted: 0, customer: 0 },
      texts: [someone.nameBn, someone.nameEn, someone.nid, someone.motherBn],
      number: someone.nid,
    });
    await expectSameAgain(portal, unofficialRules, body.file_code, bytes);
    expect((await filesOf(person)).results).toMatchObject([{ type: 'server_copy', sign_to_server_id: null }]);
  });

  it('accepts all three date formats and either digits', async () => {
    const person = await richCustomer(portal, '500');
    const { nid, dateOfBirth } = invented(11);
    for (const date of [dateOfBirth, dayFirst(dateOfBirth, '-'), dayFirst(dateOfBirth, '/')])
      for (const written of [(text: string) => text, bengali])
        expect(
          (await askCopy(person, { nid: written(nid), date_of_birth: written(date) })).status,
          date,
        ).toBe(200);
  });

  it('returns the exact texts for empty and wrong fields', async () => {
    const person = await portal.customer();
    const nfc = (text: string) => [text.normalize('NFC')];
    expect(shapeOf(await askCopy(person, {}))).toEqual({
      status: 400,
      body: { nid: nfc('এনআইডি নম্বর প্রয়োজন'), date_of_birth: nfc('জন্ম তারিখ প্রয়োজন') },
    });
    expect((await askCopy(person, { nid: '', date_of_birth: '' })).body).toEqual({
      nid: nfc('এনআইডি নম্বর প্রয়োজন'),
      date_of_birth: nfc('জন্ম তারিখ প্রয়োজন'),
    });
    for (const date of ['1995.03.15', '15-03/1995', '31-02-1995', '15-3-1995', 'গতকাল'])
      expect((await askCopy(person, { nid: '1234567890', date_of_birth: date })).body, date).toEqual({
        date_of_birth: nfc('সঠিক তারিখ ফরম্যাট লিখুন (DD-MM-YYYY, DD/MM/YYYY বা YYYY-MM-DD)'),
      });
    expect((await askCopy(person, { nid: '12x', date_of_birth: '15-03-1995' })).body).toEqual({
      nid: nfc('এনআইডি নম্বর শুধু সংখ্যায় লিখুন'),
    });
    expect(
      (await askCopy(person, { nid: '1234567890', date_of_birth: '15-03-1995', type: 'X' })).status,
    ).toBe(400);
  });

  it('charges once for 16 requests with one key, and logs every lookup', async () => {
    const person = await richCustomer(portal);
    const { nid, dateOfBirth } = invented(12);
    const question = { nid, date_of_birth: dateOfBirth };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => askCopy(person, question, { 'Idempotency-Key': 'one' })),
    );
    expect(statuses(answers)).toEqual({ 200: 16 });
    expect(new Set(answers.map(({ body }) => body.file_code)).size).toBe(1);
    expect((await balanceOf(portal, person)).current_balance).toBe(175);
    const looks = await trailOf(portal, person, 'registry.looked_up');
    expect(looks.length).toBeGreaterThan(0);
    for (const look of looks) {
      expect(look).toMatchObject({ reason: 'AH', details: { outcome: 'found' } });
      expect(look.object_id).toMatch(/^[0-9a-f]{64}$/);
      expect(look.ip).not.toBe('');
    }
    await expectSealed(portal, [nid]);
    await expectBooksRight(portal);
  });
});

describe('guessing', () => {
  it('gets the same response for a wrong number and a wrong date, costs nothing, and is refused after ten in an hour', async () => {
    const person = await richCustomer(portal);
    const { nid, dateOfBirth } = invented(20);
    const answers = [];
    const began = performance.now();
    for (let turn = 0; turn < 10; turn += 1)
      answers.push(
        turn % 3 === 2
          ? await askTin(person, `98000000000${turn}`)
          : await askCopy(
              person,
              turn % 2
                ? { nid, date_of_birth: '01-01-1950' }
                : { nid: `999999999${turn}`, date_of_birth: dateOfBirth },
            ),
      );
    for (const answer of answers) expect(shapeOf(answer)).toEqual(missing);
    // Each response is delayed longer than the one before.
    expect(performance.now() - began).toBeGreaterThan(5_000);
    const countedForDay = () =>
      asOwner(
        portal.ownerUrl,
        `select sum(cardinality(tries)) from rate_limits where kept_until > now() + interval '23 hours'`,
      );
    const counted = await countedForDay();
    const rightAtLast = await askCopy(person, { nid, date_of_birth: dateOfBirth });
    expectRefusal(rightAtLast, 'too_many_requests');
    const wait = Number(rightAtLast.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expectRefusal(await askTin(person, invented(21).tin), 'too_many_requests');
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
    expect((await filesOf(person)).count).toBe(0);
    const outcomes = (await trailOf(portal, person, 'registry.looked_up')).map(
      ({ details }) => details.outcome,
    );
    expect(outcomes).toEqual([...Array(10).fill('missed'), 'refused', 'refused']);
    // A refused request is no lookup, and does not count towards the daily limit.
    expect(await countedForDay()).toEqual(counted);
    await asOwner(
      portal.ownerUrl,
      `update rate_limits set tries = array(select t - interval '1 hour' from unnest(tries) t)`,
    );
    expect((await askCopy(person, { nid, date_of_birth: dateOfBirth })).status).toBe(200);
  });

  it('gets no more attempts through concurrent requests', async () => {
    const person = await richCustomer(portal);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) =>
        askCopy(person, { nid: `88888888${10 + turn}`, date_of_birth: '01-01-1990' }),
      ),
    );
    expect(statuses(answers)).toEqual({ 404: 10, 429: 14 });
  });

  it('stops at twenty misses a day on one number, across all callers', async () => {
    const { nid, dateOfBirth } = invented(22);
    const first = await richCustomer(portal);
    expectRefusal(await askCopy(first, { nid, date_of_birth: '02-02-1952' }), 'not_found');
    await asOwner(
      portal.ownerUrl,
      `update rate_limits set tries = array_fill(now() - interval '5 hours', array[19]) || tries
        where kept_until > now() + interval '23 hours'`,
    );
    const newcomer = await richCustomer(portal);
    const refused = await askCopy(newcomer, { nid, date_of_birth: dateOfBirth });
    expectRefusal(refused, 'too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(18 * 3_600);
    expect(
      (await askCopy(newcomer, { nid: invented(23).nid, date_of_birth: invented(23).dateOfBirth })).status,
    ).toBe(200);
  });
});
