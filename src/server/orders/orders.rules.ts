// Reads the subject of an order from the customer's request, and names an order in notices. Pure.

import { type Answers, checkAnswers, listedBy, type ServiceForm } from '#contract/catalogue/form-rules.ts';
import { cleanText } from '#contract/clean-text.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { codeNeedingName, codeNeedingNidPair, findNidPair, findNumberError } from '#contract/orders/rules.ts';
import type { Orderable } from '../catalogue/catalogue.service.ts';
import { Fault, FieldFault } from '../platform/fault.ts';

export interface OrderBody {
  service: number;
  sub_type: number;
  nid_or_form_num_or_for_biometric_or_location?: string | number | null | undefined;
  note: string;
  name?: string | null | undefined;
  ten_or_seventeen_digit_nid?: string | null | undefined;
  /** In paisa. */
  shown_price?: bigint | null | undefined;
  /** Ids of uploads that go with the order. */
  attachments?: readonly number[] | null | undefined;
  form_version?: number | null | undefined;
  answers?: Answers | null | undefined;
  papers?: Readonly<Record<string, readonly number[]>> | null | undefined;
}

export interface Subject {
  number: string;
  name: string | null;
  pair: { ten: string; seventeen: string } | undefined;
  /** Answers to the owner's form. */
  answers: Answers | undefined;
}

/** Reads the subject by the owner's form. @throws FieldFault with `answers.<key>` */
function readAnswers(
  form: ServiceForm,
  body: OrderBody,
  uploads: readonly { id: number; name: string; byteSize: number }[],
  today: string,
): Subject {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]));
  const papers = Object.fromEntries(
    Object.entries(body.papers ?? {}).map(([key, ids]) => [key, ids.flatMap((id) => byId.get(id) ?? [])]),
  );
  const { answers, errors } = checkAnswers(form, body.answers ?? {}, papers, today);
  const faults = Object.entries(errors).map(([key, error]): [string, string[]] => [
    `answers.${key}`,
    [error],
  ]);
  if (faults.length > 0) throw new FieldFault(Object.fromEntries(faults));
  return { ...listedBy(form, answers), pair: undefined, answers };
}

/**
 * Reads what the order is about, by the owner's form or by the service's code (specification 1, section 5).
 * @param uploads the uploads that the order names
 * @throws FieldFault; Fault `form_changed` if the answers are for a form other than the current one
 */
export function readSubject(
  body: OrderBody,
  { serviceCode, form }: Orderable,
  uploads: readonly { id: number; name: string; byteSize: number }[],
  today: string,
): Subject {
  if ((body.form_version ?? undefined) !== form?.id) throw new Fault('form_changed');
  if (form) return readAnswers(form.definition, body, uploads, today);
  return readBuiltIn(body, serviceCode);
}

/** The fields that the specification prescribes for services without a form. */
function readBuiltIn(body: OrderBody, serviceCode: string): Subject {
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
    const fault = /\D/.test(number) ? 'number_digits' : findNumberError(number);
    if (fault) faults[field] = [fault];
  }
  if (Object.keys(faults).length > 0) throw new FieldFault(faults);
  return {
    number: pair ? pair.seventeen : number,
    name: serviceCode === codeNeedingName ? name : null,
    pair,
    answers: undefined,
  };
}

export const serviceFacts = (service: string, serviceEn: string | null) => ({
  service,
  ...(serviceEn === null ? {} : { service_en: serviceEn }),
});

/** Facts that notices about an order state, in both languages. */
export const orderFacts = (id: number, service: string, serviceEn: string | null) => ({
  order: id,
  ...serviceFacts(service, serviceEn),
});
