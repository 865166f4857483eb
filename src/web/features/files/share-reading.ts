// The requests of a shared link's recipient: pages and the file, with the viewing key in a header.
import { pagesHeader, viewingHeader } from '#contract/files/share-rules.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { accepted } from '../../lib/api/download.ts';
import { currentLanguage } from '../../lib/language.ts';
import { onApiHost } from '../../lib/new-tab.ts';

export interface Viewing {
  readonly token: string;
  readonly viewing: string;
}

async function ask({ token, viewing }: Viewing, what: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(onApiHost(`/s/${encodeURIComponent(token)}/${what}/`), {
    headers: { [viewingHeader]: viewing, 'Accept-Language': currentLanguage() },
    credentials: 'omit',
    cache: 'no-store',
    ...(signal ? { signal } : {}),
  });
  return accepted(response);
}

/** Fetches a page as a picture, and the number of pages. */
export async function fetchPage(viewing: Viewing, page: number, signal: AbortSignal) {
  const response = await ask(viewing, `pages/${page}`, signal);
  return { picture: await response.blob(), pages: Number(response.headers.get(pagesHeader)) };
}

export const fetchShared = (viewing: Viewing): Promise<Response> => ask(viewing, 'file');

/**
 * Returns false once the link has ended.
 * @throws if the server cannot be reached
 */
export async function isStillLive(viewing: Viewing, signal: AbortSignal): Promise<boolean> {
  try {
    await ask(viewing, 'state', signal);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}
