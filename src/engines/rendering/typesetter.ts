// One long-lived Typst compiler: checked document in, PDF out. It is synchronous, so it must run in a process of its own. Data enters only as files of
// JSON and pictures; Typst source is never built from text.
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import bwip from 'bwip-js/node';
import { create as createQr } from 'qrcode';
import { readDigitFonts, readTextFonts } from './font-coverage.ts';
import type { CheckedPaper, MoneyPaper } from './money-paper.ts';
import {
  type AttachedRecord,
  type CheckedDocument,
  type CheckedPicture,
  NOTICE,
  RenderingError,
} from './printable-document.ts';
import type { StatedRecord, StateRecord } from './statement.ts';

const WORKSPACE = fileURLToPath(new URL('../../../templates', import.meta.url));

const templateOf = (kind: string) => `documents/${kind.replaceAll('_', '-')}`;

/** Cached results older than this many documents are dropped; otherwise the cache would grow without bound. */
const CACHE_AGE_DOCUMENTS = 10;

export type PdfStandard = 'a-3a' | 'ua-1';

export interface Typesetter {
  /** Callers must let the event loop run between documents, or native memory is never freed. */
  typeset(checked: CheckedDocument, standard?: PdfStandard): Uint8Array;
  typesetPaper(checked: CheckedPaper): Uint8Array;
}

const asJson = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Creates a compiler for the portal's templates. It takes the files that a template reads, by name, and returns a PDF. */
function createCompiler() {
  const compiler = NodeCompiler.create({
    workspace: WORKSPACE,
    fontArgs: [{ fontBlobs: [...readTextFonts(), ...readDigitFonts()] }],
  });
  const placeOf = (name: string) => `${WORKSPACE}/given/${name}`;
  const give = (name: string, bytes: Uint8Array) =>
    compiler.mapShadow(placeOf(name), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const setPages = (template: string): NodeTypstDocument => {
    const set = compiler.compile({ mainFilePath: `${WORKSPACE}/${template}.typ` });
    if (set.result) return set.result;
    throw new Error(
      set
        .takeError()
        ?.shortDiagnostics.map(({ message }) => message)
        .join('; '),
    );
  };
  /** A copy says whether closer rows may save it its second page; a paper about money never does. */
  const mayBeCloser = (pages: NodeTypstDocument): boolean =>
    compiler.query(pages, { selector: '<may-be-closer>', field: 'value' })[0];
  return (template: string, given: Record<string, Uint8Array>, standard: PdfStandard, at: Date) => {
    for (const [name, bytes] of Object.entries(given)) give(name, bytes);
    try {
      for (let closer = 0; ; closer++) {
        give('closer.json', asJson(closer));
        const pages = setPages(template);
        if (pages.numOfPages > 1 && mayBeCloser(pages)) continue;
        return compiler.pdf(pages, {
          pdfStandard: standard,
          creationTimestamp: Math.floor(at.getTime() / 1000),
        });
      }
    } catch (error) {
      throw explain(error);
    } finally {
      for (const name of ['closer.json', ...Object.keys(given)]) compiler.unmapShadow(placeOf(name));
      compiler.evictCache(CACHE_AGE_DOCUMENTS);
    }
  };
}

/** @param signer signs what a document shows; without one its QR code and data carry no statement */
export function createTypesetter(signer: () => StateRecord | undefined = () => undefined): Typesetter {
  const compile = createCompiler();
  const stated = <R extends StatedRecord>(shown: R) => {
    const state = signer();
    return state ? { ...shown, statement: state(shown) } : shown;
  };
  return {
    typeset(checked, standard = 'a-3a') {
      const { document, photo, signature } = checked;
      const record = stated(toRecord(document));
      const placed = (name: string, picture: CheckedPicture | undefined) =>
        picture ? { path: `given/${name}`, format: picture.format } : null;
      const data = {
        ...layOut(checked, record.statement),
        photo: placed('photo', photo),
        signature: placed('signature', signature),
      };
      const given = {
        'data.json': asJson(data),
        'record.json': asJson(record),
        ...(photo && { photo: photo.bytes }),
        ...(signature && { signature: signature.bytes }),
      };
      return compile(templateOf(document.kind), given, standard, document.madeAt);
    },
    typesetPaper({ paper }) {
      const record = stated(toPaperRecord(paper));
      const given = {
        'data.json': asJson(layOutPaper(paper, record.statement)),
        'record.json': asJson(record),
      };
      return compile(paper.kind, given, 'a-3a', paper.madeAt);
    },
  };
}

function explain(error: unknown): RenderingError {
  if (error instanceof RenderingError) return error;
  // The findings of the compiler, and in `code` those of its export, quote file names and its own words, never the customer's data.
  const { message, code } = error as Error & { code?: string };
  const findings = `${message} ${code ?? ''}`.trim();
  return /image/i.test(findings)
    ? new RenderingError('bad_picture', 'picture', 'A picture could not be decoded.')
    : new RenderingError('typesetting_failed', 'document', findings);
}

function layOut({ document }: CheckedDocument, statement: string | undefined) {
  const fields = document.sections.flatMap((section) => section.fields);
  const count = (provenance: string) => fields.filter((field) => field.provenance === provenance).length;
  return {
    title: document.title,
    portal: document.portalName,
    number: document.number,
    version: document.shown.version,
    made: document.shown.made,
    code: groupCode(document.verificationCode),
    url: document.verifyUrl,
    ...drawProof(document.verifyUrl, statement),
    ...(document.withQr && !document.isPreview ? {} : { qr: null }),
    preview: document.isPreview,
    barcode:
      document.barcode && !document.isPreview
        ? { text: document.barcode, svg: drawCode128(document.barcode) }
        : null,
    sections: document.sections,
    counts: { registry: count('registry'), extracted: count('extracted'), customer: count('customer') },
  };
}

/** Returns the QR code's drawing and its printed width. */
function drawProof(verifyUrl: string, statement: string | undefined): { qr: string; qrWidth: number } {
  return statement === undefined
    ? { qr: drawQr(createQr(verifyUrl, { errorCorrectionLevel: 'M' })), qrWidth: 27 }
    : // Nearly twice as many squares a side, which must stay wide enough for a cheap phone.
      { qr: drawQr(createStatedQr(verifyUrl, statement)), qrWidth: 38 };
}

/**
 * Encodes with a fixed mask and fixed segments. A signature's digits look random under any mask, so the library need not try all eight, nor search for
 * the best segmentation. That saves nine tenths of its time.
 */
const createStatedQr = (verifyUrl: string, statement: string) =>
  createQr(
    [
      { data: Buffer.from(`${verifyUrl}#`), mode: 'byte' },
      { data: statement, mode: 'numeric' },
    ],
    { errorCorrectionLevel: 'M', maskPattern: 3 },
  );

function layOutPaper(paper: MoneyPaper, statement: string | undefined) {
  return {
    title: paper.title,
    portal: paper.portalName,
    number: paper.number,
    made: paper.made,
    code: groupCode(paper.verificationCode),
    url: paper.verifyUrl,
    ...drawProof(paper.verifyUrl, statement),
    facts: paper.facts,
    lines: paper.lines ?? null,
    tables: paper.tables ?? [],
    note: paper.note ?? null,
  };
}

/** Returns what the paper shows in machine-readable form. */
function toPaperRecord({ portalName, madeAt, made: _made, ...paper }: MoneyPaper): StatedRecord {
  return {
    ...{ format: 'nothipotro.money-paper', formatVersion: 1, madeBy: portalName },
    ...paper,
    version: 1,
    madeAt: madeAt.toISOString(),
  };
}

function toRecord(document: CheckedDocument['document']): AttachedRecord {
  return {
    format: 'nothipotro.information-copy',
    formatVersion: 1,
    notice: NOTICE,
    kind: document.kind,
    title: document.title,
    madeBy: document.portalName,
    number: document.number,
    version: document.version,
    madeAt: document.madeAt.toISOString(),
    verificationCode: document.verificationCode,
    verifyUrl: document.verifyUrl,
    sections: document.sections.map(({ heading, fields }) => ({
      heading,
      fields: fields.map(({ wide: _, ...field }) => field),
    })),
  };
}

/** Inserts hyphens between groups of four, which verification ignores. */
export function groupCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

function drawQr({ modules }: ReturnType<typeof createQr>): string {
  const rows: string[] = [];
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue;
      let end = x + 1;
      while (end < modules.size && modules.get(y, end)) end++;
      rows.push(`M${x} ${y}h${end - x}v1h${x - end}z`);
      x = end;
    }
  }
  // No white background: the pale notices continue under the code without disturbing scanners.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.size} ${modules.size}"><path d="${rows.join('')}" fill="#000"/></svg>`;
}

function drawCode128(text: string): string {
  return bwip.toSVG({ bcid: 'code128', text, height: 9 });
}
