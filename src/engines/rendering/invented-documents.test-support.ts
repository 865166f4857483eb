// Documents of invented people, for tests and for the bench. None of them exists.

import { createCanvas } from '@napi-rs/canvas';
import type { PrintableDocument, PrintableField, Provenance } from './printable-document.ts';

export const INVENTED_ORIGIN = 'https://nothipotro.test';
const CODE = '7K3MQ9ZX4T2P';

/** Long and short ones; a kind without one gets its name. */
const TITLES: Readonly<Record<string, { bn: string; en: string }>> = {
  nid: { bn: 'জাতীয় পরিচয়পত্রের তথ্য', en: 'National identity data' },
  sign_to_server: { bn: 'সাইন টু সার্ভার কপির তথ্য', en: 'Sign-to-server copy data' },
  tin: { bn: 'করদাতা শনাক্তকরণ তথ্য', en: 'Taxpayer identification data' },
  server_copy_unofficial: { bn: 'সার্ভার কপির তথ্য (আনঅফিসিয়াল)', en: 'Unofficial server copy data' },
  birth: { bn: 'জন্ম নিবন্ধনের তথ্য', en: 'Birth registration data' },
};

export function inventField(
  key: string,
  bn: string,
  en: string,
  value: string,
  provenance: Provenance = 'registry',
): PrintableField {
  return { key, label: { bn, en }, value, provenance };
}

/** One document of the kind; `serial` goes into its number, names and numbers, so that no two are alike. */
export function inventDocument(
  kind: string,
  serial = 1,
  changes: Partial<PrintableDocument> = {},
): PrintableDocument {
  const id = String(1_000_000_000 + serial);
  return {
    kind,
    title: TITLES[kind] ?? { bn: 'তথ্য কপি', en: kind.replaceAll('_', ' ') },
    portalName: { bn: 'নথিপত্র', en: 'Nothipotro' },
    number: `N-${String(serial).padStart(6, '0')}`,
    version: 1,
    madeAt: new Date('2026-11-21T08:30:00.250Z'),
    shown: { version: '১', made: '২১ নভেম্বর, ২০২৬, দুপুর ২:৩০' },
    verificationCode: CODE,
    verifyUrl: `${INVENTED_ORIGIN}/verify/${CODE}`,
    withQr: true,
    sections: [
      {
        heading: { bn: 'পরিচয়', en: 'Identity' },
        fields: [
          inventField(
            'name_bangla',
            'নাম (বাংলা)',
            'Name in Bangla',
            `মোছাঃ চন্দ্রিকা রানী ভট্টাচার্য্য ${serial}`,
            'extracted',
          ),
          inventField(
            'name_english',
            'নাম (ইংরেজি)',
            'Name in English',
            `CHANDRIKA RANI BHATTACHARJEE ${serial}`,
            'extracted',
          ),
          inventField('national_id', 'এনআইডি নম্বর', 'NID number', id),
          inventField('pin', 'পিন', 'PIN', `1994${id}123`, 'customer'),
          inventField('date_of_birth', 'জন্ম তারিখ', 'Date of birth', '১৫ মার্চ ১৯৯৪'),
          inventField('blood_group', 'রক্তের গ্রুপ', 'Blood group', '', 'customer'),
          inventField('gender', 'লিঙ্গ', 'Gender', 'নারী', 'extracted'),
          inventField('birth_place', 'জন্মস্থান', 'Place of birth', 'ব্রাহ্মণবাড়িয়া', 'customer'),
        ],
      },
      {
        heading: { bn: 'পরিবার', en: 'Family' },
        fields: [
          inventField('father_name', 'পিতার নাম', 'Father', 'শ্রী কৃষ্ণপদ ভট্টাচার্য্য'),
          inventField('mother_name', 'মাতার নাম', 'Mother', 'জ্ঞানদাসুন্দরী দেবী'),
          inventField('spouse_name', 'স্বামী বা স্ত্রীর নাম', 'Spouse', ''),
        ],
      },
      {
        heading: { bn: 'ঠিকানা', en: 'Address' },
        fields: [
          inventField(
            'address',
            'ঠিকানা',
            'Address',
            'বাসা: ৪৫/ক, গ্রাম: দক্ষিণ রূপগঞ্জ, ডাকঘর: ক্যান্টনমেন্ট ৪২১৮, উপজেলা: হাটহাজারী, জেলা: চট্টগ্রাম',
            'customer',
          ),
        ],
      },
    ],
    ...changes,
  };
}

/** A plain figure on a coloured ground; nobody's likeness. */
export function inventPhoto(ground = '#bcd3e6'): Uint8Array {
  const canvas = createCanvas(480, 600);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, 480, 600);
  context.fillStyle = '#c69a78';
  context.beginPath();
  context.ellipse(240, 240, 105, 140, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#1d2530';
  context.beginPath();
  context.ellipse(240, 600, 200, 190, 0, 0, Math.PI * 2);
  context.fill();
  return new Uint8Array(canvas.toBuffer('image/jpeg', 85));
}

/** A picture of one colour, so that a test sees what the page puts over it. */
export function inventPlainPhoto(colour: string): Uint8Array {
  const canvas = createCanvas(480, 600);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 480, 600);
  return new Uint8Array(canvas.toBuffer('image/png'));
}

/** A wave on a transparent ground, as PNG with alpha. */
export function inventSignature(): Uint8Array {
  const canvas = createCanvas(400, 150);
  const context = canvas.getContext('2d');
  context.strokeStyle = '#12224f';
  context.lineWidth = 5;
  context.beginPath();
  for (let x = 20; x < 380; x += 4) context.lineTo(x, 75 + 40 * Math.sin(x / 18));
  context.stroke();
  return new Uint8Array(canvas.toBuffer('image/png'));
}
