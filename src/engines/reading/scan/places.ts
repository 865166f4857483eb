// Corrects misread place names by the list of the country's places. Only unambiguous names are changed.

import type { RecordReading } from '../build-record.ts';
import type { AddressReading } from '../signed-copy-reading.ts';
import { findPlace } from './find-place.ts';
import { districts } from './place-names.ts';

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
