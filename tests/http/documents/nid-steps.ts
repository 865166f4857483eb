// Shared by tests of NID copies: a record, pictures, uploads, and the words required on every page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'vitest';
import { readPdfText } from '#engines/rendering/inspect-pdf.ts';
import type { Person, TestPortal } from '../../support/portal.ts';

const fixtures = join(import.meta.dirname, '../../../src/engines/fixtures/signed-copies');
export const fixture = (name: string) => readFileSync(join(fixtures, name));

/** The values that a customer types for a new NID copy. */
export const record = {
  name_bangla: 'আয়েশা সিদ্দিকা',
  name_english: 'Ayesha Siddika',
  national_id: '০০১২৩৪৫৬৭৮',
  date_of_birth: '15-03-1995',
  father_name: 'আব্দুর রহিম',
  mother_name: 'রোকেয়া বেগম',
  birth_place: 'কুমিল্লা',
  blood_group: 'O+',
  pin: '19950012345678901',
  address_for_nid: 'গ্রাম: মধুপুর, ডাকঘর: চান্দিনা, কুমিল্লা',
};

export function picture(format: 'image/png' | 'image/jpeg', width = 120, height = 150): string {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#88aacc';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#334455';
  context.fillRect(20, 20, width / 3, height / 3);
  return canvas.toBuffer(format as 'image/png').toString('base64');
}

const bothNotices = ['তথ্য কপি — সরকারি দলিল নয়', 'Information copy — not a government-issued document'];

/** Every page has both notices; text is compared without spaces, which a reader may render differently. */
export async function expectNotices(pdf: Uint8Array): Promise<string[]> {
  const pages = await readPdfText(pdf);
  expect(pages.length).toBeGreaterThan(0);
  const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, '');
  for (const page of pages) for (const notice of bothNotices) expect(bare(page)).toContain(bare(notice));
  return pages;
}

/** The requests of a customer who makes documents at one portal. */
export function nidCalls(portal: TestPortal) {
  const save = (person: Person, body: unknown = record, headers: Record<string, string> = {}) =>
    portal.call('POST', '/account/nid-details/', { token: person.token, body, headers });
  return {
    save,
    upload(person: Person, bytes: Uint8Array, name = 'copy.pdf') {
      const form = new FormData();
      form.set('file', new Blob([bytes as BlobPart]), name);
      return portal.call('POST', '/account/nid-extract/', { token: person.token, form });
    },
    verify: (code: string) => portal.call('GET', `/verify-document/${encodeURIComponent(code)}/`),
    async richCustomer(taka = '100'): Promise<Person> {
      const person = await portal.customer();
      await portal.topUp(person, taka);
      return person;
    },
    async saved(person: Person, body: unknown = record) {
      const answer = await save(person, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data as {
        id: number;
        file_code: string;
        verification_code: string;
        open_path: string;
      };
    },
  };
}
