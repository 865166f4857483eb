// NID copies: reading a signed copy, and making a copy of its record.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nidFields } from '#contract/documents/rules.ts';
import { maximumImageBytes } from '#contract/files/upload-rules.ts';
import { readPdfLinks, readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { listStored } from '../../support/stored-files.ts';
import { balanceOf, expectBooksRight, expectRefusal, setService, statuses } from '../steps.ts';
import { expectNotices, fixture, nidCalls, picture, record } from './nid-steps.ts';

const portal = usePortal();
const { save, saved, upload, richCustomer } = nidCalls(portal);
const expected = JSON.parse(fixture('s01-l1-chromium-notosans.json').toString()) as {
  fields: Record<string, string>;
};

describe('reading a signed copy', () => {
  let person: Person;
  beforeAll(async () => {
    person = await portal.customer();
  });

  it('returns fields, address and both pictures, free of charge', async () => {
    const { status, body } = await upload(person, fixture('s01-l1-chromium-notosans.pdf'), 'anything.txt');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'address_for_nid',
      'confidence',
      'extraction_id',
      'images',
      'text_data',
    ]);
    for (const field of [
      'name_bangla',
      'name_english',
      'national_id',
      'date_of_birth',
      'father_name',
      'mother_name',
    ])
      expect(body.text_data[field], field).toBe(expected.fields[field]);
    expect(body.address_for_nid.length).toBeGreaterThan(5);
    for (const image of [body.images[0].base64_0, body.images[1].base64_1])
      expect(Buffer.from(image!, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 0, held: 0 });
  });

  it.each([
    ['an encrypted file', 'hostile/sx1-encrypted.pdf', 'file_encrypted'],
    ['a file that is cut off', 'hostile/sx2-truncated.pdf', 'file_broken'],
    ['a picture that is called a PDF', 'hostile/sx3-jpeg.pdf', 'file_not_pdf'],
    ['a file of 60 pages', 'hostile/sx4-pages.pdf', 'file_too_many_pages'],
  ] as const)('refuses %s and keeps working', async (_what, name, code) => {
    expectRefusal(await upload(person, fixture(name)), code);
  });

  it('refuses a missing or empty file, text, random bytes and a file over 10 MB', async () => {
    expectRefusal(
      await portal.call('POST', '/account/nid-extract/', { token: person.token, form: new FormData() }),
      'file_missing',
    );
    expectRefusal(
      await portal.call('POST', '/account/nid-extract/', { token: person.token, body: {} }),
      'file_missing',
    );
    expectRefusal(await upload(person, new Uint8Array(0)), 'file_missing');
    expectRefusal(await upload(person, Buffer.from('এটি পিডিএফ নয়')), 'file_not_pdf');
    expectRefusal(
      await upload(person, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 7)])),
      'file_broken',
    );
    expectRefusal(
      await upload(person, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024 + 1)])),
      'file_too_large',
    );
  });

  it('refuses while the service is inactive', async () => {
    await setService(portal, 'AF', 'status', 'inactive');
    const refused = await upload(person, fixture('s01-l1-chromium-notosans.pdf'));
    const notSaved = await save(person);
    await setService(portal, 'AF', 'status', 'active');
    expectRefusal(refused, 'service_inactive');
    expectRefusal(notSaved, 'service_inactive');
  });
});

describe('saving an NID record', () => {
  it('charges once, makes the document and returns its path', async () => {
    const person = await richCustomer();
    const { status, body } = await save(person, {
      ...record,
      photo_base64: `data:image/jpeg;base64,${picture('image/jpeg')}`,
      signature_base64: picture('image/png', 200, 60),
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'NID information saved successfully!',
      data: {
        id: expect.any(Number),
        file_code: expect.stringMatching(/^[\w-]{22,}$/),
        verification_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        open_path: `/nid/${body.data.file_code}/`,
      },
    });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 85, held: 0 });
    const pdf = await portal.call('GET', body.data.open_path, { token: person.token });
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline; filename="NP-\d{7}\.pdf"/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const text = (await expectNotices(pdf.bytes)).join('\n').normalize('NFC');
    for (const value of [record.name_bangla, record.name_english, record.father_name])
      expect(text).toContain(value.normalize('NFC'));
    expect(text).toContain(body.data.verification_code.replace(/(.{4})(?=.)/g, '$1-'));
  });

  it('makes a document whose links lead only to this portal', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    const pdf = await portal.call('GET', `/nid/${data.file_code}`, { token: person.token });
    const links = await readPdfLinks(pdf.bytes);
    for (const { url } of links) expect(url).toBe(`${portal.origin}/verify/${data.verification_code}`);
  });

  it('gives every page of a long record both notices', async () => {
    const person = await richCustomer();
    const long = Object.fromEntries(
      nidFields
        .filter((field) => /address|occupation|education$|birth_place|spouse_name|voter_area/.test(field))
        .map((field) => [field, 'দীর্ঘ ঠিকানা ও বিবরণ, বাসা নম্বর বারো, সড়ক নম্বর চার, '.repeat(18)]),
    );
    const data = await saved(person, { ...record, ...long });
    const pdf = await portal.call('GET', data.open_path, { token: person.token });
    expect((await expectNotices(pdf.bytes)).length).toBeGreaterThan(1);
  });

  it('replaces line breaks that the customer typed with spaces, except in addresses', async () => {
    const person = await richCustomer();
    const typed = 'করিম\nনিবন্ধকের যাচাই করা\u2029';
    const data = await saved(person, {
      ...record,
      spouse_name: typed,
      form_no: typed,
      present_address: typed,
    });
    const { body } = await portal.call('GET', `/account/nid-details/${data.id}/`, { token: person.token });
    const line = 'করিম নিবন্ধকের যাচাই করা';
    expect(body).toMatchObject({
      ...{ spouse_name: line, form_no: line, present_address: typed.trim() },
    });
  });

  it('invents no value, and stores digits and dates in one form', async () => {
    const person = await richCustomer();
    const data = await saved(person);
    const { body } = await portal.call('GET', `/account/nid-details/${data.id}/`, { token: person.token });
    expect(body).toMatchObject({
      id: data.id,
      national_id: '0012345678',
      date_of_birth: '1995-03-15',
      name_bangla: record.name_bangla.normalize('NFC'),
      photo_base64: null,
      signature_base64: null,
      file_code: data.file_code,
      verification_code: data.verification_code,
      smart_card_date: '',
    });
    const given = Object.keys(record);
    for (const field of nidFields.filter((field) => !given.includes(field)))
      expect(body[field], field).toBe('');
    expect(Object.keys(body.provenance).sort()).toEqual(given.sort());
    expect(body.provenance.name_bangla).toBe('customer');
    const pdf = await portal.call('GET', data.open_path, { token: person.token });
    const text = (await readPdfText(pdf.bytes)).join('\n').normalize('NFC');
    for (const label of ['লিঙ্গ', 'ধর্ম', 'বৈবাহিক অবস্থা', 'প্রদানের তারিখ'])
      expect(text).not.toContain(label.normalize('NFC'));
    const verified = await portal.call('GET', `/verify-document/${data.verification_code}/`);
    expect(verified.body.provenance).toEqual({ registry: 0, extracted: 0, customer: given.length });
  });

  it('accepts values in either language and prints them in Bengali, with dates in words', async () => {
    const person = await richCustomer();
    const values = { gender: 'মহিলা', religion: 'islam', marital_status: 'Married', smart_card_date: '' };
    const data = await saved(person, { ...record, ...values });
    const { body } = await portal.call('GET', `/account/nid-details/${data.id}/`, { token: person.token });
    expect(body).toMatchObject({ gender: 'female', religion: 'Islam', marital_status: 'married' });
    const pdf = await portal.call('GET', data.open_path, { token: person.token });
    const text = (await readPdfText(pdf.bytes)).join('\n').normalize('NFC');
    for (const words of ['নারী', 'ইসলাম', 'বিবাহিত', '১৫ মার্চ ১৯৯৫', '15 March 1995'])
      expect(text).toContain(words.normalize('NFC'));
    expect(text).not.toContain('1995-03-15');
  });

  it.each([
    ['no name in Bengali', { name_bangla: '' }, 'name_bangla'],
    ['no name in English', { name_english: null }, 'name_english'],
    ['no NID number', { national_id: undefined }, 'national_id'],
    ['an NID number with letters', { national_id: '12AB567890' }, 'national_id'],
    ['no birth date', { date_of_birth: undefined }, 'date_of_birth'],
    ['a day that no calendar has', { date_of_birth: '31-02-1995' }, 'date_of_birth'],
    ['a birth date to come', { date_of_birth: '15-03-2090' }, 'date_of_birth'],
    ['a day of death to come', { death_date_of_father: '15-03-2090' }, 'death_date_of_father'],
    ['a day of issue to come', { smart_card_date: '15-03-2090' }, 'smart_card_date'],
    ['no father', { father_name: ' ' }, 'father_name'],
    ['no mother', { mother_name: undefined }, 'mother_name'],
    ['an emoji in the name', { name_bangla: 'আয়েশা 😀' }, 'name_bangla'],
    ['another script in a field', { birth_place: '東京' }, 'birth_place'],
    [
      'a picture that is none',
      { photo_base64: Buffer.from('not a picture').toString('base64') },
      'photo_base64',
    ],
    ['a picture that is cut off', { photo_base64: picture('image/png').slice(0, 120) }, 'photo_base64'],
    ['a signature that is no base64', { signature_base64: '***' }, 'signature_base64'],
    [
      'an SVG for a picture',
      { photo_base64: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
      'photo_base64',
    ],
    ['a blood group that does not exist', { blood_group: 'Z+' }, 'blood_group'],
    ['a gender that does not exist', { gender: 'xyz' }, 'gender'],
    ['a religion that is none', { religion: 'x' }, 'religion'],
    ['a marital status that is none', { marital_status: 'maybe' }, 'marital_status'],
    ['a day of death that no calendar has', { death_date_of_father: '2001-02-30' }, 'death_date_of_father'],
    ['a text far too long', { occupation: 'ক'.repeat(1_001) }, 'occupation'],
  ])('refuses %s, names the field and charges nothing', async (_what, change, field) => {
    const person = await richCustomer();
    const { status, body }: Answer = await save(person, { ...record, ...change });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
    expect(body[field][0]).toMatch(/[\u0980-\u09ff]/);
    expect((await balanceOf(portal, person)).current_balance).toBe(100);
    expect((await portal.call('GET', '/account/myfile/', { token: person.token })).body.count).toBe(0);
  });

  it.each([undefined, null, ''])(
    'reports a birth date of %j as missing like any other field',
    async (missing) => {
      const person = await richCustomer();
      const { body }: Answer = await save(person, { ...record, date_of_birth: missing });
      expect(body).toEqual({ date_of_birth: ['এই ঘরটি পূরণ করুন'] });
    },
  );

  it('refuses a picture of more than 5 MB as too large', async () => {
    const person = await richCustomer();
    const photo = Buffer.concat([
      Buffer.from(picture('image/jpeg'), 'base64'),
      Buffer.alloc(maximumImageBytes),
    ]);
    const { status, body }: Answer = await save(person, {
      ...record,
      photo_base64: photo.toString('base64'),
    });
    expect([status, body]).toEqual([400, { photo_base64: ['ছবিটি খুব বড়, সর্বোচ্চ ৫ এমবি'] }]);
  });

  it('refuses a picture of more than 40 megapixels before opening it', async () => {
    const person = await richCustomer();
    const png = Buffer.from(picture('image/png'), 'base64');
    png.writeUInt32BE(100_000, 16);
    png.writeUInt32BE(100_000, 20);
    expect((await save(person, { ...record, photo_base64: png.toString('base64') })).body).toEqual({
      photo_base64: expect.any(Array),
    });
  });

  it('is refused without enough money or on a closed wallet, and leaves no file behind', async () => {
    const poor = await richCustomer('14.99');
    const refused = await save(poor);
    expectRefusal(refused, 'insufficient_balance');
    expect(refused.body).toMatchObject({ balance: 14.99, needed: '15.00', short: '0.01' });
    const closed = await richCustomer();
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [closed.id]);
    expectRefusal(await save(closed), 'wallet_inactive');
    expect(
      await asOwner(portal.ownerUrl, 'select id from files where owner_id = any($1)', [[poor.id, closed.id]]),
    ).toEqual([]);
  });

  it.each(['100', '15'])(
    'charges once and makes one document for 16 requests with one key and a balance of %s taka',
    async (taka) => {
      const person = await richCustomer(taka);
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => save(person, record, { 'Idempotency-Key': 'one-document' })),
      );
      expect(statuses(answers)).toEqual({ 201: 16 });
      expect(new Set(answers.map(({ body }) => body.data.file_code)).size).toBe(1);
      expect((await balanceOf(portal, person)).current_balance).toBe(Number(taka) - 15);
      expectRefusal(
        await save(person, { ...record, birth_place: 'ঢাকা' }, { 'Idempotency-Key': 'one-document' }),
        'idempotency_key_reused',
      );
      expect(await storedFiles()).toBe(
        (await asOwner(portal.ownerUrl, 'select 1 from file_versions union all select 1 from attachments'))
          .length,
      );
    },
  );

  it('makes a free document for a customer without money', async () => {
    const person = await portal.customer();
    await setService(portal, 'AF', 'charge_paisa', '0');
    const answers = await Promise.all(
      ['for-nothing', 'for-nothing'].map((key) => save(person, record, { 'Idempotency-Key': key })),
    );
    await setService(portal, 'AF', 'charge_paisa', '1500');
    expect(statuses(answers)).toEqual({ 201: 2 });
    const [first, again] = answers.map(({ body }) => body.data);
    expect(again).toEqual(first);
    const { results } = (await portal.call('GET', '/account/myfile/', { token: person.token })).body;
    expect(results).toEqual([
      expect.objectContaining({ file_code: first!.file_code, charge: '0.00', new_balance: '0.00' }),
    ]);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 0, held: 0 });
  });

  it('makes only as many documents as the balance covers under concurrent requests', async () => {
    const person = await richCustomer('50');
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(person)));
    expect(statuses(answers)).toEqual({ 201: 3, 402: 5 });
    expect((await balanceOf(portal, person)).current_balance).toBe(5);
    expect((await portal.call('GET', '/account/myfile/', { token: person.token })).body.count).toBe(3);
    expect(await storedFiles()).toBe(
      (await asOwner(portal.ownerUrl, 'select 1 from file_versions union all select 1 from attachments'))
        .length,
    );
    await expectBooksRight(portal);
  });

  it('stores identity data sealed only, in the database and on disk', async () => {
    const person = await richCustomer();
    const secret = {
      ...record,
      national_id: '00998877665544332',
      birth_place: 'গোপনপুর',
      phone: '01888777666',
    };
    const data = await saved(person, secret);
    const dump = JSON.stringify([
      await asOwner(portal.ownerUrl, 'select row_to_json(r)::text from document_records r'),
      await asOwner(portal.ownerUrl, 'select row_to_json(f)::text from files f'),
      await asOwner(portal.ownerUrl, 'select row_to_json(v)::text from file_versions v'),
      await asOwner(portal.ownerUrl, 'select row_to_json(t)::text from trail t'),
      await asOwner(portal.ownerUrl, 'select row_to_json(i)::text from idempotency_keys i'),
    ]);
    for (const value of [secret.national_id, secret.birth_place, secret.phone]) {
      expect(dump).not.toContain(value);
      expect(dump).not.toContain(Buffer.from(value).toString('hex'));
    }
    expect(dump).toContain(data.file_code);
    const folder = join(portal.dataDir, 'files');
    for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect((await readFile(join(file.parentPath, file.name))).includes('%PDF-')).toBe(false);
  });
});

/** Counts stored files after a sweep, which removes unused ones. */
async function storedFiles(): Promise<number> {
  await portal.portal.maintenance.sweepStorage({ seconds: -60, isConfirmed: true });
  return (await listStored(portal.dataDir)).length;
}
