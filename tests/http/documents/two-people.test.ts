// Two people never end up on one paper: a save refers to one reading, and data of another reading's person is refused.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf } from '../steps.ts';
import { birthCalls, answer as captchaAnswer, filledFrom, invented } from './birth-steps.ts';
import { fixture, nidCalls, picture, record } from './nid-steps.ts';

const portal = usePortal({ CAPTCHA_ANSWER: captchaAnswer });
const { upload, save, saved, richCustomer } = nidCalls(portal);
const nidPath = (id: number) => `/account/nid-details/${id}/`;

interface Read {
  extraction_id: string;
  text_data: Record<string, string>;
  images: [{ base64_0: string | null }, { base64_1: string | null }];
}

describe('a picture that was read from a copy', () => {
  let person: Person;
  let first: Read;
  let second: Read;
  const bodyOf = (read: Read) => ({
    ...record,
    name_bangla: read.text_data.name_bangla,
    name_english: read.text_data.name_english,
    national_id: read.text_data.national_id,
    extraction_id: read.extraction_id,
  });
  beforeAll(async () => {
    person = await richCustomer('500');
    first = (await upload(person, fixture('s01-l1-chromium-notosans.pdf'))).body;
    second = (await upload(person, fixture('s02-l2-chromium-hindsiliguri.pdf'))).body;
    expect(first.text_data.national_id).not.toBe(second.text_data.national_id);
  });

  it.each([
    ['photo_base64', 'the reading that is named', true],
    ['signature_base64', 'the reading that is named', true],
    ['photo_base64', 'no reading', false],
  ] as const)('is refused on a paper of another person: %s with %s', async (field, _what, isNamed) => {
    const before = await balanceOf(portal, person);
    const [{ base64_0 }, { base64_1 }] = first.images;
    const answer = await save(person, {
      ...bodyOf(second),
      extraction_id: isNamed ? second.extraction_id : null,
      [field]: field === 'photo_base64' ? base64_0 : `data:image/jpeg;base64,${base64_1}`,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
    expect(await balanceOf(portal, person)).toEqual(before);
  });

  it('is refused on another person’s server copy', async () => {
    const server = {
      name_bn: 'সালমা',
      name_en: 'Salma',
      nid_number: second.text_data.national_id,
      pin_number: '19950012345678901',
      form_number: '77',
      mobile_number: '01712345678',
      father_name: 'করিম',
      mother_name: 'রোকেয়া',
      education_qualification: 'স্নাতক',
      birthplace: 'ঢাকা',
      birth_date: '1995-03-15',
      gender: 'female',
      present_address: 'ঢাকা',
      permanent_address: 'ঢাকা',
      extraction_id: second.extraction_id,
    };
    const make = (image: string) =>
      portal.call('POST', '/account/create-sign-to-server/', {
        token: person.token,
        body: { ...server, image },
      });
    const refused = await make(first.images[0].base64_0!);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual(['image']);
    expect((await make(second.images[0].base64_0!)).status).toBe(201);
  });

  it('is accepted on its own person’s paper, even after the number was corrected, as is any other picture', async () => {
    const [{ base64_0 }] = first.images;
    await saved(person, { ...bodyOf(first), photo_base64: base64_0 });
    await saved(person, { ...bodyOf(first), national_id: '8890262124', photo_base64: base64_0 });
    await saved(person, { ...bodyOf(first), extraction_id: null, photo_base64: base64_0 });
    await saved(person, { ...bodyOf(second), photo_base64: picture('image/png') });
  });

  it('cannot be added by a correction either, nor can someone else’s reading', async () => {
    const { id } = await saved(person, { ...bodyOf(second), photo_base64: second.images[0].base64_0 });
    const correct = (body: object) => portal.call('PATCH', nidPath(id), { token: person.token, body });
    const before = await portal.call('GET', nidPath(id), { token: person.token });
    const withPicture = await correct({ photo_base64: first.images[0].base64_0 });
    expect([withPicture.status, Object.keys(withPicture.body)]).toEqual([400, ['photo_base64']]);
    const withReading = await correct({ ...bodyOf(first), photo_base64: undefined });
    expect([withReading.status, Object.keys(withReading.body)]).toEqual([400, ['extraction_id']]);
    expect((await portal.call('GET', nidPath(id), { token: person.token })).body).toEqual(before.body);
    expect((await correct({ extraction_id: second.extraction_id, birth_place: 'ঢাকা' })).status).toBe(200);
  });

  it('cannot be told apart from other customers’', async () => {
    const other = await richCustomer();
    const answer = await save(other, { ...record, photo_base64: first.images[0].base64_0 });
    expect(answer.status).toBe(201);
  });
});

describe('a lookup of another person', () => {
  it('cannot be referenced by the correction of a birth copy', async () => {
    const birth = birthCalls(portal);
    const person = await richCustomer('500');
    const found = await Promise.all(
      [0, 1].map(async (index) => {
        const { birthCertificateNo: number, dateOfBirth } = invented(index);
        const { body } = await birth.lookUp(person, number, dateOfBirth);
        return filledFrom(number, body);
      }),
    );
    const made = await birth.create(person, found[0]);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const answer = await portal.call('PATCH', `/account/new-birth-details/${made.body.data.id}/`, {
      token: person.token,
      body: { name_bn: found[1]!.name_bn, lookup_id: found[1]!.lookup_id },
    });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['lookup_id']]);
  });
});
