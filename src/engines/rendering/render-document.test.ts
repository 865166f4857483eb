import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { create as createQr } from 'qrcode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAttachment, readPdfLinks, readPdfText, renderPdfPage } from './inspect-pdf.ts';
import {
  INVENTED_ORIGIN,
  inventDocument,
  inventField,
  inventPhoto,
  inventPlainPhoto,
  inventSignature,
} from './invented-documents.test-support.ts';
import { countPixels, readPixels } from './page-pixels.test-support.ts';
import { DOCUMENT_KINDS, NOTICE, type PrintableField } from './printable-document.ts';
import { createRenderer, type Renderer } from './render-document.ts';
import { hasIntactSeal } from './seal.ts';
import { generateSealKey, type SealKey } from './seal-key.ts';

let renderer: Renderer;
let sealKey: SealKey;

beforeAll(async () => {
  sealKey = await generateSealKey('নথিপত্র');
  renderer = createRenderer({ workers: 1, sealKey });
});
afterAll(() => renderer.close());

const oneSection = (fields: PrintableField[]) => [{ heading: { bn: 'অংশ', en: 'Part' }, fields }];
const manyFields = (count: number) =>
  oneSection(
    Array.from({ length: count }, (_, i) => inventField(`f${i}`, `ক্ষেত্র ${i}`, `Field ${i}`, `মান ${i}`)),
  );

describe('The notice', () => {
  it.each(DOCUMENT_KINDS)('stands in both languages on every page of kind %s', async (kind) => {
    for (const sections of [inventDocument(kind).sections, manyFields(90)]) {
      const pages = await readPdfText(await renderer.render(inventDocument(kind, 1, { sections })));
      expect(pages.length).toBeGreaterThan(sections.length === 1 ? 1 : 0);
      for (const page of pages) {
        expect(page).toContain(NOTICE.bn);
        expect(page).toContain(NOTICE.en);
        expect(page).toContain('Nothipotro');
      }
    }
  });

  it.each(DOCUMENT_KINDS)(
    'stands pale all over every sheet of kind %s, so that no crop is free of it',
    async (kind) => {
      const pdf = await renderer.render(inventDocument(kind, 1, { sections: manyFields(45) }));
      const pages = (await readPdfText(pdf)).length;
      for (let page = 1; page <= pages; page++) {
        const picture = await readPixels(await renderPdfPage(pdf, page, 144));
        const isGround = (r: number, g: number, b: number) =>
          Math.abs(r - 0xd3) < 3 && Math.abs(g - 0xda) < 3 && Math.abs(b - 0xdd) < 3;
        // Crops of 35 mm, each overlapping the last by two thirds: nine cells that are counted once.
        const cell = Math.round((35 / 25.4) * 48);
        const [columns, rows] = [picture.width, picture.height].map((pixels) => Math.floor(pixels / cell));
        const ground = Array.from({ length: rows! }, (_row, y) =>
          Array.from({ length: columns! }, (_column, x) =>
            countPixels(picture, { x: x * cell, y: y * cell, width: cell, height: cell }, isGround),
          ),
        );
        const crops = Array.from({ length: rows! - 2 }, (_row, y) =>
          Array.from({ length: columns! - 2 }, (_column, x) =>
            [0, 1, 2]
              .flatMap((down) => ground[y + down]!.slice(x, x + 3))
              .reduce((sum, count) => sum + count, 0),
          ),
        ).flat();
        expect(crops.length).toBeGreaterThan(300);
        expect(Math.min(...crops)).toBeGreaterThan(40);
      }
    },
  );

  it('stays on a photocopy, which whitens what is nearly white and blackens what is nearly black', async () => {
    const pdf = await renderer.render(inventDocument('nid', 1, { sections: manyFields(20) }));
    const picture = await readPixels(await renderPdfPage(pdf, 1, 200));
    const copied = (value: number) => ((value - 60) * 255) / (225 - 60);
    const isSeen = (r: number, g: number, b: number) => copied((r + g + b) / 3) < 248;
    // Below the table, where nothing but the ground stands.
    const scale = 200 / 25.4;
    for (let y = 215; y < 265; y += 12)
      for (let x = 17; x < 170; x += 35) {
        const crop = { x: x * scale, y: y * scale, width: 35 * scale, height: 35 * scale };
        expect(countPixels(picture, crop, isSeen), `at ${x}, ${y}`).toBeGreaterThan(400);
      }
  });

  it.each(['#101418', '#7a7a7a', '#fafafa'])(
    'runs over a photo of colour %s and over its edges',
    async (colour) => {
      const plain = { photo: inventPlainPhoto(colour), withQr: false };
      const pdf = await renderer.render(inventDocument('nid', 1, plain));
      const picture = await readPixels(await renderPdfPage(pdf, 1, 144));
      const scale = 144 / 25.4;
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      // The photo is 32 mm by 40 mm at the right margin of 17 mm, 31 mm below the top of the sheet.
      const crops = [0, 1, 2, 3].flatMap((row) =>
        [0, 1].map((column) => ({ left: 161 + column * 16, top: 31 + row * 10 })),
      );
      for (const { left, top } of crops) {
        const crop = { x: left * scale, y: top * scale, width: 15 * scale, height: 9 * scale };
        const differs = (r: number, g: number, b: number) =>
          Math.abs(r - red!) + Math.abs(g - green!) + Math.abs(b - blue!) > 24;
        expect(countPixels(picture, crop, differs)).toBeGreaterThan(60);
      }
      const beside = { x: 158.5 * scale, y: 31 * scale, width: 2 * scale, height: 40 * scale };
      expect(countPixels(picture, beside, (r) => r < 200)).toBeGreaterThan(20);
    },
  );
});

describe('The rules of the templates', () => {
  const templates = ['layout.typ', 'money-paper.typ'].map((name) =>
    readFileSync(new URL(`../../../templates/${name}`, import.meta.url), 'utf8'),
  );

  // Otherwise nothing that was set in an earlier document would be used again: twice the time for each.
  it("hold nothing that is one document's own", () => {
    for (const source of templates) {
      expect(source).not.toContain('sys.inputs');
      const body = source.slice(source.search(/^#let (?:information-copy|money-paper)\(/m));
      const rules = body.slice(0, body.indexOf('show heading'));
      expect(rules).not.toContain('set document');
      const uses = (text: string) => [...new Set(text.match(/\bdata\b[.\w]*/g))];
      expect(uses(rules.slice(rules.indexOf('set text'))).sort()).toEqual(
        source.includes('preview-mark') ? ['data', 'data.preview'] : ['data'],
      );
      expect(rules).toContain('footer: context page-foot(given-data())');
      const head = source.slice(source.indexOf('#let page-head('), source.indexOf('#let page-foot('));
      expect(uses(head)).toEqual(['data', 'data.portal.bn', 'data.portal.en']);
    }
  });
});

describe('Codes and links', () => {
  it.each(DOCUMENT_KINDS)(
    'lead to the verification page of this portal and nowhere else on kind %s',
    async (kind) => {
      const document = inventDocument(kind, 1, { photo: inventPhoto(), signature: inventSignature() });
      const pdf = await renderer.render(document);
      const links = await readPdfLinks(pdf);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link.url).toBe(document.verifyUrl);
      expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/\/S \/(?:Launch|JavaScript|GoToR|SubmitForm)/);
    },
  );

  it('draw exactly the verification address as the QR code', async () => {
    const document = inventDocument('nid', 1, { photo: inventPhoto() });
    const pdf = await renderer.render(document);
    const { box } = (await readPdfLinks(pdf)).find((link) => link.box.bottom - link.box.top > 60)!;
    const dpi = 288;
    const picture = await readPixels(await renderPdfPage(pdf, 1, dpi));
    const { modules } = createQr(document.verifyUrl, { errorCorrectionLevel: 'M' });
    const step = (box.right - box.left) / modules.size;
    let dark = '';
    let expected = '';
    for (let row = 0; row < modules.size; row++) {
      for (let column = 0; column < modules.size; column++) {
        const x = Math.round(((box.left + (column + 0.5) * step) / 72) * dpi);
        const y = Math.round(((box.top + (row + 0.5) * step) / 72) * dpi);
        dark += picture.data[(y * picture.width + x) * 4]! < 128 ? '1' : '0';
        expected += modules.get(row, column) ? '1' : '0';
      }
    }
    expect(dark).toBe(expected);
  });

  it('stay printed as code and address when the QR is left out', async () => {
    const pdf = await renderer.render(inventDocument('server_copy_unofficial', 1, { withQr: false }));
    const [page] = await readPdfText(pdf);
    expect(page).toContain('7K3M-Q9ZX-4T2P');
    expect(page).toContain(`${INVENTED_ORIGIN}/verify/7K3MQ9ZX4T2P`);
    expect(page).not.toContain('স্ক্যান');
  });

  it('print the text of a barcode under it', async () => {
    const pdf = await renderer.render(inventDocument('birth', 1, { barcode: 'AEMA-7K3MQ9ZX4T2P' }));
    expect((await readPdfText(pdf))[0]).toContain('AEMA-7K3MQ9ZX4T2P');
  });

  it.each([
    'https://everify.example/verify/OTHER',
    'https://nothipotro.test/other/7K3MQ9ZX4T2P',
    'https://nothipotro.test/verify/7K3MQ9ZX4T2P?next=https://example.com',
    'https://nothipotro.test@example.com/verify/7K3MQ9ZX4T2P',
    'javascript:alert(1)',
    'not an address',
  ])('are refused when the address is %s', async (verifyUrl) => {
    await expect(renderer.render(inventDocument('nid', 1, { verifyUrl }))).rejects.toMatchObject({
      code: 'foreign_link',
    });
  });

  it('are refused in a field when they leave the portal', async () => {
    for (const value of [
      'https://everify.example/x',
      'দেখুন www.example.com',
      'https://nothipotro.test.example.com/',
    ]) {
      const sections = oneSection([inventField('qr_link', 'লিংক', 'Link', value)]);
      await expect(renderer.render(inventDocument('birth', 1, { sections }))).rejects.toMatchObject({
        code: 'foreign_link',
        subject: 'qr_link',
      });
    }
    const sections = oneSection([inventField('qr_link', 'লিংক', 'Link', `${INVENTED_ORIGIN}/verify/AEMA`)]);
    await expect(renderer.render(inventDocument('birth', 1, { sections }))).resolves.toBeInstanceOf(
      Uint8Array,
    );
  });
});

describe('A preview', () => {
  it('has the mark over every page and no number, code, link, data or seal', async () => {
    const document = inventDocument('nid', 1, {
      isPreview: true,
      barcode: 'AEMA-7K3MQ9ZX4T2P',
      photo: inventPlainPhoto('#ffffff'),
      sections: manyFields(60),
    });
    const pdf = await renderer.render(document);
    const pages = await readPdfText(pdf);
    expect(pages.length).toBeGreaterThan(1);
    for (const text of pages) {
      expect(text).toContain('নমুনা, কোনো কপি এখনো তৈরি হয়নি');
      for (const notice of Object.values(NOTICE)) expect(text).toContain(notice);
      for (const secret of [document.number, '7K3M', document.shown.made]) expect(text).not.toContain(secret);
    }
    expect(await readPdfLinks(pdf)).toEqual([]);
    expect(await readAttachment(pdf, 'record.json')).toBeUndefined();
    expect(Buffer.from(pdf).includes('/ByteRange')).toBe(false);
    for (let page = 1; page <= pages.length; page++) {
      const pixels = await readPixels(await renderPdfPage(pdf, page, 72));
      const isRed = (r: number, g: number, b: number) => r - Math.max(g, b) > 15;
      for (const [x, y] of [
        [0, 0.1],
        [0.5, 0.1],
        [0, 0.55],
        [0.5, 0.55],
      ] as const) {
        const part = {
          x: Math.round(x * pixels.width),
          y: Math.round(y * pixels.height),
          width: Math.floor(pixels.width / 2),
          height: Math.floor(pixels.height * 0.4),
        };
        expect(countPixels(pixels, part, isRed)).toBeGreaterThan(1500);
      }
    }
  });
});

describe('Provenance', () => {
  it('marks what the customer supplied, and explains the mark', async () => {
    const sections = oneSection([
      inventField('a', 'এক', 'One', 'প্রথম', 'customer'),
      inventField('b', 'দুই', 'Two', 'দ্বিতীয়', 'extracted'),
      inventField('c', 'তিন', 'Three', 'তৃতীয়', 'registry'),
    ]);
    const [page] = await readPdfText(await renderer.render(inventDocument('tin', 1, { sections })));
    expect(page).toContain('◊ এক One');
    expect(page).toContain('• দুই Two');
    expect(page).not.toMatch(/[◊•] তিন/);
    expect(page).toContain('◊ গ্রাহকের দেওয়া, যাচাই করা নয়');
    expect(page).toContain('supplied by the customer, not checked: ১');
  });

  it('bears the shop’s name whatever it is', async () => {
    const named = { ...inventDocument('nid', 5), portalName: { bn: '＜নথি＞ www.nothi.test', en: 'Nothi' } };
    const [page] = await readPdfText(await renderer.render(named));
    expect(page!.normalize('NFC')).toContain('?নথি? www nothi.test');
  });

  it('travels with the data in the attached record, which holds what the page shows', async () => {
    const document = inventDocument('nid', 5);
    const attached = await readAttachment(await renderer.render(document), 'record.json');
    const record = JSON.parse(Buffer.from(attached!).toString('utf8'));
    expect(record).toEqual({
      format: 'nothipotro.information-copy',
      formatVersion: 1,
      notice: NOTICE,
      kind: 'nid',
      title: document.title,
      madeBy: document.portalName,
      number: 'N-000005',
      version: 1,
      madeAt: '2026-11-21T08:30:00.250Z',
      verificationCode: document.verificationCode,
      verifyUrl: document.verifyUrl,
      sections: document.sections.map(({ heading, fields }) => ({
        heading,
        fields: fields.map(({ key, label, value, provenance }) => ({
          key,
          label,
          value: value.normalize('NFC'),
          provenance,
        })),
      })),
    });
  });
});

describe('The bytes', () => {
  it('are the same for the same document and key, whichever worker makes them', async () => {
    const document = inventDocument('nid', 7, { photo: inventPhoto(), signature: inventSignature() });
    const second = createRenderer({ workers: 2, sealKey });
    try {
      const others = [inventDocument('tin', 8), document, inventDocument('birth', 9), document];
      const [, one, , two] = await Promise.all(others.map((other) => second.render(other)));
      const hash = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex');
      expect(new Set([one!, two!, await renderer.render(document)].map(hash)).size).toBe(1);
    } finally {
      await second.close();
    }
  });

  it('claim PDF/A-3a, Bengali as their language, a title and a structure', async () => {
    const pdf = await renderer.render(inventDocument('tin'));
    const text = Buffer.from(pdf).toString('latin1');
    // Not toContain: a failure would print the whole file.
    for (const claim of [
      '<pdfaid:part>3<',
      '<pdfaid:conformance>A<',
      '/Lang (bn)',
      '/StructTreeRoot',
      '<dc:title>',
    ]) {
      expect({ claim, made: text.includes(claim) }).toEqual({ claim, made: true });
    }
  });

  it('pass the seal check, and fail it after any change or with another key', async () => {
    const pdf = await renderer.render(inventDocument('nid', 3, { photo: inventPhoto() }));
    expect(hasIntactSeal(pdf, sealKey.certificatePem)).toBe(true);
    for (const at of [12, 900, 20_000, pdf.length - 9_000, pdf.length - 1_000, pdf.length - 4]) {
      const changed = Uint8Array.from(pdf);
      changed[at]! ^= 1;
      expect(hasIntactSeal(changed, sealKey.certificatePem)).toBe(false);
    }
    expect(hasIntactSeal(Buffer.concat([pdf, Buffer.from('\n%more')]), sealKey.certificatePem)).toBe(false);
    expect(hasIntactSeal(pdf.subarray(0, 5_000), sealKey.certificatePem)).toBe(false);
    expect(hasIntactSeal(new Uint8Array(), sealKey.certificatePem)).toBe(false);
    expect(hasIntactSeal(pdf, (await generateSealKey('নথিপত্র')).certificatePem)).toBe(false);
  });

  it('are not made at all with a seal key whose parts do not match', async () => {
    const other = await generateSealKey('নথিপত্র');
    const mixed = { privateKeyPem: other.privateKeyPem, certificatePem: sealKey.certificatePem };
    expect(() => createRenderer({ workers: 1, sealKey: mixed })).toThrow(/another private key/);
  });

  it('carry no seal when there is no key', async () => {
    const unsealed = createRenderer({ workers: 1, sealKey: undefined });
    try {
      const pdf = await unsealed.render(inventDocument('nid'));
      expect(hasIntactSeal(pdf, sealKey.certificatePem)).toBe(false);
      expect(Buffer.from(pdf).includes('/ByteRange')).toBe(false);
    } finally {
      await unsealed.close();
    }
  });
});
