// Defines printable documents and checks each before typesetting: links and codes may lead only to the portal's own verification page, text must be
// drawable, pictures complete.
import { readdirSync } from 'node:fs';
import { findUndrawableCharacters } from './font-coverage.ts';
import { inspectPicture } from './pictures.ts';

const templates = new URL('../../../templates/documents/', import.meta.url);

/** A kind is a template: `sign_to_server` is printed with `sign-to-server.typ`. */
export const DOCUMENT_KINDS: readonly string[] = readdirSync(templates)
  .filter((name) => name.endsWith('.typ'))
  .map((name) => name.slice(0, -'.typ'.length).replaceAll('-', '_'))
  .sort();

export type Provenance = 'registry' | 'extracted' | 'customer';

export interface BilingualText {
  bn: string;
  en: string;
}

export interface PrintableField {
  key: string;
  label: BilingualText;
  value: string;
  /** The English version, printed smaller next to it. */
  english?: string;
  provenance: Provenance;
  /** Uses the full width; long values always do. */
  wide?: boolean;
}

export interface PrintableSection {
  heading: BilingualText;
  fields: PrintableField[];
}

export interface PrintableDocument {
  /** One of DOCUMENT_KINDS. */
  kind: string;
  title: BilingualText;
  portalName: BilingualText;
  /** Printed at the foot, for example N-000123. */
  number: string;
  version: number;
  madeAt: Date;
  /** Version and time as they are printed. */
  shown: { version: string; made: string };
  /** Crockford base32 without separators. */
  verificationCode: string;
  /**
   * `${origin}/verify/${code}`, the code with or without a preset keyword in front; the QR code holds it with the signed statement as its fragment.
   */
  verifyUrl: string;
  /** false leaves out the QR code; code and address are still printed. */
  withQr: boolean;
  /** Set for a preview: marked across every page, without number, code, QR code, seal and attached data. */
  isPreview?: boolean;
  /** Text of a Code 128 barcode, for example AEMA-7K3MQ9ZX4T2P. */
  barcode?: string;
  sections: PrintableSection[];
  /** JPEG or PNG. */
  photo?: Uint8Array;
  /** JPEG or PNG. */
  signature?: Uint8Array;
}

export type RenderingErrorCode =
  | 'foreign_link'
  | 'undrawable_text'
  | 'bad_picture'
  | 'bad_document'
  | 'typesetting_failed'
  | 'took_too_long';

/** `subject` names the field, picture or part at fault; it holds no personal data. */
export class RenderingError extends Error {
  readonly code: RenderingErrorCode;
  readonly subject: string;
  constructor(code: RenderingErrorCode, subject: string, message: string) {
    super(message);
    this.name = 'RenderingError';
    this.code = code;
    this.subject = subject;
  }
}

/** The data attached to the PDF as record.json: what the page shows, and nothing else. */
export interface AttachedRecord {
  format: 'nothipotro.information-copy';
  formatVersion: 1;
  notice: BilingualText;
  kind: string;
  title: BilingualText;
  madeBy: BilingualText;
  number: string;
  version: number;
  madeAt: string;
  verificationCode: string;
  verifyUrl: string;
  sections: {
    heading: BilingualText;
    fields: { key: string; label: BilingualText; value: string; english?: string; provenance: Provenance }[];
  }[];
  /** Signed by the portal over all of the above; the QR code carries it too. */
  statement?: string;
}

export interface CheckedPicture {
  bytes: Uint8Array;
  format: 'jpg' | 'png';
}

/** A checked document with clean text; travels to the worker by structured clone. */
export interface CheckedDocument {
  document: Omit<PrintableDocument, 'photo' | 'signature'>;
  photo: CheckedPicture | undefined;
  signature: CheckedPicture | undefined;
}

export const NOTICE: BilingualText = {
  bn: 'তথ্য কপি — সরকারি দলিল নয়',
  en: 'Information copy — not a government-issued document',
};

const PROVENANCES: readonly Provenance[] = ['registry', 'extracted', 'customer'];
const MAX_FIELDS = 300;
const MAX_VALUE_LENGTH = 10_000;

/** Checks a document. The result shares no object with the input except picture bytes. @throws RenderingError */
export function checkDocument(input: PrintableDocument): CheckedDocument {
  if (!DOCUMENT_KINDS.includes(input.kind)) throw badDocument('kind', 'Unknown kind of document.');
  if (!Number.isSafeInteger(input.version) || input.version < 1) {
    throw badDocument('version', 'A version counts from 1.');
  }
  if (!(input.madeAt instanceof Date) || Number.isNaN(input.madeAt.getTime())) {
    throw badDocument('madeAt', 'A document needs the time of its making.');
  }
  if (!/^[0-9A-Z]{4,64}$/.test(input.verificationCode)) {
    throw badDocument('verificationCode', 'A verification code has capital letters and digits only.');
  }
  const origin = checkVerifyUrl(input.verifyUrl, input.verificationCode);
  const clean = (text: string, subject: string) => checkText(text, subject, origin);
  const cleanBoth = (text: BilingualText, subject: string): BilingualText => ({
    bn: clean(text.bn, subject),
    en: clean(text.en, subject),
  });
  const fieldCount = input.sections.reduce((count, section) => count + section.fields.length, 0);
  if (fieldCount > MAX_FIELDS) throw badDocument('sections', `More than ${MAX_FIELDS} fields.`);

  return {
    document: {
      kind: input.kind,
      title: cleanBoth(input.title, 'title'),
      portalName: printableName(input.portalName),
      number: clean(input.number, 'number'),
      version: input.version,
      madeAt: input.madeAt,
      shown: input.shown,
      verificationCode: input.verificationCode,
      verifyUrl: input.verifyUrl,
      withQr: input.withQr,
      isPreview: input.isPreview ?? false,
      ...(input.barcode === undefined ? {} : { barcode: checkBarcode(input.barcode) }),
      sections: input.sections.map((section) => ({
        heading: cleanBoth(section.heading, 'heading'),
        fields: section.fields.map((field) => checkField(field, clean, cleanBoth)),
      })),
    },
    photo: checkPicture(input.photo, 'photo'),
    signature: checkPicture(input.signature, 'signature'),
  };
}

function checkField(
  field: PrintableField,
  clean: (text: string, subject: string) => string,
  cleanBoth: (text: BilingualText, subject: string) => BilingualText,
): PrintableField {
  if (!PROVENANCES.includes(field.provenance)) throw badDocument(field.key, 'Unknown provenance.');
  if (field.value.length > MAX_VALUE_LENGTH) throw badDocument(field.key, 'The value is too long.');
  return {
    key: field.key,
    label: cleanBoth(field.label, field.key),
    value: clean(field.value, field.key),
    ...(field.english === undefined ? {} : { english: clean(field.english, field.key) }),
    provenance: field.provenance,
    wide: field.wide ?? false,
  };
}

export function checkVerifyUrl(text: string, verificationCode: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new RenderingError('foreign_link', 'verifyUrl', 'The verification address is not a URL.');
  }
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  const tail = url.pathname.startsWith('/verify/') ? url.pathname.slice('/verify/'.length) : '';
  const leadsHome =
    tail === verificationCode || (/^[A-Z]{4}-/.test(tail) && tail.slice(5) === verificationCode);
  // Comparing with the parsed form rejects credentials, queries, odd hosts and alternative spellings.
  if (!web || !leadsHome || text !== `${url.origin}/verify/${tail}`) {
    throw new RenderingError(
      'foreign_link',
      'verifyUrl',
      "The verification address must be the portal's own /verify/{code}.",
    );
  }
  return url.origin;
}

/** Returns the text in NFC. Undrawable characters are refused, and foreign addresses, because viewers turn them into links. */
function checkText(raw: string, subject: string, origin: string): string {
  const text = cleanText(raw);
  const undrawable = findUndrawableCharacters(text);
  if (undrawable.length > 0) {
    const list = undrawable.map((c) => `U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
    throw new RenderingError('undrawable_text', subject, `The font cannot draw ${list.join(', ')}.`);
  }
  for (const [address] of text.matchAll(/\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*/gi)) {
    if (address !== origin && !address.startsWith(`${origin}/`)) {
      throw new RenderingError('foreign_link', subject, 'Printed text holds an address outside the portal.');
    }
  }
  return text;
}

/** Makes any text printable: characters that the font lacks become a question mark, and addresses lose what viewers would turn into a link. */
export function makePrintable(raw: string): string {
  let text = cleanText(raw);
  for (const character of findUndrawableCharacters(text)) text = text.replaceAll(character, '?');
  return text.replace(/:\/\//g, ' ').replace(/\bwww\./gi, 'www ');
}

/** Makes the shop's name printable: it must never prevent a paper. */
export const printableName = ({ bn, en }: BilingualText): BilingualText => ({
  bn: makePrintable(bn),
  en: makePrintable(en),
});

/** Returns the printed form of a text: NFC, plain spaces, no invisible characters except the joiners that Bengali needs. */
export function cleanText(raw: string): string {
  return (
    raw
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g, ' ')
      .replace(/(?!\p{Join_Control})\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/[\u2010\u2011]/g, '-')
      .replace(/ +/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
  );
}

function checkBarcode(text: string): string {
  if (!/^[0-9A-Z-]{1,40}$/.test(text)) {
    throw badDocument('barcode', 'A barcode has 1 to 40 capital letters, digits and hyphens.');
  }
  return text;
}

function checkPicture(bytes: Uint8Array | undefined, subject: string): CheckedPicture | undefined {
  if (bytes === undefined) return undefined;
  const picture = inspectPicture(bytes);
  if (!picture) throw new RenderingError('bad_picture', subject, 'Not one whole JPEG or PNG picture.');
  return { bytes, format: picture.format };
}

function badDocument(subject: string, message: string): RenderingError {
  return new RenderingError('bad_document', subject, message);
}
