// Shared rules of papers that print a registry's data as returned, which can't be changed. Pure.
import type { Address } from '../../registry/registry.ts';
import type { SealedRecord } from '../record.rules.ts';

export const asReturned = <F extends string>(
  values: Record<F, string>,
  photo: string | null,
): SealedRecord<F> => ({
  values,
  origins: Object.fromEntries(Object.keys(values).map((field) => [field, 'registry'])),
  photo,
  signature: null,
});

/** Formats an address on one line, smallest part first, as on envelopes. */
export function addressLine(address: Address, script: 'bn' | 'en'): string {
  const postOffice = [address.postOffice, address.postalCode].filter(Boolean).join('-');
  const words =
    script === 'bn'
      ? { village: 'গ্রাম', union: 'ইউনিয়ন', post: 'ডাকঘর', upazila: 'উপজেলা', district: 'জেলা' }
      : { village: 'Village', union: 'Union', post: 'Post office', upazila: 'Upazila', district: 'District' };
  return [
    [words.village, address.village],
    [words.union, address.union],
    [words.post, postOffice],
    [words.upazila, address.upazila],
    [words.district, address.district],
  ]
    .filter(([, value]) => value !== '')
    .map(([word, value]) => `${word}: ${value}`)
    .join(', ');
}
