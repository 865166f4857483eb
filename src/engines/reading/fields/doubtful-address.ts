// Decides whether an address has probably lost a part, or taken in something that is not its own.

import { findPlace } from '../scan/find-place.ts';
import { type District, districts, type PlaceName } from '../scan/place-names.ts';
import type { AddressPart, AddressReading } from '../signed-copy-reading.ts';
import { endsInBracket, withoutBrackets } from './field-values.ts';
import { findNotion } from './label-words.ts';

/** Still printed, but no longer in the official list. */
const formerNames: PlaceName[] = [{ bangla: 'চট্টগ্রাম', english: 'Chittagong' }];
const districtNames = [...districts.map(({ name }) => name), ...formerNames];
const divisionNames = [...districts.map(({ division }) => division), ...formerNames];

const isUnknownPlace = (value: string | undefined, names: readonly PlaceName[]) =>
  value !== undefined && findPlace(value, names) === undefined;

const isNamed = ({ bangla, english }: PlaceName, value: string) => value === bangla || value === english;

/** Whether known places are those of different districts or divisions. Cards from before 2015 have Mymensingh's districts in the division of Dhaka. */
function areApart({
  division = '',
  district = '',
  upazila = '',
}: Partial<Record<AddressPart, string>>): boolean {
  const named = districts.filter(({ name }) => isNamed(name, district));
  if (named.length === 0) return false;
  const isKnownDivision = divisionNames.some((name) => isNamed(name, division));
  const isItsDivision = named.some(
    (one) =>
      isNamed(one.division, division) ||
      (one.division.english === 'Mymensingh' && isNamed({ bangla: 'ঢাকা', english: 'Dhaka' }, division)),
  );
  if (isKnownDivision && !isItsDivision) return true;
  const isUpazilaOf = ({ upazilas }: District) => upazilas.some((name) => isNamed(name, upazila));
  return districts.some(isUpazilaOf) && !named.some(isUpazilaOf);
}

/** Words of labels that no value has, except at its start ('ডাকঘর মোড়') or in brackets. */
const labelNotions = new Set<string>([
  'division', 'district', 'upazila', 'union', 'village', 'mouza', 'holding', 'post', 'post office', 'office', 'post code', 'code', 'national id', 'name',
  'father', 'birth', 'birth date', 'date', 'gender', 'voter',
]); // biome-ignore format: a list
/** Except in the values of their own parts: '5নং পাথরডুবি ইউপি'. */
const ownNotions: Partial<Record<AddressPart, readonly string[]>> = {
  union_ward: ['union'],
  village_road: ['village', 'mouza'],
  mouza_moholla: ['village', 'mouza'],
  home_holding_no: ['holding', 'village'],
};

function holdsLabelWord(part: AddressPart, value: string): boolean {
  const [, ...words] = withoutBrackets(value)
    .trim()
    .split(/[\s/]+/u);
  return words.some((word) => {
    const notion = findNotion(word, 0);
    return notion !== undefined && labelNotions.has(notion) && !ownNotions[part]?.includes(notion);
  });
}

/** Whether a part has a colon or a dash as after a label. */
const holdsSeparator = (value: string) => /[:：=]|[\p{L}\p{M}.][-–—]\s/u.test(value);

/** Whether the parts of an address show that it was not understood as a whole. */
export function isDoubtful({ text: _, ...parts }: AddressReading): boolean {
  const values = Object.entries(parts) as [AddressPart, string][];
  if (values.length === 0) return false;
  return (
    // No address in parts is without them.
    parts.district === undefined ||
    parts.upazila === undefined ||
    isUnknownPlace(parts.district, districtNames) ||
    isUnknownPlace(parts.division, divisionNames) ||
    areApart(parts) ||
    (parts.postal_code !== undefined && !/^\d{4}$/.test(parts.postal_code)) ||
    // Two rows named the village: one of them is something else.
    (parts.village_road?.includes(', ') ?? false) ||
    values.some(
      ([part, value]) => holdsSeparator(value) || endsInBracket(value) || holdsLabelWord(part, value),
    )
  );
}
