// The history of automatic services as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import { fileTypes } from '#contract/documents/kinds.ts';
import type { File } from '#contract/files/calls.ts';
import type { Language } from '#contract/language.ts';
import { streamTable } from '../platform/csv.ts';

const heads: Record<Language, readonly string[]> = {
  bn: ['ব্যবহারকারী', 'ইউজারনেম', 'ধরন', 'নাম', 'এনআইডি/জন্ম নিবন্ধন নম্বর', 'দাম', 'এরপর ব্যালেন্স', 'সময়'],
  en: ['User', 'Username', 'Type', 'Full name', 'NID/BRN', 'Charge', 'Balance after', 'Time'],
};
/** @param listBefore the next files before an id, newest first; undefined starts at the top */
export const exportFiles = (
  listBefore: (id: number | undefined, portion: number) => Promise<File[]>,
  language: Language,
): Promise<Readable> =>
  streamTable(
    heads[language],
    (last: File | undefined, portion) => listBefore(last?.id, portion),
    ({ user, ...file }) => [
      fullNameOf(user),
      user.username,
      fileTypes[file.type].exported[language],
      file.full_name,
      file.nid_or_brn_number,
      file.charge,
      file.new_balance ?? '',
      dhakaDayAndTime(new Date(file.created_at)),
    ],
  );
