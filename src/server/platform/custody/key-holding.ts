// What each running portal says of its keys every few seconds, and what it is told to seal with.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { OpenedVault } from '../keys.ts';

/** A portal that has said nothing for so long is not running. */
export const silentSeconds = 60;

export function createKeyHolding(db: Database, { refresh, heldKeys, sealWith, sealingKey }: OpenedVault) {
  const id = randomUUID();
  return {
    /** Reads new key files, seals with the key that the installation says, and says so. */
    async keep(): Promise<void> {
      refresh();
      const { rows } = await sql<{
        sealing_key: number | null;
      }>`select sealing_key from installation`.execute(db);
      const told = rows[0]?.sealing_key;
      if (told != null) sealWith(told);
      await sql`insert into portal_processes (id, held_keys, sealing_key) values (${id}::uuid, ${heldKeys()}::text[], ${sealingKey()})
        on conflict (id) do update set seen_at = now(), held_keys = excluded.held_keys, sealing_key = excluded.sealing_key`.execute(
        db,
      );
      await sql`delete from portal_processes where seen_at < now() - interval '1 day'`.execute(db);
    },

    async leave(): Promise<void> {
      await sql`delete from portal_processes where id = ${id}::uuid`.execute(db).catch(() => undefined);
    },
  };
}
