// Checks a PDF that stays on the device: only its SHA-256 is sent, and the code that it carries when no print has that hash.
import { readVerificationCode } from '#contract/codes.ts';
import type { FileVerdict, Verification } from '#contract/files.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

const largestStreamBytes = 4 * 1024 * 1024;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || text.length > largestStreamBytes) break;
      text += new TextDecoder('latin1').decode(value);
    }
  } catch {
    // A stream of another kind, or a cut one: what came of it counts.
  }
  return text;
}

function codeIn(text: string): string | undefined {
  for (const [, found] of text.matchAll(/(?:\/verify\/|"verificationCode":\s*")([0-9A-Z-]{12,24})/g)) {
    const code = readVerificationCode(found!);
    if (code) return code;
  }
  return undefined;
}

/** A verification code that the PDF carries in a link or in its attached data. */
export async function findCodeInPdf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const text = new TextDecoder('latin1').decode(bytes);
  const plain = codeIn(text);
  if (plain) return plain;
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const start = match.index + match[0].length;
    if (text.startsWith('end', match.index - 3)) continue;
    const end = text.indexOf('endstream', start);
    if (end < 0 || end - start > largestStreamBytes) continue;
    const code = codeIn(await inflate(bytes.slice(start, end)));
    if (code) return code;
  }
  return undefined;
}

/** @throws ApiError, also when too many were asked */
export async function checkFile(file: Blob): Promise<{ verdict: FileVerdict; code: string | undefined }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const code = await findCodeInPdf(bytes);
  const verdict = await call('POST /verify-document/', { body: { sha256 } });
  if (verdict.state !== 'unknown' || code === undefined) return { verdict, code };
  try {
    const carried: Verification = await call('GET /verify-document/:code/', { params: { code } });
    return { verdict: { ...carried, state: 'altered' }, code };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { verdict, code };
    throw error;
  }
}
