// All SQL of the second factor: the encrypted secret, the last time step used, and the recovery code hashes.
import { sql } from 'kysely';
import type { Reader, Trx } from '../../platform/database/connect.ts';

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
  isConfirmed?: boolean;
  totp_last_step?: number;
  recovery_hashes?: Buffer[];
}

export async function updateSecondFactor(
  trx: Trx,
  userId: number,
  { isConfirmed, ...change }: SecondFactorChange,
): Promise<void> {
  const confirmed =
    isConfirmed === undefined ? {} : { totp_confirmed_at: isConfirmed ? sql<Date>`now()` : null };
  await trx
    .updateTable('users')
    .set({ ...change, ...confirmed })
    .where('id', '=', userId)
    .execute();
}
