// Storage of the browser that never throws. What local storage does not take, as in some private windows, lives as long as the page.

type Place = 'localStorage' | 'sessionStorage';

const inMemory = new Map<string, string | null>();

export function readStored(key: string, place: Place = 'localStorage'): string | null {
  const here = place === 'localStorage' ? inMemory.get(key) : undefined;
  if (here !== undefined) return here;
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** @returns whether it is there after a reload too */
export function writeStored(key: string, value: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
    inMemory.delete(key);
    return true;
  } catch {
    // What a full storage still has is no longer true, such as a token that has been exchanged.
    if (value !== null) writeStored(key, null, place);
    if (place === 'localStorage') inMemory.set(key, value);
    return false;
  }
}

/** The name of the link that this tab was opened by and whose token has left the URL; without the token once it is used. */
export const emailedLink = 'emailed-link';
