// The form values of a service or a sub-type, and their validation before sending.

import type { Service } from '#contract/catalogue/calls.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import type { CatalogueText } from './text-bn.ts';

export type SubType = Service['sub_type'][number];

export interface OfferForm {
  name: string;
  /** '' for none; the Bengali name is shown instead. */
  nameEn: string;
  description: string;
  /** '' for none; the Bengali description is shown instead. */
  descriptionEn: string;
  price: string;
  status: Service['status'];
  contact: string;
  hours: string;
  /** The day from which a new price applies; '' for immediately. */
  from: string;
}

const short = (decimal: string) => decimal.replace(/\.00$/, '');

export const formOfService = (service: Service, digits: (plain: string) => string): OfferForm => ({
  name: service.name,
  nameEn: service.name_en ?? '',
  description: service.description,
  descriptionEn: service.description_en ?? '',
  price: digits(short(service.charge)),
  status: service.status,
  contact: digits(service.agent_contact ?? ''),
  hours: digits(String(service.working_hours)),
  from: '',
});

/** A new service starts out free and takes one day. */
export const blankService = (digits: (plain: string) => string): OfferForm => ({
  ...formOfSubType(undefined, digits),
  price: digits('0'),
  hours: digits('24'),
});

export const formOfSubType = (
  subType: SubType | undefined,
  digits: (plain: string) => string,
): OfferForm => ({
  name: subType?.name ?? '',
  nameEn: subType?.name_en ?? '',
  description: '',
  descriptionEn: '',
  price: subType ? digits(short(subType.price)) : '',
  status: 'active',
  contact: digits(subType?.agent_contact ?? ''),
  hours: subType?.working_hours == null ? '' : digits(String(subType.working_hours)),
  from: '',
});

/** Stands for a typed day that does not exist, which must not count as 'from now on'. */
export const unreadableDay = '?';

const written = ({ price, contact, hours, ...form }: OfferForm) =>
  JSON.stringify(
    [
      ...Object.values(form),
      readTaka(price)?.toString() ?? '',
      toAsciiDigits(contact),
      toAsciiDigits(hours),
    ].map((value) => value.trim()),
  );

/** Whether both have the same values. */
export const isSameOffer = (one: OfferForm, other: OfferForm): boolean => written(one) === written(other);

export type OfferErrors = Partial<Record<keyof OfferForm, string>>;

/** Fields that the server names differently from the form. */
const formNames: Readonly<Record<string, keyof OfferForm>> = {
  name_en: 'nameEn',
  description_en: 'descriptionEn',
  charge: 'price',
  price_later: 'price',
  agent_contact: 'contact',
  working_hours: 'hours',
};

/** Converts the server's field errors to the names of the form. */
export const offerErrorsOf = (fields: Readonly<Record<string, string>>): OfferErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [formNames[name] ?? name, words]));

export function findOfferErrors(
  form: OfferForm,
  isService: boolean,
  text: CatalogueText['dialog'],
): OfferErrors {
  const errors: OfferErrors = {};
  const price = form.price.trim();
  if (isService && readTaka(price) === undefined) errors.price = text.chargeWrong;
  if (!isService && price !== '' && readTaka(price) === undefined)
    errors.price = /^[-−]/.test(price) ? text.priceNegative : text.chargeWrong;
  if (form.name.trim() === '') errors.name = text.nameMissing;
  const contact = toAsciiDigits(form.contact.trim());
  if (contact !== '' && !(isService ? /^\d{3,20}$/ : /^[\d+\- ]{3,40}$/).test(contact))
    errors.contact = isService && !/^\d*$/.test(contact) ? text.contactDigits : text.contactWrong;
  const hours = toAsciiDigits(form.hours.trim());
  if (form.from === unreadableDay) errors.from = text.fromWrong;
  const isMissing = hours === '';
  const isRight = /^\d{1,4}$/.test(hours) && Number(hours) >= 1 && Number(hours) <= 2160;
  if (isMissing ? isService : !isRight) errors.hours = text.hoursWrong;
  return errors;
}
