// The list of users as a table for spreadsheets. Support codes are left out, because they identify a person on the phone.
import type { Readable } from 'node:stream';
import { isStaffRole } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { roleNames } from '#contract/accounts/role-names.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import * as ledger from '../../ledger/ledger.ts';
import { type Column, streamTable } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { UserRow } from '../accounts.queries.ts';
import * as lists from '../users/user-lists.queries.ts';
import { userRecord } from '../users/user-record.ts';
import { listBalances } from '../users/users.queries.ts';

const customer: Record<Language, string> = { bn: 'গ্রাহক', en: 'Customer' };
const active: Record<Language, string> = { bn: 'সক্রিয়', en: 'Active' };
const inactive: Record<Language, string> = { bn: 'নিষ্ক্রিয়', en: 'Inactive' };
const yes: Record<Language, string> = { bn: 'হ্যাঁ', en: 'Yes' };
const no: Record<Language, string> = { bn: 'না', en: 'No' };

const timeOf = (moment: string | null) => moment && dhakaDayAndTime(new Date(moment));

const columns: readonly Column<UserRecord>[] = [
  { bn: 'নম্বর', en: 'Number', cell: (user) => user.id },
  { bn: 'প্রথম নাম', en: 'First name', cell: (user) => user.first_name },
  { bn: 'শেষ নাম', en: 'Last name', cell: (user) => user.last_name },
  { bn: 'ইমেইল', en: 'Email', cell: (user) => user.email },
  {
    bn: 'ইমেইল নিশ্চিত',
    en: 'Email confirmed',
    cell: ({ profile }, language) => (profile.is_email_active ? yes : no)[language],
  },
  { bn: 'ফোন', en: 'Phone', cell: ({ profile }) => profile.phone },
  {
    bn: 'দায়িত্ব',
    en: 'Roles',
    cell: (user, language) =>
      user.roles
        .map((role) => (isStaffRole(role) ? roleNames[language][role] : customer[language]))
        .join('; '),
  },
  { bn: 'অবস্থা', en: 'Status', cell: (user, language) => (user.is_active ? active : inactive)[language] },
  { bn: 'ব্যালেন্স', en: 'Balance', cell: (user) => user.balance.toFixed(2) },
  { bn: 'যোগ দেওয়ার সময়', en: 'Joined', cell: (user) => timeOf(user.date_joined) },
  { bn: 'শেষ দেখা', en: 'Last seen', cell: ({ profile }) => timeOf(profile.last_seen) },
];

/** Reads the ids first, so that a person who moves within the list during the export, as balances change, appears once. */
export async function exportUsers(
  reading: Database,
  filter: Omit<lists.UserSearch, 'page' | 'pageSize'>,
  language: Language,
): Promise<Readable> {
  const ids = await lists.listUserIds(reading, filter);
  let at = 0;
  return streamTable(columns, language, async (_, portion) => {
    const rows: UserRow[] = [];
    // Tops up after people who were erased meanwhile, because a portion that isn't full would be taken for the last.
    while (rows.length < portion && at < ids.length) {
      const next = ids.slice(at, at + portion - rows.length);
      at += next.length;
      rows.push(...(await lists.findUsersInOrder(reading, next)));
    }
    const wallets = await listBalances(
      reading,
      rows.map(({ id }) => id),
    );
    const walletOf = new Map(wallets.map((wallet) => [wallet.user_id, wallet]));
    return rows.map((row) => userRecord(row, ledger.asBalance(walletOf.get(row.id))));
  });
}
