// What the pages of the document services show in each state, rendered without a browser. Interactions are tested in tests/journeys.
import { describe, expect, it, vi } from 'vitest';
import { StoredBirth } from '#contract/documents/birth-calls.ts';
import { StoredNidRecord, StoredSignToServerRecord } from '#contract/documents/calls.ts';
import {
  type Answers,
  customer,
  expectInOrder,
  renderPlainScreen,
} from '../../../../tests/support/render-screen.tsx';
import { sampleAnswer } from '../../../../tests/support/sample-answer.ts';

const lookup = '/account/services/lookup/';
const service = { id: 1, name: 'সার্ভিস', code: 'AF', status: 'active', charge: '20.00', outage: null };
const show = (page: string, answer: object | number = service, records: Answers = {}) =>
  renderPlainScreen(`/app/${page}`, customer, { [lookup]: answer, ...records });

/** Each page with the code of its service and all its fields. */
const pages: readonly (readonly [string, string, string])[] = [
  [
    'new-nid',
    'AF',
    'name_bangla name_english national_id pin father_name mother_name birth_place date_of_birth blood_group smart_card_date address_for_nid gender ' +
      'birth_registration_no religion marital_status occupation education spouse_name nid_father nid_mother nid_spouse present_address ' +
      'permanent_address voter_area voter_no form_no sl_no',
  ],
  [
    'sign2server',
    'AI',
    'name_bn name_en nid_number pin_number birth_date birthplace gender blood_group education_qualification mobile_number father_name mother_name ' +
      'spouse_name form_number voter_number voter_area present_address permanent_address formatted_address server_copy_type',
  ],
  ['tin-certificate', 'AJ', 'tin_number'],
  ['server-copy-unofficial', 'AH', 'nid date_of_birth type'],
  [
    'new-birth-certificate',
    'AG',
    'lookup_number lookup_date birth_certificate_no date_of_birth register_office_address location_of_registration_office upazila_zila ' +
      'birth_registration_number gender date_of_registration date_of_issuance date_of_birth_in_word name_bn name_en father_name_bn father_name_en ' +
      'father_nationality_bn father_nationality_en mother_name_bn mother_name_en mother_nationality_bn mother_nationality_en place_of_birth_bn ' +
      'place_of_birth_en permanent_address left_bar_code qr_link',
  ],
];

/** The correction of a record has the fields of the page that makes it. */
const corrections = [
  {
    page: 'edit-nid',
    call: '/account/nid-details/',
    record: sampleAnswer(StoredNidRecord, { id: 1 }),
    like: 'new-nid',
    invalid: 'এই নম্বরের কোনো এনআইডি কপি নেই',
    failed: 'এনআইডির তথ্য আনা যায়নি',
  },
  {
    page: 'sign2server/edit',
    call: '/account/sing-to-server-copy/',
    record: sampleAnswer(StoredSignToServerRecord, { id: 1 }),
    like: 'sign2server',
    invalid: 'নম্বরটি ঠিক নয়',
    failed: 'সার্ভার কপির তথ্য আনা যায়নি',
  },
  {
    page: 'edit-birth-certificate',
    call: '/account/new-birth-details/',
    record: sampleAnswer(StoredBirth, { id: 1, left_bar_code: 'AEMA' }),
    like: 'new-birth-certificate',
    invalid: 'এই নম্বরের কোনো জন্ম নিবন্ধন কপি নেই',
    failed: 'জন্ম নিবন্ধনের তথ্য আনা যায়নি',
  },
] as const;

const fieldsOf = (html: string) => [
  ...new Set([...html.matchAll(/<(?:input|select|textarea)\b[^>]* name="([^"]+)"/g)].map(([, name]) => name)),
];
const presetOf = (html: string, name: string) =>
  new RegExp(`<input\\b(?=[^>]* name="${name}")[^>]* value="([^"]*)"`).exec(html)?.[1];

describe('the pages of the document services', () => {
  it('have every field, and what the specification presets', async () => {
    const html: Record<string, string> = {};
    vi.stubGlobal('location', { origin: 'https://shop.test' });
    // In Dhaka it is already the sixth.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T20:00:00Z') });
    for (const [page, code, fields] of pages) {
      const shown = await show(page);
      html[page] = shown.html;
      expect(shown.requests).toContain(`${lookup}?code=${code}`);
      expect(fieldsOf(shown.html).sort(), page).toEqual(fields.split(' ').sort());
    }
    vi.useRealTimers();
    vi.unstubAllGlobals();
    expect(presetOf(html['new-nid']!, 'smart_card_date')).toBe('০৬-০৩-২০২৬');
    expect(presetOf(html['new-birth-certificate']!, 'left_bar_code')).toBe('AEMA');
    expect(presetOf(html['new-birth-certificate']!, 'qr_link')).toBe('https://shop.test/verify/AEMA');
    expect(html['new-birth-certificate']).toMatch(/<input\b(?=[^>]* name="qr_link")[^>]* readOnly=""/i);
    expect(html['server-copy-unofficial']).toMatch(
      /<input\b[^>]* name="type"[^>]* checked=""[\s\S]*name="type"/,
    );
    expect(html['server-copy-unofficial']).toContain('এনআইডি নম্বর ১০ অথবা ১৩ ডিজিটের হয়');
    expect(html['new-birth-certificate']).toContain('জন্ম নিবন্ধন নম্বর ১৭ অথবা ২০ ডিজিটের হয়');
  });

  it('announce the price in whole taka, fifteen where the service has none', async () => {
    for (const [charge, shown] of [
      ['20.99', '২০'],
      ['1500.00', '১,৫০০'],
      ['', '১৫'],
    ])
      expect((await show('tin-certificate', { ...service, charge })).texts).toContain(
        `প্রতিবার ${shown} টাকা লাগবে`,
      );
  });

  it('are replaced by a notice while their service is closed or missing, corrections too', async () => {
    const rest = [
      'কাজ শেষ হলেই সার্ভিসটি আবার চালু হবে। এর মধ্যে অন্য সার্ভিস ব্যবহার করতে পারেন।',
      'এই সার্ভিসটি এই মুহূর্তে ব্যবহার করা যাচ্ছে না',
      'ড্যাশবোর্ডে ফিরে যান',
      'আবার দেখুন',
      'জরুরি দরকারে সহায়তায় যোগাযোগ করুন।',
    ];
    for (const page of [...pages.map(([path]) => path), ...corrections.map(({ page }) => `${page}/1`)])
      for (const [answer, title] of [
        [{ ...service, status: 'inactive' }, 'সার্ভিসটি এখন বন্ধ আছে'],
        [404, 'সার্ভিসটি পাওয়া যাচ্ছে না'],
      ] as const) {
        const { texts, html } = await show(page, answer);
        expectInOrder(texts, ['ফিরে যান', title, ...rest]);
        expect(html, page).not.toMatch(/<(?:input|form)\b/);
        expect(html, page).toContain('href="/app"');
      }
  });

  it('correct every field of a record, and say when there is no such record or it could not be loaded', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.test' });
    for (const { page, call, record, like, invalid, failed } of corrections) {
      const shown = await show(`${page}/1`, service, { [`${call}1/`]: record });
      const fields = pages.find(([path]) => path === like)![2].replace('lookup_number lookup_date ', '');
      expect(fieldsOf(shown.html).sort(), page).toEqual(fields.split(' ').sort());
      expect(shown.texts).toContain('এই সংশোধনে কোনো টাকা কাটা হবে না');
      for (const id of ['0', '-1', 'abc', '1.5'])
        expect((await show(`${page}/${id}`)).texts, `${page}/${id}`).toContain(invalid);
      const { texts } = await show(`${page}/1`, service, { [`${call}1/`]: 500 });
      expectInOrder(texts, [failed, 'আবার চেষ্টা করুন']);
    }
    vi.unstubAllGlobals();
  });
});
