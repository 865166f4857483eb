// Searches a PDF for our code, in a worker because a large file would block the page for seconds.
import { readVerificationCode } from '#contract/codes.ts';

export interface Found {
  code: string | undefined;
  isLocked: boolean;
}

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
    // A stream of another kind, or a truncated one: what was read of it counts.
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

/** Finds a verification code in a link or in the attached data of the PDF. */
async function findCodeInPdf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
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

/** In an encrypted file every stream is unreadable, so it cannot be searched. */
const isLocked = (bytes: Uint8Array<ArrayBuffer>) =>
  /\/Encrypt[\s<]/.test(new TextDecoder('latin1').decode(bytes));

addEventListener('message', async ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  const code = await findCodeInPdf(data);
  postMessage({ code, isLocked: code === undefined && isLocked(data) } satisfies Found);
});
