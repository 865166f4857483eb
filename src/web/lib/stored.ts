// Storage of the browser that never throws: in private windows and on full disks only persistence is lost.

type Place = 'localStorage' | 'sessionStorage';

export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null, place: Place = 'localStorage'): void {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
  } catch {
    // Nothing depends on it within this visit.
  }
}
