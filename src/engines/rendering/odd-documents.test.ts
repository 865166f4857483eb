import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readBaselines } from './baselines.test-support.ts';
import { readPdfText, renderPdfPage } from './inspect-pdf.ts';
import {
  INVENTED_ORIGIN,
  inventDocument,
  inventField,
  inventPhoto,
  inventSignature,
} from './invented-documents.test-support.ts';
import { countPixels, readPixels } from './page-pixels.test-support.ts';
import { checkDocument, makePrintable, type PrintableField } from './printable-document.ts';
import { createRenderer, type Renderer } from './render-document.ts';
import { generateSealKey, type SealKey } from './seal-key.ts';
import { createTypesetter } from './typesetter.ts';

let renderer: Renderer;
let sealKey: SealKey;

beforeAll(async () => {
  sealKey = await generateSealKey('নথিপত্র');
  renderer = createRenderer({ workers: 1, sealKey });
});
afterAll(() => renderer.close());

const oneSection = (fields: PrintableField[]) => [{ heading: { bn: 'অংশ', en: 'Part' }, fields }];
/** A code of the widest letters, beside which little room is left. */
const wideCode = { verificationCode: 'WWWWMMMMWWWW', verifyUrl: `${INVENTED_ORIGIN}/verify/WWWWMMMMWWWW` };

const manyFields = (count: number) =>
  oneSection(
    Array.from({ length: count }, (_, i) => inventField(`f${i}`, `ক্ষেত্র ${i}`, `Field ${i}`, `মান ${i}`)),
  );

describe('Odd data', () => {
  it('without any field still makes a document', async () => {
    const [page] = await readPdfText(await renderer.render(inventDocument('tin', 1, { sections: [] })));
    expect(page).toContain('করদাতা শনাক্তকরণ তথ্য');
    const empty = await readPdfText(
      await renderer.render(inventDocument('tin', 1, { sections: oneSection([]) })),
    );
    expect(empty).toHaveLength(1);
  });

  it('of sixty fields runs over numbered pages', async () => {
    const pages = await readPdfText(
      await renderer.render(inventDocument('birth', 1, { sections: manyFields(60) })),
    );
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((page, index) => {
      const digits = (n: number) => '০১২৩৪৫৬৭৮৯'[n];
      expect(page).toContain(`পৃষ্ঠা ${digits(index + 1)} / ${digits(pages.length)}`);
    });
    const all = pages.join('\n');
    for (let i = 0; i < 60; i++) expect(all).toContain(`মান ${i}\n`);
  });

  it.each(['২৭ নভেম্বর, ২০২৬, বিকাল ৫:৩১', '১৯ অক্টোবর, ২০২৬, বিকাল ৫:৩১', '২৮ সেপ্টেম্বর, ২০২৬, দুপুর ১২:৫৯'])(
    'breaks the line of %s at most before its time of day',
    async (made) => {
      const invented = inventDocument('birth', 1, wideCode);
      const shown = { ...invented.shown, made };
      const [page] = await readPdfText(await renderer.render({ ...invented, shown }));
      const time = made.split(', ').at(-1)!;
      expect(page?.split('\n').filter((line) => line.includes(time))).toHaveLength(1);
    },
  );

  it('has all that is on one line on one baseline', async () => {
    const invented = inventDocument('birth', 1, {
      sections: oneSection([inventField('a', 'সংখ্যা', 'Number', 'No. 1234567890123456789012345')]),
    });
    const made = '7 May, 2026, at 5:31';
    const pdf = await renderer.render({ ...invented, shown: { ...invented.shown, made } });
    expect(await readBaselines(pdf, made)).toHaveLength(1);
    expect(await readBaselines(pdf, 'No. 1234567890123456789012345')).toHaveLength(1);
    expect(await readBaselines(pdf, 'nowhere')).toEqual([]);
  });

  it('never leaves a heading alone at the foot of a page', async () => {
    for (let before = 20; before < 34; before++) {
      const sections = [
        ...manyFields(before),
        { heading: { bn: 'শেষাংশ', en: 'Last' }, fields: manyFields(2)[0]!.fields },
      ];
      const pages = await readPdfText(await renderer.render(inventDocument('nid', before, { sections })));
      const page = pages.find((text) => text.includes('শেষাংশ'))!;
      expect(page.slice(page.indexOf('শেষাংশ'))).toContain('মান 0');
    }
  });

  it('sets rows closer before it needs a second page, and never leaves fewer than three rows there', async () => {
    const pagesOf = async (count: number) =>
      readPdfText(await renderer.render(inventDocument('birth', count, { sections: manyFields(count) })));
    let most = 0;
    for (let count = 24; count < 44; count++) {
      const pages = await pagesOf(count);
      if (pages.length === 1) most = count;
      else expect(pages.at(-1)!.match(/মান \d+\n/g)!.length, String(count)).toBeGreaterThanOrEqual(5);
    }
    // With rows as far apart as on a short paper there is room for 28.
    expect(most).toBeGreaterThanOrEqual(34);
    expect(most).toBeLessThan(43);
  });

  it('with pictures counts the line breaks of an address before its rows are set closer', async () => {
    const address = ['বাসা ৬২৮/ঙ', 'গ্রাম: কেন্দ্রীয় সড়ক', 'ডাকঘর: শ্যামকুড়', 'উপজেলা: শৈলকুপা'].join('\n');
    const sections = [
      ...manyFields(12),
      {
        heading: { bn: 'ঠিকানা', en: 'Address' },
        fields: Array.from({ length: 3 }, (_, i) => ({
          ...inventField(`a${i}`, 'ঠিকানা', 'Address', address),
          wide: true,
        })),
      },
    ];
    const pictures = { photo: inventPhoto(), signature: inventSignature() };
    const paper = await renderer.render(inventDocument('sign_to_server', 1, { sections, ...pictures }));
    expect(await readPdfText(paper)).toHaveLength(1);
  });

  it.each([
    ['with rows as usual', 6, 1, 1],
    ['with its rows set closer', 16, 3, 1],
    ['on two pages, where closer rows would not be enough', 24, 3, 2],
  ])('with pictures stands %s', async (_, short, addresses, expected) => {
    const address =
      'বাসা/হোল্ডিং: ৬২৮/ঙ, গ্রাম/রাস্তা: কেন্দ্রীয় সপ্তম সড়ক, ইউনিয়ন/ওয়ার্ড: ৭ নং রূপগঞ্জ ইউনিয়ন, ডাকঘর: শ্যামকুড়, উপজেলা: শৈলকুপা';
    const part = (heading: string, fields: PrintableField[]) => ({
      heading: { bn: heading, en: 'Part' },
      fields,
    });
    const names = manyFields(short)[0]!.fields;
    const sections = [
      part('পরিচয়', names.slice(0, -5)),
      part('পরিবার', names.slice(-5, -2)),
      part('ভোটার তথ্য', names.slice(-2)),
      part(
        'ঠিকানা',
        Array.from({ length: addresses }, (_, i) => inventField(`a${i}`, 'ঠিকানা', 'Address', address)),
      ),
    ];
    const pictures = { photo: inventPhoto(), signature: inventSignature() };
    expect(
      await readPdfText(
        await renderer.render(inventDocument('sign_to_server', short, { sections, ...pictures })),
      ),
    ).toHaveLength(expected);
  });

  it('shares the room that is left among rows that had been set closer than they needed', async () => {
    const address = 'গ্রাম/রাস্তা: দক্ষিণ শ্রীকৃষ্ণপুর পূর্বপাড়া, ডাকঘর: ক্ষেত্রমোহন-৩৪০০, উপজেলা: বাঞ্ছারামপুর ক্ষ';
    const sections = oneSection([
      ...manyFields(10)[0]!.fields,
      ...Array.from({ length: 14 }, (_, i) => inventField(`a${i}`, 'ঠিকানা', 'Address', address)),
      inventField('last', 'শেষ', 'Last', 'Zeta Omega'),
    ]);
    const paper = await renderer.render(inventDocument('nid', 1, { sections }));
    expect(await readPdfText(paper)).toHaveLength(1);
    const [value] = await readBaselines(paper, 'Zeta Omega');
    const [below] = await readBaselines(paper, 'Made by');
    expect(value! - below!).toBeGreaterThan(48);
    const [lowest] = await readBaselines(paper, 'Bangladesh Election Commission');
    // Of the sheet's foot 21 mm are for the number and the code.
    expect((lowest! / 72) * 25.4).toBeGreaterThan(21);
    expect((lowest! / 72) * 25.4).toBeLessThan(26);
  });

  it('is set once, unless its letters are so wide that its height was misjudged', async () => {
    const set = vi.spyOn(NodeCompiler.prototype, 'compile');
    onTestFinished(() => set.mockRestore());
    const { typeset } = createTypesetter();
    const timesSet = async (fields: PrintableField[]) => {
      set.mockClear();
      const sections = oneSection(fields);
      const pages = await readPdfText(typeset(checkDocument(inventDocument('nid', 1, { sections }))));
      return { pages: pages.length, times: set.mock.calls.length };
    };
    const wide = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        inventField(`f${i}`, 'ক্ষেত্র', 'Field', `${i} ${'WM'.repeat(17)}`),
      );
    for (const count of [6, 20, 30, 60])
      expect((await timesSet(manyFields(count)[0]!.fields)).times, String(count)).toBe(1);
    expect(await timesSet(wide(10))).toEqual({ pages: 1, times: 1 });
    const misjudged = await timesSet(wide(22));
    expect(misjudged.pages).toBe(1);
    expect(misjudged.times).toBeGreaterThan(1);
  });

  it('with very long values wraps inside the sheet and copies out whole', async () => {
    const unbroken = '1234567890'.repeat(30);
    const essay = 'চট্টগ্রামের দীর্ঘ বিবরণ। '.repeat(150).trim();
    const sections = oneSection([
      inventField('a', 'সংখ্যা', 'Number', unbroken),
      inventField('b', 'শব্দ', 'Word', 'ক্ষ্ম'.repeat(90)),
      inventField('c', 'রচনা', 'Essay', essay),
    ]);
    const pdf = await renderer.render(inventDocument('nid', 1, { sections }));
    const text = (await readPdfText(pdf)).join('').replace(/\s/g, '');
    expect(text).toContain(unbroken);
    expect(text).toContain('ক্ষ্ম'.repeat(90));
    expect(text.split('চট্টগ্রামের')).toHaveLength(151);
    const picture = await readPixels(await renderPdfPage(pdf, 1, 72));
    const margin = { x: picture.width - 44, y: 0, width: 44, height: picture.height };
    expect(countPixels(picture, margin, (r) => r < 120)).toBe(0);
  });

  it('keeps markup, code and JSON of a customer as plain words', async () => {
    const value = '#pagebreak() *bold* $x$ @ref <tag> "]} \\u{41} #read("/etc/passwd") // end';
    const sections = oneSection([inventField('a', '#এক', '_One_', value)]);
    const pages = await readPdfText(await renderer.render(inventDocument('nid', 1, { sections })));
    expect(pages).toHaveLength(1);
    expect(pages[0]!.replace(/\s+/g, ' ')).toContain(value);
  });

  it('loses what nobody sees, and is not refused for it', async () => {
    const value = 'রহিম\u061c ক\u034fরিম\u206a\ufe0f\u{e0041} র\u200d্যাব';
    const sections = oneSection([inventField('name_bangla', 'নাম', 'Name', value)]);
    const [page] = await readPdfText(await renderer.render(inventDocument('nid', 1, { sections })));
    expect(page).toContain('রহিম করিম র');
    expect(makePrintable(value)).toBe('রহিম করিম র\u200d্যাব');
  });

  it('with characters that the font cannot draw is refused, and they are named', async () => {
    for (const [value, named] of [
      ['নাম 漢字', 'U+6F22'],
      ['😀', 'U+1F600'],
      ['محمد', 'U+0645'],
    ] as const) {
      const sections = oneSection([inventField('name_bangla', 'নাম', 'Name', value)]);
      const refused = renderer.render(inventDocument('nid', 1, { sections }));
      await expect(refused).rejects.toMatchObject({ code: 'undrawable_text', subject: 'name_bangla' });
      await expect(refused).rejects.toThrow(named);
    }
  });

  it.each([
    ['a key that is held down', `কি${'ি'.repeat(300)}`, 'U+09BF'],
    ['two-part vowels', `ক${'ো'.repeat(150)}`, 'U+09CB'],
    ['endless conjuncts', `${'ক্'.repeat(200)}ক`, 'U+09CD'],
    ['endless conjuncts with joiners', `${'র্\u200d'.repeat(200)}ক`, 'U+09CD'],
    ['signs kept apart', `ক${'া\u200c'.repeat(150)}`, 'U+09BE'],
    ['endless dots', `${'ড়্'.repeat(200)}ক`, 'U+09BC'],
  ])('with a syllable of %s is refused, as shaping it would end the process', async (_, value, named) => {
    const sections = oneSection([inventField('name_bangla', 'নাম', 'Name', value)]);
    const refused = renderer.render(inventDocument('nid', 1, { sections }));
    await expect(refused).rejects.toMatchObject({ code: 'undrawable_text', subject: 'name_bangla' });
    await expect(refused).rejects.toThrow(named);
  });

  it('with the longest syllables that words have are printed', async () => {
    const value = 'স্বাতন্ত্র্য লক্ষ্ম্য র‍্যাম্প ছাঁৎ ড়্রোঁঃ '.repeat(20).trim();
    const sections = oneSection([inventField('a', 'এক', 'One', value)]);
    expect(await readPdfText(await renderer.render(inventDocument('nid', 1, { sections })))).toHaveLength(1);
  });

  it('with a broken picture is refused, and the next document is made', async () => {
    const photo = inventPhoto();
    const png = inventSignature();
    const spoiled = Uint8Array.from(png);
    spoiled.fill(0x55, png.length / 2, png.length / 2 + 60);
    const bad = [
      new Uint8Array(),
      Buffer.from('GIF89a'),
      Buffer.from('<svg/>'),
      photo.subarray(0, 900),
      png.subarray(0, 200),
      spoiled,
    ];
    for (const picture of bad) {
      const refused = renderer.render(inventDocument('nid', 1, { photo: picture }));
      await expect(refused).rejects.toMatchObject({ name: 'RenderingError', code: 'bad_picture' });
    }
    await expect(renderer.render(inventDocument('nid', 1, { photo }))).resolves.toBeInstanceOf(Uint8Array);
  });

  // Unless the compiler's cache is emptied it grows by 1.4 MB per document.
  it('keeps memory flat over some hundred documents', async () => {
    const pictures = { photo: inventPhoto(), signature: inventSignature() };
    const make = async (from: number, count: number) => {
      for (let serial = from; serial < from + count; serial++) {
        await renderer.render(inventDocument('nid', serial, pictures));
      }
      return process.memoryUsage.rss() / 2 ** 20;
    };
    const warm = await make(1_000, 100);
    const after = await make(2_000, 120);
    expect(after - warm).toBeLessThan(40);
  }, 180_000);
});
