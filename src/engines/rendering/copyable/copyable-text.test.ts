import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIFFICULT_WORDS } from '../bengali-clusters.test-support.ts';
import { readPdfText, renderPdfPage } from '../inspect-pdf.ts';
import {
  inventDocument,
  inventField,
  inventPhoto,
  inventSignature,
} from '../invented-documents.test-support.ts';
import { checkDocument, type PrintableDocument } from '../printable-document.ts';
import { createRenderer, type Renderer } from '../render-document.ts';
import { createTypesetter } from '../typesetter.ts';
import { makeTextCopyable } from './copyable-text.ts';
import { rewritePages } from './typst-pdf.ts';

let renderer: Renderer;
beforeAll(() => {
  renderer = createRenderer({ workers: 1, sealKey: undefined });
});
afterAll(() => renderer.close());

const withValues = (values: string[]): PrintableDocument =>
  inventDocument('nid', 1, {
    sections: [
      {
        heading: { bn: 'শব্দ', en: 'Words' },
        fields: values.map((value, i) => ({
          ...inventField(`w${i}`, `শব্দ ${i}`, `Word ${i}`, value),
          wide: true,
        })),
      },
    ],
  });

/** The text of each page, as two kinds of viewers copy it. */
const readers = {
  'PDFium, which knows replacement text': readPdfText,
  'PDF.js, which goes by glyphs': async (pdf: Uint8Array) => (await extractText(new Uint8Array(pdf))).text,
};

/** Copies all text and cuts out what follows each label. */
async function copyValues(values: string[], read = readPdfText): Promise<string[]> {
  const pages = await read(await renderer.render(withValues(values)));
  const lines = pages.join('\n').split('\n');
  return values.map((_, i) => lines[lines.indexOf(`শব্দ ${i} Word ${i}`) + 1] ?? '');
}

describe.each(Object.entries(readers))('Bengali text copied by %s', (_, read) => {
  it('comes out as it was put in, word by difficult word', async () => {
    expect(await copyValues(DIFFICULT_WORDS, read)).toEqual(DIFFICULT_WORDS);
  });

  it('comes out right beside digits, signs and Latin letters', async () => {
    const mixed = [
      '১২টি কর্তৃপক্ষের ৩য় শ্রেণি, ২০২৩-এ ১নং ওয়ার্ড',
      'গ্রাম: মধুপুর, ডাকঘর: শ্রীপুর-১৭৪০ (ABC 12)',
      '৳ ১,০০০.০০ (১২:১৭)',
    ];
    expect(await copyValues(mixed, read)).toEqual(mixed);
  });

  it('comes out right inside a sentence, without repeated clusters or invented spaces', async () => {
    const sentences: string[] = [];
    for (let at = 0; at < DIFFICULT_WORDS.length; at += 6) {
      sentences.push(`${DIFFICULT_WORDS.slice(at, at + 6).join(' ')} (ABC 12)`);
    }
    expect(await copyValues(sentences, read)).toEqual(sentences);
  });

  it('comes out right for every common cluster with every vowel sign', async () => {
    const bases =
      `ক খ গ ঘ ঙ চ ছ জ ঝ ঞ ট ঠ ড ঢ ণ ত থ দ ধ ন প ফ ব ভ ম য র ল শ ষ স হ ড় ঢ় য় ক্ক ক্ট ক্ত ক্র ক্ল ক্ষ ক্স গ্ধ গ্ন গ্র গ্ল ঘ্ন ঙ্ক ঙ্গ চ্চ চ্ছ জ্জ জ্ঞ জ্ব ঞ্চ ঞ্জ ট্ট
      ট্র ড্ড ণ্ট ণ্ড ণ্ণ ত্ত ত্থ ত্ন ত্ম ত্র ত্ব থ্ব দ্দ দ্ধ দ্ব দ্ভ দ্ম দ্র ধ্ব ন্ট ন্ড ন্ত ন্ত্র ন্থ ন্দ ন্দ্র ন্ধ ন্ন ন্ম প্ত প্র প্ল প্স ব্জ ব্দ ব্ধ ব্র ভ্র ম্প ম্ব ম্ভ ম্র র্ক র্ম র্য র্চ ল্ক ল্ট ল্প ল্ল শ্চ শ্র শ্ন ষ্ক ষ্ট ষ্ঠ ষ্ণ ষ্প
      স্ক স্ট স্ত স্ত্র স্থ স্ন স্প স্ফ স্ব স্ম হ্ন হ্ম হ্র হ্ল ক্য ত্য ন্য ব্য ম্য শ্য র্ত র্থ র্দ র্ধ র্ন র্প র্ব র্ভ র্শ র্ষ র্হ র্ত্র র্ক্য`.split(
        /\s+/,
      );
    const signs = ['', 'া', 'ি', 'ী', 'ু', 'ূ', 'ৃ', 'ে', 'ৈ', 'ো', 'ৌ', 'ঁ', 'ং', 'াঁ', 'িঁ'];
    const rows = bases.map((base) => signs.map((sign) => (base + sign).normalize('NFC')).join(' '));
    const wrong: string[] = [];
    for (let from = 0; from < rows.length; from += 60) {
      const batch = rows.slice(from, from + 60);
      const copied = await copyValues(batch, read);
      batch.forEach((row, i) => {
        const expected = row.split(' ');
        const got = copied[i]!.split(' ');
        expected.forEach((cluster, j) => {
          if (got[j] !== cluster) wrong.push(`${cluster} → ${got[j]}`);
        });
      });
    }
    expect(wrong).toEqual([]);
  });
});

describe('Bengali text', () => {
  it('looks the same to the last pixel after it is made copyable', async () => {
    const checked = checkDocument({
      ...withValues(DIFFICULT_WORDS),
      photo: inventPhoto(),
      signature: inventSignature(),
    });
    const before = createTypesetter().typeset(checked);
    const after = rewritePages(before, makeTextCopyable);
    for (const page of [1, 2]) {
      const [one, two] = await Promise.all([before, after].map((pdf) => renderPdfPage(pdf, page, 110)));
      expect(Buffer.from(one!).equals(Buffer.from(two!))).toBe(true);
    }
  });

  it('would copy out wrong without the cure: when this fails, Typst has learnt it and the cure can go', async () => {
    const typeset = createTypesetter().typeset(checkDocument(withValues(['কর্তৃপক্ষ', 'কৃষ্ণ', 'কুলসুম'])));
    const text = (await readPdfText(typeset)).join('\n');
    expect(['কর্তৃপক্ষ', 'কৃষ্ণ', 'কুলসুম'].every((word) => text.includes(`\n${word}\n`))).toBe(false);
  });

  it.each([
    ['balanced', '(\\000(\\000)\\000%)'],
    ['nested', '(\\000(\\000(\\000)\\000)\\000%)'],
    ['escaped', '(\\000\\)\\000\\()'],
  ])('is read from strings with %s brackets, which glyphs 40 and 41 make', (_, drawn) => {
    const content = `q\n1 0 0 -1 5 5 cm\nBT\n0 Tr\n/f0 8 Tf\n1 0 0 -1 0 0 Tm\n[${drawn}] TJ\nET\nQ\n`;
    const texts = new Map([
      ...[0x25, 0x28, 0x29].map((glyph) => [glyph, String.fromCharCode(0x0995 + (glyph & 15))] as const),
    ]);
    const fonts = {
      read: () => ({ texts, widths: new Map<number, number>() }),
      silence: (name: string) => name,
      encode: () => ({ codes: '', width: 0 }),
    };
    const copyable = makeTextCopyable(content, fonts);
    expect(copyable.match(/ActualText/g)).toHaveLength(1);
    expect(copyable).not.toContain('(');
  });

  it('in a page of unknown shape is left as it is', () => {
    const content = 'q\n1 0 0 1 5 5 cm\nBT\n/f0 12 Tf\n(ab) Tj\nET\nQ\n';
    const none = {
      read: () => undefined,
      silence: (name: string) => name,
      encode: () => ({ codes: '', width: 0 }),
    };
    expect(makeTextCopyable(content, none)).toBe(content);
  });

  it('keeps to the accessibility rules of PDF/UA-1', () => {
    const checked = checkDocument(
      inventDocument('nid', 1, { photo: inventPhoto(), signature: inventSignature() }),
    );
    expect(createTypesetter().typeset(checked, 'ua-1').byteLength).toBeGreaterThan(10_000);
  });
});
