// Corrects misread place names by the list of the country's places. Only unambiguous names are changed.

import type { RecordReading } from '../build-record.ts';
import { editDistance } from '../fields/label-words.ts';
import type { AddressReading } from '../signed-copy-reading.ts';
import { districts, type PlaceName } from './place-names.ts';

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

/** Corrects division, district and upazila, each within the one above it if known, and the text with them. */
export function correctPlaces(address: AddressReading): AddressReading {
  const corrected = { ...address };
  const set = (part: 'division' | 'district' | 'upazila', name: string | undefined) => {
    const read = address[part];
    if (read === undefined || name === undefined || name === read) return;
    corrected[part] = name;
    // The name may occur in the text of another part as well: only its position in this part is replaced, from the end.
    const at = corrected.text.lastIndexOf(read);
    if (at >= 0) corrected.text = corrected.text.slice(0, at) + name + corrected.text.slice(at + read.length);
  };
  const names = districts.map((district) => district.name);
  if (address.division !== undefined) {
    set(
      'division',
      findPlace(
        address.division,
        districts.map((district) => district.division),
      ),
    );
  }
  if (address.district !== undefined) set('district', findPlace(address.district, names));
  const district = districts.find(
    ({ name }) => name.bangla === corrected.district || name.english === corrected.district,
  );
  if (address.upazila !== undefined) {
    const near = district === undefined ? undefined : findPlace(address.upazila, district.upazilas);
    set(
      'upazila',
      near ??
        findPlace(
          address.upazila,
          districts.flatMap((one) => one.upazilas),
        ),
    );
  }
  return corrected;
}

/** Returns the record with its place names corrected. A birth place is usually a district. */
export function correctScanned(record: RecordReading): RecordReading {
  const { fields, presentAddress, permanentAddress } = record;
  const birthPlace = fields.birth_place;
  const district =
    birthPlace &&
    findPlace(
      birthPlace,
      districts.map((one) => one.name),
    );
  return {
    ...record,
    fields: district ? { ...fields, birth_place: district } : fields,
    presentAddress: presentAddress && correctPlaces(presentAddress),
    permanentAddress: permanentAddress && correctPlaces(permanentAddress),
  };
}
