// The public address of this browser, as a service that the operator named sees it. It is told nothing but that.

const patienceMs = 5_000;
/** Longer than any address; whatever else a page answers is not shown. */
const longest = 45;

export interface SeenAddress {
  ip: string;
  /** Host that saw it, if it was not the portal. */
  by?: string;
}

/** An address alone, or JSON that names it `ip`. @throws when the answer holds none */
export function readAddress(answer: string): string {
  const trimmed = answer.trim();
  const ip: unknown = trimmed.startsWith('{') ? (JSON.parse(trimmed) as { ip?: unknown }).ip : trimmed;
  if (
    typeof ip !== 'string' ||
    ip.length > longest ||
    !/^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i.test(ip)
  )
    throw new Error('no address in the answer');
  return ip;
}

export async function askForAddress(service: string): Promise<SeenAddress> {
  try {
    const answer = await fetch(service, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error('refused');
    return { ip: readAddress(await answer.text()), by: new URL(service).host };
  } catch (error) {
    // Not a TypeError: the portal itself answered, so this is no missing network.
    throw new Error('the address service did not answer', { cause: error });
  }
}
