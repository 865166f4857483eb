// Fetches a protected file with the bearer token and hands it to the browser's download.
import { ApiError } from '../../lib/api-error.ts';
import { onApiHost } from '../../lib/new-tab.ts';
import { accessToken, refreshTokens } from '../../lib/session.ts';

async function fetchFile(path: string): Promise<Response> {
  const ask = () => fetch(onApiHost(path), { headers: { Authorization: `Bearer ${accessToken() ?? ''}` } });
  const first = await ask();
  return first.status === 401 && (await refreshTokens()) ? ask() : first;
}

function nameFrom(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header)?.[1];
}

/** @param name what the file is called when the server does not say */
export async function download(path: string, name: string): Promise<void> {
  const withFlag = path.includes('?') ? path : `${path}?download=1`;
  const response = await fetchFile(withFlag);
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ''));
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameFrom(response) ?? name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
