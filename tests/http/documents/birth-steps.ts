// Shared by tests of birth registrations: the captcha with a fixed solution, the requests, and the content of a form.
import { syntheticPeople } from '#server/registry/synthetic.ts';
import type { Person, TestPortal } from '../../support/portal.ts';

/** Captcha with which the portal under test is started. */
export const answer = '48213';
export const invented = (index: number) => syntheticPeople[index]!;
export const bengali = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
export const nfc = (text: string) => text.normalize('NFC');

export function birthCalls(portal: TestPortal) {
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
  return { captcha, ask, lookUp, create, load, change };
}

export const typed = {
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

/** Values that the form suggests and the customer leaves unchanged. */
export const keptNationalities = {
  father_nationality_bn: 'Bangladeshi',
  father_nationality_en: 'Bangladeshi',
  mother_nationality_bn: 'Bangladeshi',
  mother_nationality_en: 'Bangladeshi',
};

/** Fills the form from a lookup's response. */
// biome-ignore lint/suspicious/noExplicitAny: read as an outside client would
export const filledFrom = (number: string, { data, lookup_id }: any) => ({
  birth_certificate_no: number,
  date_of_birth: data.birth_registration.date_of_birth,
  register_office_address: data.birth_registration.registration_office,
  location_of_registration_office: data.birth_registration.location_of_registration_office,
  upazila_zila: data.additional_info.office_location,
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
  father_nationality_bn: data.parents_info.father_nationality_bangla,
  father_nationality_en: data.parents_info.father_nationality_english,
  mother_nationality_bn: data.parents_info.mother_nationality_bangla,
  mother_nationality_en: data.parents_info.mother_nationality_english,
  place_of_birth_bn: data.personal_info.birth_place_bangla,
  place_of_birth_en: data.personal_info.birth_place_english,
  permanent_address: 'গ্রাম: মধুপুর',
  lookup_id,
});
