// Each running portal reports every few seconds which keys it has, and learns which ones to seal, sign and index with.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { type KeyRing, keyFile, readKeyFile } from '../key-ring.ts';
import { fingerprintOf } from './identity.ts';

/** A portal that has not reported for this many seconds counts as stopped. */
export const silentSeconds = 60;

/**
 * Loads new key files, and makes current the key of each kind that the database marks as active.
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
    /** Loads new key files, applies the state of the keys in the database, and reports both. */
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
