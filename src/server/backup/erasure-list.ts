// Who was erased, kept at the backup place, so that people whom an older backup brings back are erased again.
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ErasedPerson } from '../accounts/erasure.ts';
import { listErased } from '../accounts/users.queries.ts';
import { createDatabase, createPool } from '../platform/database/connect.ts';
import type { Destination } from './destination.ts';
import { decryptBytes, encryptBytes } from './encryption.ts';

const folder = 'erasures/';
/** Lists only grow, but a restored shop may start again with a shorter one, so some of the longest are kept. */
const kept = 20;

/** Longest last. */
async function listNames(destination: Destination): Promise<string[]> {
  const names: string[] = [];
  for await (const name of destination.list(folder))
    if (/^erasures\/\d{10}-[0-9a-f]{16}\.gz\.age$/.test(name)) names.push(name);
  return names.sort();
}

/**
 * Copies the list of all erased people to the place, if it is not there yet: numbers of accounts and when they were opened, encrypted.
 * @param url the owner's database URL
 * @returns how many people the written list names; 0 when there was nothing new
 */
export async function shipErasures(
  url: string,
  destination: Destination,
  recipients: readonly string[],
): Promise<number> {
  const db = createDatabase(createPool(url, 1));
  const people = await listErased(db).finally(() => db.destroy());
  if (people.length === 0) return 0;
  const text = JSON.stringify(people);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const name = `${folder}${String(people.length).padStart(10, '0')}-${hash}.gz.age`;
  const names = await listNames(destination);
  if (names.includes(name)) return 0;
  await destination.write(name, await encryptBytes(gzipSync(text), recipients));
  for (const old of names.slice(0, -kept)) await destination.remove(old);
  return people.length;
}

export interface ErasureLists {
  readonly people: readonly ErasedPerson[];
  /** Lists that none of the keys opens, or that were changed. */
  readonly unread: number;
}

export async function readErasures(
  destination: Destination,
  identities: readonly string[],
): Promise<ErasureLists> {
  const people = new Map<string, ErasedPerson>();
  let unread = 0;
  for (const name of await listNames(destination)) {
    const sealed = await destination.read(name);
    if (!sealed) continue;
    try {
      const list = JSON.parse(
        gunzipSync(await decryptBytes(sealed, identities)).toString(),
      ) as ErasedPerson[];
      for (const person of list) people.set(`${person.id} ${person.joined}`, person);
    } catch {
      unread += 1;
    }
  }
  return { people: [...people.values()], unread };
}
