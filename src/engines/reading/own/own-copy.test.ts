// What goes into a document comes out again: from the portal's own copies, and from a filled-in form.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  inventDocument,
  inventPhoto,
  inventSignature,
} from '../../rendering/invented-documents.test-support.ts';
import { DOCUMENT_KINDS } from '../../rendering/printable-document.ts';
import { createRenderer, type Renderer } from '../../rendering/render-document.ts';
import { generateSealKey } from '../../rendering/seal-key.ts';
import { closeReaders, readSignedCopy } from '../read-signed-copy.ts';
import { findOwnCopy } from './own-copy.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = createRenderer({ workers: 1, sealKey: await generateSealKey('নথিপত্র') });
});
afterAll(async () => {
  await renderer.close();
  await closeReaders();
});

describe('A copy of the portal’s own', () => {
  it.each(DOCUMENT_KINDS)('of kind %s gives every field back', async (kind) => {
    const document = inventDocument(kind, 4);
    const printed = document.sections.flatMap((section) =>
      section.fields.map(({ key, value }) => [key, value.normalize('NFC')]),
    );
    expect(printed.length).toBeGreaterThan(3);
    expect(await findOwnCopy(await renderer.render(document))).toEqual({
      kind,
      values: Object.fromEntries(printed),
    });
  });

  it('is read like any signed copy when it is uploaded, pictures included', async () => {
    const values = {
      name_bn: 'মোছাঃ চন্দ্রিকা রানী ভট্টাচার্য্য',
      name_en: 'CHANDRIKA RANI',
      nid_number: '8890262123',
      father_name: 'শ্রী কৃষ্ণপদ ভট্টাচার্য্য',
      birth_date: '1994-03-15',
      formatted_address: 'বাসা: ৪৫/ক, গ্রাম: রূপগঞ্জ',
      present_address: 'গ্রাম: দক্ষিণ রূপগঞ্জ, জেলা: নারায়ণগঞ্জ',
    };
    const fields = Object.entries(values).map(([key, value]) => ({
      key,
      label: { bn: 'ঘর', en: 'Field' },
      value,
      provenance: 'customer' as const,
    }));
    const pdf = await renderer.render(
      inventDocument('sign_to_server', 1, {
        sections: [{ heading: { bn: 'অংশ', en: 'Part' }, fields }],
        photo: inventPhoto(),
        signature: inventSignature(),
      }),
    );
    const reading = await readSignedCopy(pdf);
    expect(reading.fields).toEqual({
      name_bangla: values.name_bn.normalize('NFC'),
      name_english: values.name_en,
      national_id: values.nid_number,
      father_name: values.father_name.normalize('NFC'),
      date_of_birth: values.birth_date,
    });
    expect(reading.presentAddress).toEqual({ text: values.present_address.normalize('NFC') });
    expect(reading.cardAddress).toBe(values.formatted_address.normalize('NFC'));
    expect(reading.photo?.jpeg.length).toBeGreaterThan(1000);
  });

  it('about no NID is no signed copy', async () => {
    const pdf = await renderer.render(inventDocument('tin', 1, { sections: [] }));
    await expect(readSignedCopy(pdf)).rejects.toMatchObject({ code: 'no_fields' });
  });
});

/** A sheet whose labels are page text and whose values are in form fields. */
function filledForm(rows: [label: string, value: string][]): Uint8Array {
  const objects: string[] = [];
  const stream = (head: string, body: string) =>
    `<< ${head} /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const top = (i: number) => 780 - i * 24;
  const labels = rows.map(([label], i) => `BT /F1 11 Tf 50 ${top(i)} Td (${label}) Tj ET`).join('\n');
  const widgets = rows.map((_, i) => `${6 + i * 2} 0 R`).join(' ');
  objects.push(`<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${widgets}] >> >>`);
  objects.push('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  objects.push(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${widgets}] /Resources << /Font << /F1 5 0 R >> >> >>`,
  );
  objects.push(stream('', labels));
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  rows.forEach(([label, value], i) => {
    const box = `[200 ${top(i) - 4} 500 ${top(i) + 14}]`;
    objects.push(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${label}) /V (${value}) /F 4 /Rect ${box} /P 3 0 R /AP << /N ${7 + i * 2} 0 R >> >>`,
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 300 18] /Resources << /Font << /F1 5 0 R >> >>',
        `BT /F1 11 Tf 2 4 Td (${value}) Tj ET`,
      ),
    );
  });
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

describe('A filled form', () => {
  it('is read with the values of its fields', async () => {
    const reading = await readSignedCopy(
      filledForm([
        ['Name (English)', 'MD. RAFIQUL ISLAM'],
        ['National ID', '8890262123'],
        ['Date of Birth', '15 Mar 1985'],
        ['Blood Group', 'O+'],
      ]),
    );
    expect(reading.fields).toMatchObject({
      name_english: 'MD. RAFIQUL ISLAM',
      national_id: '8890262123',
      blood_group: 'O+',
    });
    expect(reading.fields.date_of_birth).toMatch(/1985/);
  });
});
