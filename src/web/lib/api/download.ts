// Fetches a protected file and hands it to the browser's download, reporting progress.

import { currentLanguage } from '../language.ts';
import { onApiHost } from '../new-tab.ts';
import { accessToken, refreshTokens } from '../session.ts';
import { ApiError } from './api-error.ts';
import { createTimeLimit, withTimeout } from './timeout.ts';

/** @throws ApiError for a refusal; TypeError for a page that a proxy on the way returned in place of the portal's response */
export async function accepted(response: Response): Promise<Response> {
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ''));
  if (response.headers.get('Content-Type')?.startsWith('text/html')) throw new TypeError('no answer');
  return response;
}

/** The portal needs up to 20 seconds before the first byte of a long table or paper. */
const longestFirstMs = 60_000;
/** Longest pause between two parts of it. */
const longestSilenceMs = 30_000;

/**
 * Fetches a path on the API host with the bearer token.
 * @throws ApiError; TypeError if no response comes in time
 */
export async function fetchProtected(path: string, signal?: AbortSignal): Promise<Response> {
  const { signal: ending, inTime } = createTimeLimit(longestFirstMs, signal);
  const ask = () =>
    inTime(
      fetch(onApiHost(path), {
        // Without it, the column headings of a table would be in the browser's language instead of the screen's.
        headers: { Authorization: `Bearer ${accessToken() ?? ''}`, 'Accept-Language': currentLanguage() },
        signal: ending,
      }),
    );
  let response = await ask();
  if (response.status === 401 && (await refreshTokens())) response = await ask();
  return accepted(response);
}

export function nameFrom(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header)?.[1];
}

/**
 * Reads the whole response.
 * @param onPart called with the share received, from 0 to 1, if the size is known
 * @throws TypeError if nothing more arrives for a while
 */
export async function readWhole(
  response: Response,
  onPart: (share: number) => void = () => undefined,
): Promise<Blob> {
  const size = Number(response.headers.get('Content-Length'));
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.body) return response.blob();
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let come = 0;
  try {
    for (;;) {
      const { done, value } = await withTimeout(longestSilenceMs, reader.read());
      if (done) return new Blob(parts, { type });
      parts.push(value);
      come += value.length;
      if (size) onPart(Math.min(1, come / size));
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param name file name for when the server gives none */
export async function saveAnswer(
  response: Response,
  name: string,
  onPart: (share: number) => void = () => undefined,
): Promise<void> {
  saveBlob(await readWhole(response, onPart), nameFrom(response) ?? name);
}

export async function download(path: string, name: string, onPart?: (share: number) => void): Promise<void> {
  const withFlag = path.includes('?') ? path : `${path}?download=1`;
  await saveAnswer(await fetchProtected(withFlag), name, onPart);
}
