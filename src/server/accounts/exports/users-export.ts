// The list of users as a table for spreadsheets, without their support codes, which stand for a person on the phone.
import type { Readable } from 'node:stream';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { roleNames } from '#contract/accounts/role-names.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import * as ledger from '../../ledger/ledger.ts';
import { streamTable } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { UserRow } from '../accounts.queries.ts';
import * as lists from '../user-lists.queries.ts';
import { userRecord } from '../user-record.ts';
import { listBalances } from '../users.queries.ts';

const heads: Record<Language, readonly string[]> = {
  bn: [
    ...['নম্বর', 'প্রথম নাম', 'শেষ নাম', 'ইমেইল', 'ইমেইল নিশ্চিত', 'ফোন', 'দায়িত্ব'],
    ...['অবস্থা', 'ব্যালেন্স', 'যোগ দেওয়ার সময়', 'শেষ দেখা'],
  ],
  en: [
    ...['Number', 'First name', 'Last name', 'Email', 'Email confirmed', 'Phone', 'Roles'],
    ...['Status', 'Balance', 'Joined', 'Last seen'],
  ],
};
const words = {
  bn: { customer: 'গ্রাহক', active: 'সক্রিয়', inactive: 'নিষ্ক্রিয়', yes: 'হ্যাঁ', no: 'না' },
  en: { customer: 'Customer', active: 'Active', inactive: 'Inactive', yes: 'Yes', no: 'No' },
} as const;

const timeOf = (moment: string | null) => (moment === null ? '' : dhakaDayAndTime(new Date(moment)));

/** The ids are read first, so that somebody who moves within the list while it is sent (because a balance changes) appears once. */
export async function exportUsers(
  reading: Database,
  filter: Omit<lists.UserSearch, 'page' | 'pageSize'>,
  language: Language,
): Promise<Readable> {
  const ids = await lists.listUserIds(reading, filter);
  let at = 0;
  const word = words[language];
  return streamTable(
    heads[language],
    async (_: UserRecord | undefined, portion) => {
      const rows: UserRow[] = [];
      // Somebody who is erased meanwhile is passed over: a portion that is not full would be taken for the last.
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
    },
    ({ profile, ...user }) => [
      ...[user.id, user.first_name, user.last_name, user.email],
      ...[profile.is_email_active ? word.yes : word.no, profile.phone],
      user.roles
        .map((role) => roleNames[language][role as keyof (typeof roleNames)['bn']] ?? word.customer)
        .join('; '),
      user.is_active ? word.active : word.inactive,
      user.balance.toFixed(2),
      ...[timeOf(user.date_joined), timeOf(profile.last_seen)],
    ],
  );
}
