// Browser storage that never throws. What local storage does not accept, as in some private windows, lives as long as the page.

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

/** @returns whether it survives a reload */
export function writeStored(key: string, value: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
    inMemory.delete(key);
    return true;
  } catch {
    // The value that a full storage still holds is outdated, such as a token that has been exchanged.
    if (value !== null) writeStored(key, null, place);
    if (place === 'localStorage') inMemory.set(key, value);
    return false;
  }
}

/** Key of the emailed link that opened this tab, whose token has been removed from the URL. Once used, it is stored without the token. */
export const emailedLink = 'emailed-link';
