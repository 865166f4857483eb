// A user as the API presents them.
import { isStaff } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { toTakaNumber } from '#contract/money.ts';
import type { WalletBalance } from '../../ledger/ledger.ts';
import type { UserRow } from '../accounts.queries.ts';
import { hashToken } from '../sessions/tokens.ts';

export function userRecord(user: UserRow, wallet: WalletBalance): UserRecord {
  const record = {
    id: user.id,
    first_name: user.first_name,
    last_name: user.last_name,
    username: user.username,
    email: user.email,
    is_active: user.is_active,
    is_admin: isStaff(user.roles),
    roles: user.roles,
    balance: toTakaNumber(wallet.availablePaisa),
    date_joined: user.date_joined.toISOString(),
    profile: {
      gender: user.gender,
      birth_date: user.birth_date,
      phone: user.phone,
      address: user.address,
      bio: user.bio,
      profile_image: user.profile_image,
      is_email_active: user.is_email_active,
      last_seen: user.last_seen?.toISOString() ?? null,
      wallet_status: wallet.isActive,
      p_code: user.p_code,
    },
  };
  return { ...record, version: versionOf(record) };
}

/** Fields that may change while an owner edits the form, which doesn't contain them. */
const inNoForm = ['balance', 'email', 'is_admin', 'roles', 'is_email_active', 'last_seen', 'p_code'];

/** A hash of the values, so that no writer (of the picture, say, or the wallet) can forget to increment it, and new fields count automatically. */
function versionOf(record: Omit<UserRecord, 'version'>): string {
  const values = JSON.stringify(record, (key, value: unknown) =>
    inNoForm.includes(key) ? undefined : value,
  );
  return hashToken(values).toString('base64url');
}

/** Lists the changed fields, with values only for flags and roles, so that no personal data enters the audit log. */
export function changedNames(before: UserRecord, after: UserRecord): Record<string, string | number> {
  const flatten = (record: UserRecord) =>
    ({ ...record, ...record.profile, profile: '', version: '' }) as Record<string, unknown>;
  const [from, to] = [flatten(before), flatten(after)];
  const changed = Object.keys(to).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]));
  const flags = ['is_active', 'wallet_status'].filter((key) => changed.includes(key));
  return {
    fields: changed.join(' '),
    ...Object.fromEntries(flags.map((key) => [key, `${from[key]} → ${to[key]}`])),
  };
}
