// What each running portal reports about its keys every few seconds, and the keys with which it is to seal, sign and index.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { type KeyRing, keyFile, readKeyFile } from '../key-ring.ts';
import { fingerprintOf } from './identity.ts';

/** A portal that has reported nothing for this long is not running. */
export const silentSeconds = 60;

/**
 * Loads new key files, and uses for each kind the key that the installation names.
 * @returns the names of the keys that are here and match the database
 */
export async function loadKeyState(
  db: Database,
  folder: string,
  rings: readonly KeyRing[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string; fingerprint: Buffer; state: string }>`
    select name, fingerprint, state from installation_keys`.execute(db);
  const held = rows.filter(({ name, fingerprint }) => {
    const path = join(folder, name);
    return existsSync(path) && fingerprintOf(name, readFileSync(path, 'utf8')).equals(fingerprint);
  });
  for (const ring of rings) {
    ring.refresh();
    const known = rows.flatMap(({ name, state }) => {
      const key = readKeyFile(name);
      return key?.kind === ring.kind ? [{ ...key, state }] : [];
    });
    const active = known.filter(({ state }) => state === 'active').map(({ id }) => id);
    if (active.length > 0) ring.use(Math.max(...active));
    for (const { id, state } of known) if (state === 'retired') ring.forget(id);
  }
  return held.map(({ name }) => name);
}

/** @param rings every kind of key that this portal uses */
export function createKeyRegistration(db: Database, folder: string, rings: readonly KeyRing[]) {
  const id = randomUUID();
  return {
    /** Loads new key files, uses the keys that the installation names, and reports both. */
    async refresh(): Promise<void> {
      const held = await loadKeyState(db, folder, rings);
      const used = rings.map((ring) => keyFile(ring.kind, ring.currentId()));
      await sql`insert into portal_processes (id, held_keys, used_keys) values (${id}::uuid, ${held}::text[], ${used}::text[])
        on conflict (id) do update set seen_at = now(), held_keys = excluded.held_keys, used_keys = excluded.used_keys`.execute(
        db,
      );
      await sql`delete from portal_processes where seen_at < now() - interval '1 day'`.execute(db);
    },

    async deregister(): Promise<void> {
      await sql`delete from portal_processes where id = ${id}::uuid`.execute(db).catch(() => undefined);
    },
  };
}
