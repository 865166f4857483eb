// The list of erased people at the destination, so that people in a restored older backup can be erased again.
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ErasedPerson } from '../accounts/erasure.ts';
import { listErased } from '../accounts/users/users.queries.ts';
import { createDatabase, createPool } from '../platform/database/connect.ts';
import type { Destination } from './destination.ts';
import { decryptBytes, encryptBytes } from './encryption.ts';

const folder = 'erasures/';
/** How many of the longest lists are kept. Lists only grow, but a restored shop may start again with a shorter one. */
const kept = 20;

/** Lists the names, the longest list last. */
async function listNames(destination: Destination): Promise<string[]> {
  const names: string[] = [];
  for await (const name of destination.list(folder))
    if (/^erasures\/\d{10}-[0-9a-f]{16}\.gz\.age$/.test(name)) names.push(name);
  return names.sort();
}

/**
 * Ships the encrypted list of all erased people, by account id and date of registration, unless it is there already.
 * @param url the owner's database URL
 * @returns the length of the shipped list; 0 if nothing was new
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
  /** Number of lists that none of the keys opens, or that were changed. */
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
