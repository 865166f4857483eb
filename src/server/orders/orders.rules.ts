// Reads the subject of an order from the customer's request. Pure.
import { cleanText, toAsciiDigits } from '#contract/bengali.ts';
import {
  codeNeedingName,
  codeNeedingNidPair,
  findNidPair,
  maximumNumberLength,
} from '#contract/orders/rules.ts';
import type { Orderable } from '../catalogue/catalogue.service.ts';
import { FieldFault } from '../platform/fault.ts';

export interface OrderBody {
  service: number;
  sub_type: number;
  nid_or_form_num_or_for_biometric_or_location?: string | number | null | undefined;
  note: string;
  name?: string | null | undefined;
  ten_or_seventeen_digit_nid?: string | null | undefined;
  /** In paisa. */
  shown_price?: bigint | null | undefined;
}

export interface Subject {
  number: string;
  name: string | null;
  pair: { ten: string; seventeen: string } | undefined;
}

/** What the order is about, by the service's code (specification 1, section 5). @throws FieldFault */
export function readSubject(body: OrderBody, { serviceCode }: Orderable): Subject {
  const faults: Record<string, string[]> = {};
  const name = cleanText(body.name ?? '');
  if (serviceCode === codeNeedingName && name === '') faults.name = ['name_required'];
  let pair: Subject['pair'];
  let number = '';
  if (serviceCode === codeNeedingNidPair) {
    pair = findNidPair(body.ten_or_seventeen_digit_nid ?? '');
    if (!pair) faults.ten_or_seventeen_digit_nid = ['nid_pair'];
  } else {
    number = toAsciiDigits(cleanText(String(body.nid_or_form_num_or_for_biometric_or_location ?? '')));
    const field = 'nid_or_form_num_or_for_biometric_or_location';
    if (number === '') faults[field] = ['number_required'];
    else if (!/^\d+$/.test(number) || number.length > maximumNumberLength) faults[field] = ['number_digits'];
  }
  if (Object.keys(faults).length > 0) throw new FieldFault(faults);
  return {
    number: pair ? pair.seventeen : number,
    name: serviceCode === codeNeedingName ? name : null,
    pair,
  };
}
