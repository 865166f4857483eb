// The history of automatic services as a table for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import { fileTypes } from '#contract/documents/kinds.ts';
import type { File } from '#contract/files/calls.ts';
import type { Language } from '#contract/language.ts';
import { type Column, streamTable } from '../platform/csv.ts';

const columns: readonly Column<File>[] = [
  { bn: 'ব্যবহারকারী', en: 'User', cell: ({ user }) => fullNameOf(user) },
  { bn: 'ইউজারনেম', en: 'Username', cell: ({ user }) => user.username },
  { bn: 'ধরন', en: 'Type', cell: (file, language) => fileTypes[file.type].exported[language] },
  { bn: 'নাম', en: 'Full name', cell: (file) => file.full_name },
  { bn: 'এনআইডি/জন্ম নিবন্ধন নম্বর', en: 'NID/BRN', cell: (file) => file.nid_or_brn_number },
  { bn: 'দাম', en: 'Charge', cell: (file) => file.charge },
  { bn: 'এরপর ব্যালেন্স', en: 'Balance after', cell: (file) => file.new_balance },
  { bn: 'সময়', en: 'Time', cell: (file) => dhakaDayAndTime(new Date(file.created_at)) },
];

/** @param listBefore lists the files before an id, newest first; undefined starts at the top */
export const exportFiles = (
  listBefore: (id: number | undefined, portion: number) => Promise<File[]>,
  language: Language,
): Promise<Readable> => streamTable(columns, language, (last, portion) => listBefore(last?.id, portion));
