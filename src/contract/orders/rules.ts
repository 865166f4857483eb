// Rules and limits of orders; without zod, so that screens share them with the server.
import { cleanText } from '../clean-text.ts';
import { toAsciiDigits } from '../digits.ts';

/** Codes with an extra field in the order form. */
export const codeNeedingName = 'AA';
export const codeNeedingNidPair = 'AD';

export const maximumOutageReasonLength = 200;
export const maximumNoteLength = 500;
/** The pages of the staff's list of orders. */
export const orderLists = ['all', 'pending', 'completed'] as const;
export type OrderList = (typeof orderLists)[number];
/** The columns of that list that can be hidden. */
export type HideableColumn = 'service' | 'customer' | 'number' | 'date' | 'due';
export const maximumViewNameLength = 40;
/** The colours of tags. */
export const tagColors = ['grey', 'red', 'amber', 'green', 'blue', 'purple'] as const;
export type TagColor = (typeof tagColors)[number];
/** Maximum saved replies of the shop, since every result dialog loads all of them. */
export const maximumReplies = 200;
export const maximumTagNameLength = 24;
/** Maximum orders to tag at once. */
export const maximumTagged = 100;
/** Maximum orders to select at once, since a single request tags or downloads them. */
export const maximumSelected = 100;
export const maximumSnoozeReasonLength = 200;
/** An order can be snoozed for a week at most. */
export const maximumSnoozeMs = 7 * 86_400_000;
export const maximumAnswerLength = 2_000;

/** What staff can ask the customer of an order for: text, or a photo or PDF. */
export const questionKinds = ['text', 'paper'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export const maximumNumberLength = 17;

/** Returns what is wrong with the number that an order is about. @param digits in ASCII, as the field keeps them */
export function findNumberError(digits: string): 'number_required' | 'number_digits' | undefined {
  if (digits === '') return 'number_required';
  return digits.length > maximumNumberLength ? 'number_digits' : undefined;
}

/** Finds exactly one 10-digit and one 17-digit number in free text, regardless of labels around them; otherwise undefined. */
export function findNidPair(text: string): { ten: string; seventeen: string } | undefined {
  const numbers = toAsciiDigits(cleanText(text)).match(/\d+/g) ?? [];
  const ten = numbers.filter((number) => number.length === 10);
  const seventeen = numbers.filter((number) => number.length === 17);
  // Labels such as '10 digit:' and '17 digit:' contain numbers too; a longer one would be a third NID.
  const others = numbers.filter(
    (number) => number.length > 2 && number.length !== 10 && number.length !== 17,
  );
  if (ten.length !== 1 || seventeen.length !== 1 || others.length > 0) return undefined;
  return { ten: ten[0]!, seventeen: seventeen[0]! };
}

/** Returns the price of an order: the service's charge, if it is switched on, plus the sub-type's price. */
export function orderPrice(
  service: { enableCharge: boolean; chargePaisa: bigint },
  subType: { pricePaisa: bigint },
): bigint {
  return (service.enableCharge ? service.chargePaisa : 0n) + subType.pricePaisa;
}

/** With at least this many completed orders in 30 days, the measured time is shown instead of the shop's estimate. */
export const minOrdersForUsualTime = 5;

/** Rounds up a duration as people say it, in the largest unit that fits. */
export function approximateDuration(hours: number): { count: number; unit: 'minutes' | 'hours' | 'days' } {
  const minutes = Math.max(10, Math.ceil((hours * 60) / 10) * 10);
  if (minutes < 60) return { count: minutes, unit: 'minutes' };
  const whole = Math.ceil(minutes / 60);
  if (whole < 48 && whole !== 24) return { count: whole, unit: 'hours' };
  return { count: Math.ceil(whole / 24), unit: 'days' };
}

/** Finds numbers in a file name that could be an order's, in either digits: `অর্ডার-১২৩ কপি.pdf` → [123]. */
export function orderNumbersIn(fileName: string): number[] {
  const bare = toAsciiDigits(fileName).replace(/\.[a-z0-9]{1,5}$/i, '');
  // Ten digits or more are an NID or a timestamp, never an order's number.
  const runs = (bare.match(/\d+/g) ?? []).filter((run) => run.length < 10);
  return [...new Set(runs.map(Number))].filter((number) => number > 0);
}

/** Rounds down a duration, in either direction, in the largest unit that fits, so that it never exceeds what is left. */
export function roundDownDuration(milliseconds: number): {
  count: number;
  unit: 'minutes' | 'hours' | 'days';
} {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000);
  if (minutes < 60) return { count: Math.max(1, minutes), unit: 'minutes' };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { count: hours, unit: 'hours' } : { count: Math.floor(hours / 24), unit: 'days' };
}

/** Whether an order is waiting for its customer, which stops its clock. */
export const isWaiting = ({ question }: { question: { answered_on: string | null } | null }): boolean =>
  // A copy stored on the device by an older release lacks the field.
  question?.answered_on === null;
