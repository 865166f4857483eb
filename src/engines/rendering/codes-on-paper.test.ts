// The codes as a phone or a scanner sees them: decoded by ZXing from the picture of the printed page.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create as createQr } from 'qrcode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readAttachment, readPdfLinks, readPdfText, renderPdfPage } from './inspect-pdf.ts';
import { inventDocument, inventPhoto, inventSignature } from './invented-documents.test-support.ts';
import { type AttachedRecord, DOCUMENT_KINDS } from './printable-document.ts';
import { createRenderer, type Renderer } from './render-document.ts';
import { checkStatement, type PublicKey, publicStatementKey, type StatedRecord } from './statement.ts';

let renderer: Renderer;
let stating: Renderer;
let statementKeyPem: string;
beforeAll(() => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true });
  renderer = createRenderer({ workers: 1, sealKey: undefined });
  const { privateKey } = generateKeyPairSync('ed25519');
  statementKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  stating = createRenderer({ workers: 1, sealKey: undefined, statementKeyPem });
});
afterAll(() => Promise.all([renderer.close(), stating.close()]));

const decode = async (pdf: Uint8Array, dpi: number) =>
  (await readBarcodes(await renderPdfPage(pdf, 1, dpi), { tryHarder: true, formats: ['QRCode', 'Code128'] }))
    // The reader also looks for the small variants of QR, and sometimes sees one inside a large code.
    .filter(({ format }) => format !== 'MicroQRCode' && format !== 'RMQRCode')
    .map(({ format, text }) => `${format} ${text}`)
    .sort();

describe('The codes of a printed page', () => {
  it.each(DOCUMENT_KINDS)('are read back from kind %s, however coarse the picture', async (kind) => {
    const pictures = kind === 'nid' ? { photo: inventPhoto(), signature: inventSignature() } : {};
    const document = inventDocument(kind, 1, { ...pictures, barcode: 'AEMA-7K3MQ9ZX4T2P' });
    const pdf = await renderer.render(document);
    for (const dpi of [150, 300]) {
      expect({ dpi, codes: await decode(pdf, dpi) }).toEqual({
        dpi,
        codes: ['Code128 AEMA-7K3MQ9ZX4T2P', `QRCode ${document.verifyUrl}`],
      });
    }
  });

  it.each(DOCUMENT_KINDS)(
    'of kind %s carry the signed statement in the QR alone, still read when coarse',
    async (kind) => {
      const pictures = kind === 'nid' ? { photo: inventPhoto(), signature: inventSignature() } : {};
      // The longest address that a shop is likely to have.
      const verifyUrl = 'https://portal.nothipotro-example.com.bd/verify/AEMA-7K3MQ9ZX4T2P';
      const document = inventDocument(kind, 1, { ...pictures, verifyUrl, barcode: 'AEMA-7K3MQ9ZX4T2P' });
      const pdf = await stating.render(document);
      const record = JSON.parse(
        Buffer.from((await readAttachment(pdf, 'record.json'))!).toString(),
      ) as AttachedRecord;
      const keys = [publicStatementKey(statementKeyPem)];
      expect(checkStatement(record, { keys })).toBe('fits');
      for (const dpi of [150, 300]) {
        expect({ dpi, codes: await decode(pdf, dpi) }).toEqual({
          dpi,
          codes: ['Code128 AEMA-7K3MQ9ZX4T2P', `QRCode ${verifyUrl}#${record.statement}`],
        });
      }
      for (const { url } of await readPdfLinks(pdf)) expect(url).toBe(verifyUrl);
      expect((await readPdfText(pdf)).join('')).not.toContain(record.statement!.slice(0, 30));
      expect(Buffer.compare(Buffer.from(pdf), Buffer.from(await stating.render(document)))).toBe(0);

      const elsewhere = publicStatementKey(
        generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      );
      expect(checkStatement(record, { keys: [elsewhere] })).toBe('unknown_key');
      expect(checkStatement(record, { keys: [{ ...elsewhere, kid: keys[0]!.kid }] })).toBe('bad_signature');
      expect(checkStatement({ ...record, number: 'N-9' }, { keys })).toBe('other_data');
      expect(checkStatement({ ...record, sections: [] } as StatedRecord, { keys })).toBe('other_data');
      for (const statement of ['a.b.c', '2', '', '9'.repeat(2_000)])
        expect(checkStatement({ ...record, statement }, { keys })).toBe('unreadable');
      const forged = `${BigInt(record.statement!) ^ (1n << 520n)}`;
      expect(checkStatement({ ...record, statement: forged }, { keys })).toBe('bad_signature');
      // The code is part of what is signed, so nobody else's paper can carry the statement.
      expect(checkStatement({ ...record, verificationCode: '000000000000' }, { keys })).toBe('bad_signature');
      const size = createQr(`${verifyUrl}#${record.statement}`, { errorCorrectionLevel: 'M' }).modules.size;
      expect(size).toBeLessThan(60);
    },
  );

  it('of a paper from before, which carries a statement of the first form, stay checkable', () => {
    const { record, keys } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../fixtures/statements/first-form.json'), 'utf8'),
    ) as { record: StatedRecord; keys: PublicKey[] };
    expect(checkStatement(record, { keys })).toBe('fits');
    expect(checkStatement({ ...record, number: 'N-9' }, { keys })).toBe('other_data');
    const [header, , signature] = record.statement!.split('.');
    const forged = `${header}.${Buffer.from('{"n":"N-9"}').toString('base64url')}.${signature}`;
    expect(checkStatement({ ...record, statement: forged }, { keys })).toBe('bad_signature');
    expect(checkStatement(record, { keys: [{ ...keys[0]!, kid: 'other' }] })).toBe('unknown_key');
  });

  it('of a paper about money carry the signed statement too', async () => {
    const verifyUrl = 'https://portal.nothipotro-example.com.bd/verify/7K3MQ9ZX4T2P';
    const both = { bn: 'রসিদ', en: 'Receipt' };
    const pdf = await stating.renderPaper({
      kind: 'receipt',
      title: both,
      portalName: both,
      number: 'R-0000001',
      madeAt: new Date('2026-11-20T10:00:00Z'),
      made: '২০ নভেম্বর, ২০২৬, বিকাল ৪:০০',
      verificationCode: '7K3MQ9ZX4T2P',
      verifyUrl,
      facts: [{ label: both, value: '৳ ১,০০০.০০' }],
    });
    const record = JSON.parse(
      Buffer.from((await readAttachment(pdf, 'record.json'))!).toString(),
    ) as StatedRecord;
    expect(checkStatement(record, { keys: [publicStatementKey(statementKeyPem)] })).toBe('fits');
    expect(await decode(pdf, 150)).toEqual([`QRCode ${verifyUrl}#${record.statement}`]);
  });
});
