// The public address of this browser, as seen by a service that the operator has configured, which learns nothing else.

const patienceMs = 5_000;
/** Maximum length of an address, in characters; anything longer is not shown. */
const longest = 45;

export interface SeenAddress {
  ip: string;
  /** The host that saw it, unless it was the portal. */
  by?: string;
}

/** Maximum number of bytes read: an address in JSON with its country and more is shorter. */
const maxBytes = 4_096;

function isUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}

const isAddress = (text: string) =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)
    ? text.split('.').every((part) => Number(part) <= 255)
    : /^[\da-f:.]+$/i.test(text) && isUrl(`http://[${text}]/`);

/**
 * Accepts a bare address, or JSON with the address in `ip`.
 * @throws if the response contains none
 */
export function parseAddress(answer: string): string {
  const trimmed = answer.trim();
  const ip: unknown = trimmed.startsWith('{') ? (JSON.parse(trimmed) as { ip?: unknown }).ip : trimmed;
  if (typeof ip !== 'string' || ip.length > longest || !isAddress(ip))
    throw new Error('no address in the answer');
  return ip;
}

/** @throws if the response is much longer than an address, which could fill a small phone's memory */
export async function readLimited(answer: Response): Promise<string> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new Error(`longer than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

export async function fetchPublicAddress(service: string): Promise<SeenAddress> {
  try {
    const answer = await fetch(service, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error('refused');
    return { ip: parseAddress(await readLimited(answer)), by: new URL(service).host };
  } catch (error) {
    // Not a TypeError: the portal itself responded, so the network is not missing.
    throw new Error('the address service did not answer', { cause: error });
  }
}
