// Looks into a PDF for the portal's verification code, away from the HTTP thread: first in the attached data, then on the pages.
import { readVerificationCode } from '#contract/codes.ts';
import { readAttachment, readPdfText } from './rendering/inspect-pdf.ts';

async function codeOfRecord(pdf: Uint8Array): Promise<string | undefined> {
  const attached = await readAttachment(pdf, 'record.json').catch(() => undefined);
  if (!attached) return undefined;
  try {
    const { verificationCode } = JSON.parse(Buffer.from(attached).toString()) as {
      verificationCode?: unknown;
    };
    return typeof verificationCode === 'string' ? readVerificationCode(verificationCode) : undefined;
  } catch {
    return undefined;
  }
}

export default async function findCode(pdf: Uint8Array): Promise<string | undefined> {
  const recorded = await codeOfRecord(pdf);
  if (recorded) return recorded;
  const pages = await readPdfText(pdf).catch(() => []);
  for (const group of pages.join('\n').match(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g) ?? []) {
    const code = readVerificationCode(group);
    if (code) return code;
  }
  return undefined;
}
