// Process entry: searches an untrusted PDF for the portal's verification code, first in its attached data, then on its pages.
import { readVerificationCode } from '#contract/codes.ts';
import { maximumPdfPages } from '#contract/files/upload-rules.ts';
import { TaskRefusedError } from '#engines/processes/process-pool.ts';
import { serveTasks } from '#engines/processes/serve-tasks.ts';
import { PdfOpenError, readAttachment, readPdfText } from '#engines/rendering/inspect-pdf.ts';

/** Our records are a few kilobytes, so anything larger wasn't attached by us. */
const largestRecordBytes = 4 * 1024 * 1024;

async function codeOfRecord(pdf: Uint8Array): Promise<string | undefined> {
  const attached = await readAttachment(pdf, 'record.json', largestRecordBytes);
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

async function codeOnPages(pdf: Uint8Array): Promise<string | undefined> {
  // Reads one page more than is searched, to know whether any were left out.
  const pages = await readPdfText(pdf, maximumPdfPages + 1);
  for (const group of pages.join('\n').match(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g) ?? []) {
    const code = readVerificationCode(group);
    if (code) return code;
  }
  if (pages.length > maximumPdfPages)
    throw new TaskRefusedError('too_many_pages', 'more pages than are read');
  return undefined;
}

serveTasks<Uint8Array, string | undefined>(async (pdf) => {
  try {
    return (await codeOfRecord(pdf)) ?? (await codeOnPages(pdf));
  } catch (error) {
    if (!(error instanceof PdfOpenError)) throw error;
    // A locked file may contain a code that can't be read; a file that isn't a PDF contains none.
    if (error.isLocked) throw new TaskRefusedError('locked', error.message);
    return undefined;
  }
});
