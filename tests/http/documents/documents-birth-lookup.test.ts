// The captcha and the lookup of a birth registration, from the customer's and a guesser's side.
import { createHash } from 'node:crypto';
import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { dateInWords } from '#contract/dates/date-words.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, english, expectRefusal, setService, statuses } from '../steps.ts';
import { answer, bengali, birthCalls, invented, nfc, typed } from './birth-steps.ts';
import { expectSealed, richCustomer, shapeOf, trailOf } from './copy-steps.ts';

const portal = usePortal({ CAPTCHA_ANSWER: answer });
const { captcha, ask, lookUp, create } = birthCalls(portal);
const dayFirst = (date: string) => date.split('-').reverse().join('-');

describe('the captcha', () => {
  it('is a PNG with an opaque hash, differs each time, and is accepted in either digits', async () => {
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

  it('is valid for one attempt, right or wrong, for five minutes, and only for its customer', async () => {
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

  it('can be replaced by proof of work from the browser, once', async () => {
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
    // One bit less than required.
    const last = (await portal.call('GET', '/account/new-birth/challenge/', { token: person.token })).body;
    turn = 0;
    while (createHash('sha256').update(`${last.challenge}:${turn}`).digest().readUInt16BE(0) !== 1) turn += 1;
    expectRefusal(
      await ask(person, { ...question, challenge: last.challenge, challenge_solution: String(turn) }),
      'challenge_failed',
    );
  });
});

describe('looking up a birth registration', () => {
  it('returns the values for the form, in the lookup’s own format, free of charge', async () => {
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
          office_location: expect.stringContaining(someone.addressEn.upazila),
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

  it('reports what is wrong with number, date and captcha', async () => {
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
        captcha_solution: [nfc('ছবির সংখ্যাগুলো লিখুন')],
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

  it('responds identically to a wrong number and a wrong date, and is refused after ten misses; wrong captchas do not count', async () => {
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
