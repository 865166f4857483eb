// SQL for changing users: profile, roles, temporary passwords, erasure.
import { type Expression, sql, type Updateable } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';
import type { DB } from '../../platform/database/db-types.ts';

type Changed = Updateable<DB['users']>;
export type UserChanges = { readonly [C in keyof Changed]?: Changed[C] | undefined };

/** Serialises concurrent changes to the same user. */
export async function lockUser(trx: Trx, id: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Waits for concurrent inserts that reference this person, and blocks new ones until the transaction ends. */
export async function lockForErasure(trx: Trx, id: number): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** @returns false if the new username is taken */
export async function updateUser(trx: Trx, id: number, changes: UserChanges): Promise<boolean> {
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length === 0) return true;
  if (changes.username !== undefined) {
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where('username', '=', changes.username)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (taken) return false;
  }
  await trx.updateTable('users').set(changed).where('id', '=', id).execute();
  return true;
}

/** Reads a person's roles and state under a lock that lasts until the transaction ends. */
export function lockPerson(trx: Trx, id: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'is_active', 'roles'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** Maximum length of the picker list; users beyond it are found by searching. */
const maxShortUsers = 5_000;

export function listShortUsers(reader: Reader) {
  return reader
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`roles = '{customer}'`)
    .orderBy(sql`first_name collate bangla`)
    .orderBy('id')
    .limit(maxShortUsers)
    .execute();
}

export function listBalances(reader: Reader, userIds: readonly number[]) {
  if (userIds.length === 0) return Promise.resolve([]);
  return reader.selectFrom('wallets').selectAll().where('user_id', 'in', userIds).execute();
}

export async function isOwner(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`'owner' = any(roles)`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks all owners, so that concurrent demotions can't leave the shop without one. */
export function lockOwners(trx: Trx) {
  return trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`'owner' = any(roles)`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export function listActiveOwners(reader: Reader) {
  return reader
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`'owner' = any(roles)`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function setTemporaryPassword(
  trx: Trx,
  id: number,
  passwordHash: string,
  supportCode: string,
  hours: number,
) {
  const until: Expression<Date> = sql<Date>`now() + ${hours} * interval '1 hour'`;
  await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      p_code: supportCode,
      must_change_password: true,
      temporary_password_until: until,
      temporary_password_used: false,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Blanks a user down to an id that the ledger and audit log still reference.
 * @param isGone false keeps the account in staff's lists, without a name, because it still holds money
 */
export async function eraseUser(trx: Trx, id: number, isGone = true): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      username: `deleted-${id}`,
      email: '',
      first_name: 'মুছে ফেলা',
      last_name: 'ব্যবহারকারী',
      phone: '',
      password_hash: '',
      gender: null,
      birth_date: null,
      address: '',
      bio: '',
      profile_image: null,
      profile_image_key: null,
      is_active: false,
      roles: ['customer'],
      totp_sealed: null,
      totp_confirmed_at: null,
      totp_device_since: null,
      recovery_hashes: [],
      ...(isGone ? { deleted_at: sql`now()` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Identifies an erased person. The id alone isn't enough, because after the restore of an older backup someone else could get it. */
export interface ErasedPerson {
  readonly id: number;
  /** Microseconds since 1970, as text. */
  readonly joined: string;
}

const joined = sql<string>`(extract(epoch from date_joined) * 1000000)::bigint::text`;

export function listErased(reader: Reader): Promise<ErasedPerson[]> {
  return reader
    .selectFrom('users')
    .select(['id', joined.as('joined')])
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Finds those of the people whose accounts aren't erased. */
export async function findNotErased(reader: Reader, people: readonly ErasedPerson[]): Promise<number[]> {
  const rows = await reader
    .selectFrom('users')
    .select(['id', joined.as('joined')])
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const known = new Set(people.map((person) => `${person.id} ${person.joined}`));
  return rows.filter((row) => known.has(`${row.id} ${row.joined}`)).map(({ id }) => id);
}

export function findImageKey(reader: Reader, path: string) {
  return reader
    .selectFrom('users')
    .select('profile_image_key')
    .where('profile_image', '=', path)
    .executeTakeFirst();
}
