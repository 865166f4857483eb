// Finds the place in the country's list that a name, as it was read, must be.

import { editDistance } from '../fields/label-words.ts';
import type { PlaceName } from './place-names.ts';

/** Letters that scans confuse count as equal when a name is looked up. */
function folded(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u09bc\u0981\s.\-–।]/gu, '')
    .replace(/ী/g, 'ি')
    .replace(/[ূৃ]/g, 'ু')
    .replace(/ণ/g, 'ন')
    .replace(/[শষ]/g, 'স')
    .replace(/ৈ/g, 'ে');
}

/** Spellings that are both in use (ঝালকাঠি, ঝালকাঠী): both are right. */
function alike(name: string): string {
  return name.normalize('NFC').replace(/ী/g, 'ি').replace(/ণ/g, 'ন').replace(/ষ/g, 'শ').trim();
}

/**
 * Finds the place of `names` that `read` must be; undefined if none is near enough or two are equally near. A name in the list is returned unchanged.
 */
export function findPlace(read: string, names: readonly PlaceName[]): string | undefined {
  const isBengali = /[\u0980-\u09ff]/u.test(read);
  const spellings = [...new Set(names.map((name) => (isBengali ? name.bangla : name.english)))];
  if (spellings.some((spelling) => alike(spelling) === alike(read))) return read;
  const wanted = folded(read);
  const allowed = Math.floor(wanted.length / 3.5);
  let best = allowed + 1;
  let found: string | undefined;
  for (const spelling of spellings) {
    const distance = editDistance(folded(spelling), wanted, best + 1);
    if (distance < best) {
      best = distance;
      found = spelling;
    } else if (distance === best) found = undefined;
  }
  return best <= allowed ? found : undefined;
}
