// All SQL of the second factor: the encrypted secret, the last time step used, and the recovery code hashes.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';
import { deviceSince } from '../sessions/known-devices.queries.ts';

/** Locks the user row, so that a code can be used only once. */
export function lockSecondFactor(trx: Trx, userId: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'totp_sealed', 'totp_confirmed_at', 'totp_last_step', 'recovery_hashes'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export type SecondFactorRow = Awaited<ReturnType<typeof lockSecondFactor>>;

export function findSecondFactor(reader: Reader, userId: number) {
  return reader
    .selectFrom('users')
    .select(['totp_confirmed_at', 'recovery_hashes'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

interface SecondFactorChange {
  totp_sealed?: Buffer | null;
  /** The session in which it is turned on; null turns it off. */
  confirmedIn?: string | null;
  totp_last_step?: number;
  recovery_hashes?: Buffer[];
}

export async function updateSecondFactor(
  trx: Trx,
  userId: number,
  { confirmedIn, ...change }: SecondFactorChange,
): Promise<void> {
  const confirmed =
    confirmedIn === undefined
      ? {}
      : {
          totp_confirmed_at: confirmedIn === null ? null : sql<Date>`now()`,
          totp_device_since: confirmedIn === null ? null : deviceSince(confirmedIn),
        };
  await trx
    .updateTable('users')
    .set({ ...change, ...confirmed })
    .where('id', '=', userId)
    .execute();
}

/**
 * Removes a second factor that was turned on with the login that a link disowns, or on a device that came later: the owner has none of its codes. One
 * from an earlier device stays, because access to the mailbox must not bypass it. @returns whether there was one
 */
export async function removeDisownedFactor(trx: Trx, userId: number, linkHash: Buffer): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ totp_sealed: null, totp_confirmed_at: null, totp_device_since: null, recovery_hashes: [] })
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is not', null)
    .where(
      sql<boolean>`totp_device_since >= (select disowns_since from password_resets where token_hash = ${linkHash})`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
