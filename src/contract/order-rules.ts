// What an order needs and costs; without zod, so that screens share it with the server at no weight.
import { cleanText, toAsciiDigits } from './bengali.ts';

export const automaticServiceCodes = ['AF', 'AG', 'AH', 'AI', 'AJ'] as const;
export type AutomaticServiceCode = (typeof automaticServiceCodes)[number];

/** Codes with an extra field in the order form. */
export const codeNeedingName = 'AA';
export const codeNeedingNidPair = 'AD';

export const maximumNoteLength = 500;
export const maximumNumberLength = 17;

/** Exactly one 10-digit and one 17-digit number in free text, whatever labels stand around them; else undefined. */
export function findNidPair(text: string): { ten: string; seventeen: string } | undefined {
  const numbers = toAsciiDigits(cleanText(text)).match(/\d+/g) ?? [];
  const ten = numbers.filter((number) => number.length === 10);
  const seventeen = numbers.filter((number) => number.length === 17);
  // Labels such as '10 digit:' and '17 digit:' are numbers too; any longer one would be a third NID.
  const others = numbers.filter(
    (number) => number.length > 2 && number.length !== 10 && number.length !== 17,
  );
  if (ten.length !== 1 || seventeen.length !== 1 || others.length > 0) return undefined;
  return { ten: ten[0]!, seventeen: seventeen[0]! };
}

/** What is held for an order: the service's charge if it is switched on, and the sub-type's price. */
export function orderPrice(
  service: { enableCharge: boolean; chargePaisa: bigint },
  subType: { pricePaisa: bigint },
): bigint {
  return (service.enableCharge ? service.chargePaisa : 0n) + subType.pricePaisa;
}
