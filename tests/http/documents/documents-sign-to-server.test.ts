// Sign-to-server copies from upload to correction, from the customer's and an outsider's side.
import { describe, expect, it } from 'vitest';
import { signCopyTextFields, signToServerFields } from '#contract/documents/rules.ts';
import { fieldMessages } from '#contract/fields/field-messages.ts';
import { signToServerRules } from '#server/documents/kinds/sign-to-server.rules.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, english, expectBooksRight, expectRefusal, setService, statuses } from '../steps.ts';
import { expectInformationCopy, expectSameAgain, expectSealed, richCustomer } from './copy-steps.ts';
import { fixture, picture } from './nid-steps.ts';
import { signToServerCopy as copy } from './sign-to-server-copy.ts';

const portal = usePortal();

const upload = (person: Person, name: string) => {
  const form = new FormData();
  form.set('file', new Blob([fixture(name)]), 'copy.pdf');
  return portal.call('POST', '/account/sign-copy-extract/', { token: person.token, form });
};
const create = (person: Person, body: unknown = copy, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/create-sign-to-server/', { token: person.token, body, headers });
const load = (person: Person, id: number) =>
  portal.call('GET', `/account/sing-to-server-copy/${id}/`, { token: person.token });
const change = (person: Person, method: string, id: number, body: unknown) =>
  portal.call(method, `/account/sing-to-server-copy/${id}/`, { token: person.token, body });

describe('reading a signed copy for a server copy', () => {
  it('returns the form’s fields, the address and both pictures, and unchanged values count as extracted', async () => {
    const person = await richCustomer(portal);
    const { status, body: read } = await upload(person, 's01-l1-chromium-notosans.pdf');
    expect(status).toBe(200);
    expect(Object.keys(read).sort()).toEqual([
      'address_for_server_copy',
      'confidence',
      'extraction_id',
      'images',
      'text_data',
    ]);
    expect(Object.keys(read.text_data).sort()).toEqual([...signCopyTextFields].sort());
    expect(read.text_data).toMatchObject({
      national_id: '8890262123',
      form_no: '68581010',
      mobile: '01300006137',
      gender: 'male',
      date_of_birth: '1948-12-08',
    });
    for (const image of [read.images[0].base64_0, read.images[1].base64_1])
      expect(Buffer.from(image!, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect((await balanceOf(portal, person)).current_balance).toBe(200);

    const text = read.text_data;
    const body = {
      name_bn: text.name_bangla,
      name_en: text.name_english,
      nid_number: text.national_id,
      pin_number: text.pin,
      form_number: text.form_no,
      voter_number: text.voter_no,
      voter_area: text.voter_area,
      mobile_number: text.mobile,
      father_name: 'অন্য নাম',
      mother_name: text.mother_name,
      spouse_name: text.spouse_name,
      education_qualification: text.education,
      birthplace: text.birth_place,
      birth_date: text.date_of_birth,
      blood_group: text.blood_group,
      gender: text.gender,
      present_address: text.present_address,
      permanent_address: text.permanent_address,
      formatted_address: read.address_for_server_copy,
      image: read.images[0].base64_0,
      signature: read.images[1].base64_1,
      server_copy_type: 'new_no_qr',
      extraction_id: read.extraction_id,
    };
    const made = await create(person, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await expectInformationCopy(portal, person, {
      path: made.body.data.open_path,
      verificationCode: made.body.data.verification_code,
      withQr: false,
      kind: 'sign_to_server',
      provenance: { registry: 0, extracted: signToServerFields.length - 1, customer: 1 },
      texts: [text.name_bangla, text.form_no],
      customerFields: ['father_name'],
      number: text.national_id,
    });
  });

  it('refuses anything but a readable PDF, and everything while the service is inactive', async () => {
    const person = await richCustomer(portal);
    expectRefusal(await upload(person, 'hostile/sx3-jpeg.pdf'), 'file_not_pdf');
    expectRefusal(await upload(person, 'hostile/sx1-encrypted.pdf'), 'file_encrypted');
    await setService(portal, 'AI', 'status', 'inactive');
    const [read, made] = [await upload(person, 's01-l1-chromium-notosans.pdf'), await create(person)];
    await setService(portal, 'AI', 'status', 'active');
    expectRefusal(read, 'service_inactive');
    expectRefusal(made, 'service_inactive');
  });
});

describe('creating a server copy', () => {
  it('charges once, prints the type with QR code, and reproduces the same bytes', async () => {
    const person = await richCustomer(portal);
    const { status, body } = await create(person, { ...copy, image: picture('image/png') });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      message: 'Server copy created successfully!',
      data: {
        id: expect.any(Number),
        file_code: expect.stringMatching(/^[\w-]{22,}$/),
        verification_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        open_path: `/sign-to-server/${body.data.file_code}/`,
      },
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(185);
    const bytes = await expectInformationCopy(portal, person, {
      path: body.data.open_path,
      verificationCode: body.data.verification_code,
      withQr: true,
      kind: 'sign_to_server',
      provenance: { registry: 0, extracted: 0, customer: 18 },
      texts: [copy.name_bn, copy.name_en, copy.form_number, copy.father_name],
      customerFields: ['name_bn', 'nid_number', 'present_address'],
      number: '0012345678',
    });
    await expectSameAgain(portal, signToServerRules, body.data.file_code, bytes);
    const { body: files } = await portal.call('GET', '/account/myfile/', { token: person.token });
    expect(files.results[0]).toMatchObject({
      type: 'server_copy',
      sign_to_server_id: body.data.id,
      nid_info_id: null,
      nid_or_brn_number: '0012345678',
      charge: '15.00',
    });
    await expectSealed(portal, ['0012345678', copy.pin_number, copy.present_address, '01300006137']);
  });

  it.each(['', null])('treats %j as a type that was not chosen', async (server_copy_type) => {
    const made = await create(await richCustomer(portal), { ...copy, server_copy_type });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  });

  it.each([
    'name_bn',
    'name_en',
    'nid_number',
    'pin_number',
    'form_number',
    'mobile_number',
    'father_name',
    'mother_name',
    'education_qualification',
    'birthplace',
    'birth_date',
    'gender',
    'present_address',
    'permanent_address',
  ])('refuses an empty %s with one text', async (field) => {
    const person = await portal.customer();
    const { status, body } = await create(person, { ...copy, [field]: '' });
    expect({ status, body }).toEqual({ status: 400, body: { [field]: ['এই ঘরটি পূরণ করুন'] } });
  });

  it.each([
    ['letters in the NID', { nid_number: '12ab5678' }, 'nid_number', 'The NID number can only have digits'],
    ['letters in the mobile number', { mobile_number: '017x' }, 'mobile_number', 'Digits only'],
    ['an unknown blood group', { blood_group: 'C+' }, 'blood_group', fieldMessages.blood_group_unknown.en],
    ['a birth date to come', { birth_date: '15-03-2090' }, 'birth_date', fieldMessages.date_to_come.en],
    ['an unknown gender', { gender: 'robot' }, 'gender', 'Enter a valid value'],
    ['an unknown type', { server_copy_type: 'gold' }, 'server_copy_type', 'Enter a valid value'],
    ['a picture that is none', { image: 'aGVsbG8=' }, 'image', 'Please select an image file'],
  ])('refuses %s', async (_what, wrong, field, text) => {
    const person = await richCustomer(portal);
    const { status, body } = await create(person, { ...copy, ...wrong }, english);
    expect({ status, body }).toEqual({ status: 400, body: { [field]: [text] } });
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
  });

  it('refuses another site’s address in a printed value', async () => {
    const person = await richCustomer(portal);
    expectRefusal(await create(person, { ...copy, voter_area: 'see https://example.org/x' }), 'foreign_link');
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
  });

  it('is refused without enough money and on a closed wallet', async () => {
    const poor = await richCustomer(portal, '14.99');
    const refused = await create(poor);
    expectRefusal(refused, 'insufficient_balance');
    expect(refused.body).toMatchObject({ balance: 14.99, needed: '15.00', short: '0.01' });
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [poor.id]);
    expectRefusal(await create(poor), 'wallet_inactive');
  });

  it('charges once for 16 requests with one key', async () => {
    const person = await richCustomer(portal);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => create(person, copy, { 'Idempotency-Key': 'one-copy' })),
    );
    expect(statuses(answers)).toEqual({ 201: 16 });
    expect(new Set(answers.map(({ body }) => body.data.file_code)).size).toBe(1);
    expect((await balanceOf(portal, person)).current_balance).toBe(185);
    await expectBooksRight(portal);
  });
});

describe('correcting a server copy', () => {
  it.each(['PUT', 'PATCH'])('loads it, and by %s makes a new version, free', async (method) => {
    const person = await richCustomer(portal);
    const { data } = (await create(person, { ...copy, image: picture('image/jpeg') })).body;
    const { status, body: stored } = await load(person, data.id);
    expect(status).toBe(200);
    expect(stored).toMatchObject({
      id: data.id,
      name_bn: copy.name_bn.normalize('NFC'),
      nid_number: '0012345678',
      mobile_number: '01300006137',
      birth_date: '1995-03-15',
      server_copy_type: 'old_qr',
      signature: null,
      file_code: data.file_code,
    });
    expect(stored.image).toMatch(/^data:image\/jpeg;base64,/);
    const changed = await change(person, method, data.id, {
      ...stored,
      father_name: 'নতুন নাম',
      server_copy_type: 'new_no_qr',
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toEqual({
      message: 'Server copy updated successfully!',
      file_code: data.file_code,
      verification_code: expect.any(String),
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(185);
    const bytes = await expectInformationCopy(portal, person, {
      path: data.open_path,
      verificationCode: changed.body.verification_code,
      withQr: false,
      kind: 'sign_to_server',
      provenance: { registry: 0, extracted: 0, customer: 18 },
      texts: ['নতুন নাম'],
      number: '0012345678',
    });
    await expectSameAgain(portal, signToServerRules, data.file_code, bytes);
    const old = await portal.call('GET', `/verify-document/${data.verification_code}/`);
    expect(old.body.state).toBe('superseded');
    // The specification does not require the mobile number when a copy is corrected.
    const emptied = await change(person, method, data.id, { mobile_number: '' });
    expect(emptied.status, JSON.stringify(emptied.body)).toBe(200);
    expect((await load(person, data.id)).body.mobile_number).toBe('');
  });

  it('refuses to empty required fields, and does not exist for anyone else', async () => {
    const [person, stranger] = [await richCustomer(portal), await richCustomer(portal)];
    const { data } = (await create(person)).body;
    expect((await change(person, 'PATCH', data.id, { mother_name: ' ' })).body).toEqual({
      mother_name: ['এই ঘরটি পূরণ করুন'],
    });
    expectRefusal(await load(stranger, data.id), 'not_found');
    expectRefusal(await change(stranger, 'PUT', data.id, { name_en: 'X' }), 'not_found');
    const nid = await portal.call('GET', `/account/nid-details/${data.id}/`, { token: person.token });
    expectRefusal(nid, 'not_found');
  });
});
