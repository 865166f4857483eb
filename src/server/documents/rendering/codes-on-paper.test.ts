// The codes as a phone or a scanner meets them: decoded by ZXing from the picture of the printed page.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderPdfPage } from './inspect-pdf.ts';
import { inventDocument, inventPhoto, inventSignature } from './invented-documents.ts';
import { DOCUMENT_KINDS } from './printable-document.ts';
import { createRenderer, type Renderer } from './render-document.ts';

let renderer: Renderer;
beforeAll(() => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true });
  renderer = createRenderer({ workers: 1, sealKey: undefined });
});
afterAll(() => renderer.close());

const decode = async (pdf: Uint8Array, dpi: number) =>
  (await readBarcodes(await renderPdfPage(pdf, 1, dpi), { tryHarder: true, formats: ['QRCode', 'Code128'] }))
    .map(({ format, text }) => `${format} ${text}`)
    .sort();

describe('The codes of a printed page', () => {
  it.each(DOCUMENT_KINDS)('are read back from kind %s, however coarse the picture', async (kind) => {
    const pictures = kind === 'nid' ? { photo: inventPhoto(), signature: inventSignature() } : {};
    const document = inventDocument(kind, 1, { ...pictures, barcode: 'AEMA-7K3MQ9ZX4T2P' });
    const pdf = await renderer.render(document);
    for (const dpi of [150, 200, 300]) {
      expect({ dpi, codes: await decode(pdf, dpi) }).toEqual({
        dpi,
        codes: ['Code128 AEMA-7K3MQ9ZX4T2P', `QRCode ${document.verifyUrl}`],
      });
    }
  });
});
