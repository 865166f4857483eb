// What a scanner read: our URL with a statement, the barcode's text, or something foreign.
import { readVerificationCode } from '#contract/codes.ts';

export interface Scanned {
  readonly code: string;
  /** Without the leading `#`; '' if there is none. */
  readonly statement: string;
}

/** Returns undefined for anything but one of our codes. The host is ignored, because nothing is fetched from it. */
export function parseScan(text: string): Scanned | undefined {
  const match = /\/verify\/([^/?#]+)\/?(?:\?[^#]*)?(?:#(.*))?$/.exec(text.trim());
  const code = readVerificationCode(match ? decodeLoosely(match[1]!) : text);
  return code === undefined ? undefined : { code, statement: match?.[2] ?? '' };
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
