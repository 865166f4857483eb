// The labels of an address as they are printed, where recognition joined them with their values or lost their colons.

import { findLabel } from '../../fields/field-labels.ts';
import { districts } from '../place-names.ts';

/** Labels as they are printed: recognition joins and parts their words, and reads one sign for another. */
export function repairAddressLabels(text: string): string {
  return withColons(
    text
      // '7.0.:', '.0.:', '2.0.সাত্তারগঞ্জ' and 'P.5.:': no other label of an address looks like P.O. and P.S.
      .replace(/(?<=^|[\s,;])[A-Z27চ]?\.\s?[0O](?:\.?(?=\s?[:：])|\.(?=[\u0985-\u09b9]))/gu, 'P.O.')
      .replace(/(?<=^|[\s,;])[A-Z27চ]?\.\s?[5S](?:\.?(?=\s?[:：])|\.(?=[\u0985-\u09b9]))/gu, 'P.S.')
      .replace(/(?<=^|[\s,;])(?:0|\(1?)02\.(?=\s?[:：])/gu, 'Upz.')
      .replace(/\bPost O\S{0,2}ce\b/gu, 'Post Office')
      .replace(/হো\s?[লস]্ডিং/gu, 'হোল্ডিং')
      .replace(/(?<=হোল্ডিং|বাড়ি|বাড়ী|বাসা|ওয়ার্ড)নং(?=[\s:：\-–—.])/gu, ' নং')
      .replace(/(?<=পোস্ট|পোষ্ট|ডাক)কোড/gu, ' কোড')
      .replace(/(?<=গ্রাম|বাসা|বাড়ি|ইউনিয়ন|উপজেলা|মৌজা)(?:\s?\/\s?|\.)(?=সড়ক|রাস্তা|হোল্ডিং|ওয়ার্ড|থানা|মহল্লা)/gu, '/')
      .replace(/([;:])\1+/g, '$1'),
  );
}

const places = [
  ...new Set(
    districts.flatMap(({ division, name, upazilas }) =>
      [division, name, ...upazilas].flatMap(({ bangla, english }) => [bangla, english]),
    ),
  ),
].sort((a, b) => b.length - a.length);

const isPart = (text: string, slack: number) => findLabel(text, slack)?.target.kind === 'part';

/** Each part of the address with the colon behind its label. */
function withColons(text: string): string {
  const pieces = text.split(/(?<=[,;])/u);
  return pieces
    .map((piece, at) => {
      const [, space = '', printed = '', end = ''] = /^(\s*)(.*?)(\s*[,;]?)$/su.exec(piece) ?? [];
      if (/[:：]/u.test(printed)) return piece;
      // 'পোষ্ট কোড; 7857'
      if (end === ';' && at + 1 < pieces.length && isPart(printed, 0) && !/[:：]/u.test(pieces[at + 1]!))
        return `${space}${printed}:`;
      return `${space}${withColon(printed)}${end}`;
    })
    .join('');
}

function withColon(printed: string): string {
  // 'পোঃশ্যামকুড়': typists use the visarga as a colon.
  const visarga = /^(\S{1,12}?)ঃ(?=[\u0985-\u09b9])/u.exec(printed);
  if (visarga !== null && isPart(visarga[1]!, 0)) return `${visarga[1]}ঃ ${printed.slice(visarga[0].length)}`;
  // 'জেলাকুষ্টিয়া': what ends in the name of a place may begin with its label.
  const place = places.find((name) => printed.length > name.length && printed.endsWith(name));
  const label = printed.slice(0, -(place?.length ?? 0)).trim();
  const isJoined = place !== undefined && !/\s$/u.test(printed.slice(0, -place.length));
  return isJoined && label.length >= 4 && isPart(label, 1) ? `${label}: ${place}` : printed;
}

/** Four digits and what was read after them: a post code has no more. */
export function postalCodeOf(value: string): string {
  return /^(\d{4})(?!\d)\D{1,6}\d?$/u.exec(value)?.[1] ?? value;
}
