// Detects a file's type from its bytes. Its name is never trusted.

export interface MediaType {
  readonly type: string;
  readonly extension: string;
  /** Whether a browser may show it inline; anything else is only downloaded. */
  readonly isShown: boolean;
}

const pdf: MediaType = { type: 'application/pdf', extension: 'pdf', isShown: true };
const jpeg: MediaType = { type: 'image/jpeg', extension: 'jpg', isShown: true };
const png: MediaType = { type: 'image/png', extension: 'png', isShown: true };
const doc: MediaType = { type: 'application/msword', extension: 'doc', isShown: false };
const docx: MediaType = {
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
  isShown: false,
};

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** A Word file is a zip with `word/document.xml`. One with macros contains `vbaProject.bin` and is rejected. */
function isPlainDocx(bytes: Buffer): boolean {
  return bytes.includes('word/document.xml') && !bytes.includes('vbaProject.bin');
}

/** Names of the folders in which older Word files keep macros ([MS-OVBA] 2.2.1), as encoded in the file. */
const macroFolders = ['Macros', '_VBA_PROJECT'].map((name) => Buffer.from(name, 'utf16le'));
const isPlainDoc = (bytes: Buffer) => !macroFolders.some((name) => bytes.includes(name));

export function findMediaType(bytes: Buffer): MediaType | undefined {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return pdf;
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return jpeg;
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return png;
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1) && isPlainDoc(bytes)) return doc;
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) && isPlainDocx(bytes)) return docx;
  return undefined;
}

/** Types allowed for an order's result on completion and on replacement (specification 3, section 5). */
export const completionExtensions = ['pdf', 'jpg', 'png'];
export const replacementExtensions = [...completionExtensions, 'doc', 'docx'];

/** Makes a name that is safe in headers and on every file system, with the extension of the actual type. */
export function safeFileName(name: string, extension: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    // The joiners are part of Bengali words.
    .replace(/[^\p{L}\p{M}\p{N}\p{Join_Control} _.-]/gu, '_')
    .slice(0, 80)
    .trim();
  return `${stem || 'file'}.${extension}`;
}
