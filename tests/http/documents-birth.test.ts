// Birth registration from the captcha to a corrected copy, as a customer and an outsider see it.
import { createHash } from 'node:crypto';
import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { birthFields } from '#contract/document-rules.ts';
import { dateInWords } from '#contract/words.ts';
import { birthRules } from '#server/documents/birth.rules.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import {
  expectInformationCopy,
  expectSameAgain,
  expectSealed,
  richCustomer,
  shapeOf,
  trailOf,
} from './copy-steps.ts';
import { balanceOf, english, expectBooksRight, expectRefusal, setService, statuses } from './steps.ts';

const answer = '48213';
const portal = usePortal({ CAPTCHA_ANSWER: answer });
const invented = (index: number) => syntheticPeople[index]!;
const dayFirst = (date: string) => date.split('-').reverse().join('-');
const bengali = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
const nfc = (text: string) => text.normalize('NFC');

const captcha = async (person: Person) =>
  (await portal.call('GET', '/account/new-birth/', { token: person.token })).body as {
    captcha_image: string;
    captcha_hash: string;
  };
const ask = (person: Person, body: unknown) =>
  portal.call('POST', '/account/new-birth/', { token: person.token, body });
async function lookUp(person: Person, number: string, date: string, solution: unknown = answer) {
  const { captcha_hash } = await captcha(person);
  return ask(person, {
    birth_certificate_no: number,
    date_of_birth: date,
    captcha_solution: solution,
    captcha_hash,
  });
}
const create = (person: Person, body: unknown, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/new-birth-certificate/', { token: person.token, body, headers });
const load = (person: Person, id: number) =>
  portal.call('GET', `/account/new-birth-details/${id}/`, { token: person.token });
const change = (person: Person, method: string, id: number, body: unknown) =>
  portal.call(method, `/account/new-birth-details/${id}/`, { token: person.token, body });

const typed = {
  birth_certificate_no: '১৯৯৫৯৭০০০০১২৩৪৫৬৭',
  date_of_birth: '15-03-1995',
  register_office_address: 'চান্দিনা পৌরসভা',
  location_of_registration_office: 'চান্দিনা, কুমিল্লা',
  upazila_zila: 'চান্দিনা, কুমিল্লা',
  birth_registration_number: '19959700001234567',
  gender: 'Female',
  date_of_registration: '2001-02-03',
  date_of_issuance: '04/05/2010',
  date_of_birth_in_word: 'Fifteenth of March One Thousand Nine Hundred Ninety Five',
  name_bn: 'আয়েশা সিদ্দিকা',
  name_en: 'Ayesha Siddika',
  father_name_bn: 'আব্দুর রহিম',
  father_name_en: 'Abdur Rahim',
  mother_name_bn: 'রোকেয়া বেগম',
  mother_name_en: 'Rokeya Begum',
  place_of_birth_bn: 'কুমিল্লা',
  place_of_birth_en: 'Cumilla',
  permanent_address: 'গ্রাম: মধুপুর, চান্দিনা, কুমিল্লা',
};

/** What the form makes of a lookup's answer. */
// biome-ignore lint/suspicious/noExplicitAny: read as an outside client would
const filledFrom = (number: string, { data, lookup_id }: any) => ({
  birth_certificate_no: number,
  date_of_birth: data.birth_registration.date_of_birth,
  register_office_address: data.birth_registration.registration_office,
  location_of_registration_office: data.birth_registration.location_of_registration_office,
  upazila_zila: /Location of the Register office : (.+)/.exec(data.additional_info.note)![1],
  birth_registration_number: data.birth_registration.birth_registration_number,
  gender: data.birth_registration.sex,
  date_of_registration: data.birth_registration.registration_date,
  date_of_issuance: data.birth_registration.issuance_date,
  date_of_birth_in_word: data.birth_registration.date_of_birth_in_word,
  name_bn: data.personal_info.name_bangla,
  name_en: data.personal_info.name_english,
  father_name_bn: data.parents_info.father_name_bangla,
  father_name_en: data.parents_info.father_name_english,
  mother_name_bn: data.parents_info.mother_name_bangla,
  mother_name_en: data.parents_info.mother_name_english,
  place_of_birth_bn: data.personal_info.birth_place_bangla,
  place_of_birth_en: data.personal_info.birth_place_english,
  permanent_address: 'গ্রাম: মধুপুর',
  lookup_id,
});

describe('the captcha', () => {
  it('is a PNG with an opaque hash, differs each time, and is taken in either digits', async () => {
    const person = await portal.customer();
    const [one, two] = [await captcha(person), await captcha(person)];
    expect(one.captcha_image).toMatch(/^data:image\/png;base64,/);
    const image = await loadImage(Buffer.from(one.captcha_image.split(',')[1]!, 'base64'));
    expect(image.width).toBeGreaterThan(100);
    expect(two.captcha_image).not.toBe(one.captcha_image);
    expect(two.captcha_hash).not.toBe(one.captcha_hash);
    expect(one.captcha_hash).not.toContain(answer);
    const { birthCertificateNo, dateOfBirth } = invented(30);
    for (const solution of [answer, bengali(answer), ` ${answer} `, Number(answer)])
      expect((await lookUp(person, birthCertificateNo, dateOfBirth, solution)).status, String(solution)).toBe(
        200,
      );
  });

  it('serves one try, right or wrong, for five minutes, and for nobody else', async () => {
    const [person, stranger] = [await portal.customer(), await portal.customer()];
    const { birthCertificateNo, dateOfBirth } = invented(31);
    const question = { birth_certificate_no: birthCertificateNo, date_of_birth: dateOfBirth };
    const given = await captcha(person);
    const right = { ...question, captcha_solution: answer, captcha_hash: given.captcha_hash };
    expectRefusal(await ask(stranger, right), 'captcha_wrong');
    const both = await Promise.all([ask(person, right), ask(person, right)]);
    expect(statuses(both)).toEqual({ 200: 1, 400: 1 });
    expectRefusal(await ask(person, right), 'captcha_wrong');

    const second = await captcha(person);
    const wrong = { ...question, captcha_solution: '00000', captcha_hash: second.captcha_hash };
    expectRefusal(await ask(person, wrong), 'captcha_wrong');
    expectRefusal(await ask(person, { ...wrong, captcha_solution: answer }), 'captcha_wrong');

    const third = await captcha(person);
    await asOwner(portal.ownerUrl, `update lookup_passes set expires_at = now() - interval '1 second'`);
    expectRefusal(
      await ask(person, { ...question, captcha_solution: answer, captcha_hash: third.captcha_hash }),
      'captcha_wrong',
    );
    for (const captcha_hash of ['', 'nonsense', 'a.b.c', `${third.captcha_hash}x`, null])
      expectRefusal(
        await ask(person, { ...question, captcha_solution: answer, captcha_hash }),
        'captcha_wrong',
      );
    const outcomes = await trailOf(portal, person, 'registry.looked_up');
    expect(outcomes).toHaveLength(1);
  });

  it('can be replaced by work of the browser, once', async () => {
    const person = await portal.customer();
    const work = (await portal.call('GET', '/account/new-birth/challenge/', { token: person.token })).body;
    expect(work).toMatchObject({ algorithm: 'SHA-256', bits: 16, expires_in_seconds: 300 });
    let turn = 0;
    while (createHash('sha256').update(`${work.challenge}:${turn}`).digest().readUInt16BE(0) !== 0) turn += 1;
    const { birthCertificateNo, dateOfBirth } = invented(32);
    const question = {
      birth_certificate_no: birthCertificateNo,
      date_of_birth: dateOfBirth,
      challenge: work.challenge,
      challenge_solution: String(turn),
    };
    expect((await ask(person, question)).status).toBe(200);
    expectRefusal(await ask(person, question), 'challenge_failed');
    const next = (await portal.call('GET', '/account/new-birth/challenge/', { token: person.token })).body;
    expectRefusal(
      await ask(person, { ...question, challenge: next.challenge, challenge_solution: 'lazy' }),
      'challenge_failed',
    );
  });
});

describe('looking a birth registration up', () => {
  it('answers what fills the form, in the lookup’s own shape, free', async () => {
    const person = await richCustomer(portal);
    const someone = invented(33);
    const { status, body } = await lookUp(
      person,
      bengali(someone.birthCertificateNo),
      bengali(dayFirst(someone.dateOfBirth)),
    );
    expect(status, JSON.stringify(body)).toBe(200);
    const words = dateInWords(someone.dateOfBirth)!;
    expect(body).toEqual({
      lookup_id: expect.any(String),
      data: {
        personal_info: {
          name_bangla: nfc(someone.nameBn),
          name_english: someone.nameEn,
          birth_place_bangla: nfc(someone.addressBn.district),
          birth_place_english: someone.addressEn.district,
        },
        parents_info: {
          father_name_bangla: nfc(someone.fatherBn),
          father_name_english: someone.fatherEn,
          father_nationality_bangla: 'Bangladeshi',
          father_nationality_english: 'Bangladeshi',
          mother_name_bangla: nfc(someone.motherBn),
          mother_name_english: someone.motherEn,
          mother_nationality_bangla: 'Bangladeshi',
          mother_nationality_english: 'Bangladeshi',
        },
        birth_registration: {
          registration_office: expect.stringContaining(someone.addressEn.union),
          location_of_registration_office: expect.stringContaining(someone.addressEn.upazila),
          birth_registration_number: someone.birthCertificateNo,
          registration_date: someone.registrationDate,
          issuance_date: someone.registrationDate,
          sex: someone.gender === 'male' ? 'Male' : 'Female',
          date_of_birth: someone.dateOfBirth,
          date_of_birth_in_word: words.en,
          date_of_birth_in_word_bangla: words.bn,
        },
        additional_info: {
          note: expect.stringMatching(
            new RegExp(`^Location of the Register office : ${someone.addressEn.upazila}`, 'm'),
          ),
        },
        photo: null,
      },
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
    expect(await trailOf(portal, person, 'registry.looked_up')).toMatchObject([
      { reason: 'AG', details: { outcome: 'found' } },
    ]);
    await expectSealed(portal, [someone.birthCertificateNo, someone.fatherEn]);
  });

  it('says what is wrong with number, date and captcha', async () => {
    const person = await portal.customer();
    const date = [nfc('দয়া করে তারিখটি DD-MM-YYYY ফরম্যাটে লিখুন (উদাহরণ: ১৫-০৩-১৯৯৫)')];
    const { captcha_hash } = await captcha(person);
    const right = {
      birth_certificate_no: '19959700001234567',
      date_of_birth: '15-03-1995',
      captcha_solution: answer,
      captcha_hash,
    };
    for (const date_of_birth of ['', '29-02-1995', '15/03/1995', '1995-13-01', '15-3-1995', undefined])
      expect(shapeOf(await ask(person, { ...right, date_of_birth })), date_of_birth).toEqual({
        status: 400,
        body: { date_of_birth: date },
      });
    expect((await ask(person, { ...right, birth_certificate_no: '' })).body).toEqual({
      birth_certificate_no: ['এই ঘরটি পূরণ করুন'],
    });
    for (const captcha_solution of ['', ' ', null])
      expect((await ask(person, { ...right, captcha_solution })).body).toEqual({
        captcha_solution: [nfc('ক্যাপচার উত্তর লিখুন')],
      });
    expect(
      (
        await portal.call('POST', '/account/new-birth/', {
          token: person.token,
          body: { ...right, captcha_solution: '' },
          headers: english,
        })
      ).body,
    ).toEqual({ captcha_solution: ['Please enter the captcha'] });
    expect((await ask(person, right)).status).toBe(404);
  });

  it('gives one answer for a wrong number and a wrong date, and is stopped after ten misses; wrong captchas do not count', async () => {
    const person = await portal.customer();
    const { birthCertificateNo, dateOfBirth } = invented(34);
    for (let turn = 0; turn < 12; turn += 1)
      expectRefusal(await lookUp(person, birthCertificateNo, dateOfBirth, '99999'), 'captcha_wrong');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        turn % 2
          ? lookUp(person, birthCertificateNo, '01-01-1950')
          : lookUp(person, `1990970000000${1000 + turn}`, dateOfBirth),
      ),
    );
    for (const missed of answers)
      expect(shapeOf(missed)).toEqual({
        status: 404,
        body: { detail: nfc('তথ্য খুঁজে পাওয়া যায়নি'), code: 'not_found' },
      });
    const stopped = await lookUp(person, birthCertificateNo, dateOfBirth);
    expectRefusal(stopped, 'too_many_requests');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  it('is closed while the service is inactive', async () => {
    const person = await richCustomer(portal);
    const { captcha_hash } = await captcha(person);
    await setService(portal, 'AG', 'status', 'inactive');
    const refused = [
      await portal.call('GET', '/account/new-birth/', { token: person.token }),
      await ask(person, { ...typed, captcha_solution: answer, captcha_hash }),
      await create(person, typed),
    ];
    await setService(portal, 'AG', 'status', 'active');
    for (const one of refused) expectRefusal(one, 'service_inactive');
  });
});

describe('a birth registration copy', () => {
  it('is made from a lookup: what is unchanged counts as the registry’s, what is changed as the customer’s', async () => {
    const person = await richCustomer(portal);
    const someone = invented(35);
    const found = await lookUp(person, someone.birthCertificateNo, someone.dateOfBirth);
    const form = { ...filledFrom(someone.birthCertificateNo, found.body), mother_name_en: 'Other Name' };
    const { status, body } = await create(person, form);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      message: nfc('জন্ম নিবন্ধনের তথ্য কপি তৈরি হয়েছে'),
      data: {
        id: expect.any(Number),
        file_code: expect.stringMatching(/^[\w-]{22,}$/),
        verification_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
        open_path: `/new-birth-certificate/${body.data.file_code}/`,
      },
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(180);
    // Of 24 printed values the customer gave the permanent address and changed one name.
    const bytes = await expectInformationCopy(portal, person, {
      path: body.data.open_path,
      verificationCode: body.data.verification_code,
      withQr: true,
      kind: 'birth',
      provenance: { registry: 22, extracted: 0, customer: 2 },
      texts: [
        someone.nameBn,
        'Other Name',
        dateInWords(someone.dateOfBirth)!.bn,
        dateInWords(someone.dateOfBirth)!.en,
      ],
      customerFields: ['mother_name_en', 'permanent_address'],
      barcode: `AEMA-${body.data.verification_code}`,
      number: someone.birthCertificateNo,
    });
    await expectSameAgain(portal, birthRules, body.data.file_code, bytes);

    const stranger = await richCustomer(portal);
    const borrowed = await create(stranger, form);
    const verified = await portal.call('GET', `/verify-document/${borrowed.body.data.verification_code}/`);
    expect(verified.body.provenance).toEqual({ registry: 0, extracted: 0, customer: 24 });
    expect(
      (await portal.call('GET', '/account/myfile/', { token: person.token })).body.results,
    ).toMatchObject([
      {
        type: 'new_birth',
        new_birth_certificate_id: body.data.id,
        nid_or_brn_number: someone.birthCertificateNo,
      },
    ]);
  });

  it.each(['AEMA', 'IRIA', 'ERRD', 'DMIQ', 'DZIH'])(
    'bears the series %s in its barcode and nothing else of it',
    async (series) => {
      const person = await richCustomer(portal);
      const link = `${portal.origin}/verify/${series}`;
      const { status, body } = await create(person, {
        ...typed,
        left_bar_code: series,
        qr_link: link,
        qr_code: '',
      });
      expect(status, JSON.stringify(body)).toBe(201);
      await expectInformationCopy(portal, person, {
        path: body.data.open_path,
        verificationCode: body.data.verification_code,
        withQr: true,
        kind: 'birth',
        provenance: { registry: 0, extracted: 0, customer: 24 },
        texts: [typed.name_bn],
        barcode: `${series}-${body.data.verification_code}`,
        number: '19959700001234567',
      });
      const stored = (await load(person, body.data.id)).body;
      expect(stored).toMatchObject({ left_bar_code: series, qr_link: link });
      const printed = await portal.call('GET', `/verify-document/${series}-${body.data.verification_code}/`);
      expect(printed.body.state).toBe('genuine');
    },
  );

  it('refuses a link that does not lead to the portal, in every disguise', async () => {
    const person = await richCustomer(portal);
    const { host } = new URL(portal.origin);
    for (const qr_link of [
      'https://example.org/verify/AEMA',
      `https://${host}.example.org/verify/AEMA`,
      `http://${host}@example.org/verify/AEMA`,
      `http://user@${host}/verify/AEMA`,
      `${portal.origin}.example.org/`,
      '//example.org/verify/AEMA',
      '/verify/AEMA',
      'javascript:alert(1)',
      'data:text/html,x',
      `http:\\\\${host}\\verify`,
      'http://127.0.0.1:1/verify/AEMA',
      'nonsense',
    ])
      expectRefusal(await create(person, { ...typed, qr_link }), 'foreign_link');
    expectRefusal(await create(person, { ...typed, qr_code: 'https://example.org/x' }), 'foreign_link');
    expectRefusal(await create(person, { ...typed, permanent_address: 'www.example.org' }), 'foreign_link');
    expect((await create(person, { ...typed, left_bar_code: 'GOVT' })).body).toEqual({
      left_bar_code: [nfc('বারকোডের সিরিজ AEMA, IRIA, ERRD, DMIQ বা DZIH হতে হবে')],
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
  });

  it.each(Object.keys(typed))('refuses an empty %s with one text', async (field) => {
    const person = await portal.customer();
    for (const empty of ['', undefined])
      expect(shapeOf(await create(person, { ...typed, [field]: empty }))).toEqual({
        status: 400,
        body: { [field]: ['এই ঘরটি পূরণ করুন'] },
      });
  });

  it('charges once for 16 with one key, and refuses without money or on a closed wallet', async () => {
    const person = await richCustomer(portal);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => create(person, typed, { 'Idempotency-Key': 'one-birth' })),
    );
    expect(statuses(answers)).toEqual({ 201: 16 });
    expect(new Set(answers.map(({ body }) => body.data.file_code)).size).toBe(1);
    expect((await balanceOf(portal, person)).current_balance).toBe(180);
    const poor = await richCustomer(portal, '19.99');
    const refused = await create(poor, typed);
    expectRefusal(refused, 'insufficient_balance');
    expect(refused.body).toMatchObject({ balance: '19.99', needed: '20.00', short: '0.01' });
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [poor.id]);
    expectRefusal(await create(poor, typed), 'wallet_inactive');
    await expectBooksRight(portal);
  });

  it.each(['PUT', 'PATCH'])(
    'is loaded with every field and corrected by %s, free, at the same address',
    async (method) => {
      const person = await richCustomer(portal);
      const { data } = (await create(person, typed)).body;
      const { body: stored } = await load(person, data.id);
      for (const field of birthFields) expect(stored[field], field).not.toBe('');
      expect(stored).toMatchObject({
        id: data.id,
        birth_certificate_no: '19959700001234567',
        date_of_birth: '1995-03-15',
        date_of_issuance: '2010-05-04',
        father_nationality_en: 'Bangladeshi',
        left_bar_code: 'AEMA',
        qr_link: `${portal.origin}/verify/AEMA`,
        file_code: data.file_code,
      });
      const changed = await change(person, method, data.id, {
        ...stored,
        mother_nationality_en: 'Other',
        left_bar_code: 'IRIA',
        qr_link: `${portal.origin}/verify/IRIA`,
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect(changed.body).toEqual({
        message: nfc('জন্ম নিবন্ধন সফলভাবে আপডেট করা হয়েছে'),
        file_code: data.file_code,
        verification_code: expect.any(String),
      });
      expect((await balanceOf(portal, person)).current_balance).toBe(180);
      const bytes = (await portal.call('GET', data.open_path, { token: person.token })).bytes;
      await expectSameAgain(portal, birthRules, data.file_code, bytes);
      expect((await load(person, data.id)).body).toMatchObject({
        mother_nationality_en: 'Other',
        left_bar_code: 'IRIA',
        verification_code: changed.body.verification_code,
      });
      expectRefusal(
        await change(person, method, data.id, { qr_link: 'https://example.org' }),
        'foreign_link',
      );
      expect((await change(person, method, data.id, { name_en: '' })).status).toBe(400);
      const stranger = await portal.customer();
      expectRefusal(await load(stranger, data.id), 'not_found');
      expectRefusal(await change(stranger, method, data.id, { name_en: 'X' }), 'not_found');
    },
  );
});
