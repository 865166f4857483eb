// A person's rights: a copy of everything about them, made in the background, and the erasure of what may be erased.
import { randomUUID } from 'node:crypto';
import { Zip, ZipPassThrough } from 'fflate';
import { isStaff } from '#contract/access.ts';
import type { DataExport } from '#contract/rights.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { type Caller, lookerOf, type RequestOrigin } from '../platform/http/caller.ts';
import { indexOfRecipient } from '../platform/mail.ts';
import type { Storage } from '../platform/storage.ts';
import type { Vault } from '../platform/vault.ts';
import { noteEvent } from '../trail/trail.service.ts';
import * as erasure from './erasure.queries.ts';
import * as queries from './rights.queries.ts';
import { sealedPurposeOf } from './sealed-columns.ts';

export interface RightsParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly vault: Vault;
  /** Ends the account and erases its data. @throws Fault `wrong_current_password`, `orders_pending`, `wallet_not_empty` */
  readonly eraseOwn: (caller: Caller, password: string, origin: RequestOrigin) => Promise<void>;
}

export type Rights = ReturnType<typeof createRights>;

/** Sealed columns of the export, and the name under which their content is written. */
const opened: Record<string, { table: string; as: string }> = {
  number_sealed: { table: 'files', as: 'number_of' },
  nid_pair_sealed: { table: 'orders', as: 'nid_pair' },
  text_content_sealed: { table: 'orders', as: 'text_content' },
  sealed_record: { table: 'document_records', as: 'record' },
};

const present = (row: queries.ExportRow): DataExport => ({
  state: (row?.state as DataExport['state'] | undefined) ?? 'none',
  done: row?.done ?? 0,
  total: row?.total ?? 0,
  requested_at: row?.requested_at.toISOString() ?? null,
  expires_at: row?.expires_at?.toISOString() ?? null,
  byte_size: row?.byte_size == null ? null : Number(row.byte_size),
});

/** Removes what is personal from all that a person has, in the transaction that ends the account and before the account is blanked. */
export const eraseDataOf =
  (vault: Vault) =>
  async (trx: Trx, userId: number): Promise<void> => {
    const sealDash = (purpose: string) => vault.sealText('—', purpose);
    const recipientIndex = indexOfRecipient(vault, await erasure.findAddress(trx, userId));
    await erasure.eraseData(trx, userId, { sealDash, recipientIndex });
  };

export function createRights(parts: RightsParts) {
  const { db, storage, vault } = parts;

  function readable(table: string, row: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const plan = opened[column];
        if (!plan || !(value instanceof Buffer)) return [column, value];
        const of = column === 'number_sealed' ? table : plan.table;
        const text = vault.openText(value, sealedPurposeOf(of, column));
        const isJson = column === 'nid_pair_sealed' || column === 'sealed_record';
        return [plan.as, isJson ? JSON.parse(text) : text];
      }),
    );
  }

  /** One archive in memory: JSON first, then the files as they are. */
  async function pack(userId: number, told: (done: number, total: number) => Promise<void>): Promise<Buffer> {
    const person = await queries.readPerson(db, userId);
    const files = await queries.listPersonFiles(db, userId);
    const parts: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      parts.push(chunk);
    });
    const add = (name: string, bytes: Uint8Array) => {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(bytes, true);
    };
    const total = Object.keys(person).length + files.length;
    let done = 0;
    for (const [name, rows] of Object.entries(person)) {
      const table = name === 'orders' ? 'orders' : 'files';
      const json = JSON.stringify(
        rows.map((row) => readable(table, row)),
        (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
        2,
      );
      add(`${name}.json`, Buffer.from(json));
      done += 1;
    }
    await told(done, total);
    for (const { name, storage_key } of files) {
      add(name, await storage.get(storage_key));
      done += 1;
      if (done % 5 === 0) await told(done, total);
    }
    zip.end();
    await told(total, total);
    return Buffer.concat(parts);
  }

  return {
    async request(caller: Caller, origin: RequestOrigin): Promise<DataExport> {
      await queries.insertExport(db, randomUUID(), caller.userId);
      await noteEvent(db, {
        kind: 'export.requested',
        actorId: caller.userId,
        subjectId: caller.userId,
        ip: origin.ip,
      });
      return present(await queries.findNewestExport(db, caller.userId));
    },

    read: async (caller: Caller): Promise<DataExport> =>
      present(await queries.findNewestExport(db, caller.userId)),

    /** The archive of the caller. @throws Fault `not_found` when there is none that is ready */
    async open(caller: Caller | undefined, origin: RequestOrigin): Promise<Buffer> {
      const row = caller && (await queries.findNewestExport(db, caller.userId));
      if (!caller || row?.state !== 'ready' || !row.storage_key) throw new Fault('not_found');
      await noteEvent(db, {
        kind: 'export.opened',
        ...lookerOf(caller),
        subjectId: caller.userId,
        ip: origin.ip,
      });
      return storage.get(row.storage_key);
    },

    /** Makes the next copy that waits, if any. @returns whether there was one */
    async makeNext(): Promise<boolean> {
      await queries.expireExports(db);
      const next = await inTransaction(db, (trx) => queries.takeExport(trx));
      if (!next) return false;
      try {
        const archive = await pack(next.user_id, (done, total) =>
          queries.noteProgress(db, next.id, done, total),
        );
        await queries.finishExport(db, next.id, await storage.put(archive), archive.length);
      } catch (error) {
        await queries.failExport(db, next.id);
        throw error;
      }
      return true;
    },

    /** @throws Fault `wrong_current_password`, `staff_not_erased`, `own_orders_pending`, `own_wallet_not_empty` */
    async erase(caller: Caller, password: string, origin: RequestOrigin): Promise<void> {
      if (isStaff(caller.roles)) throw new Fault('staff_not_erased');
      try {
        await parts.eraseOwn(caller, password, origin);
      } catch (error) {
        if (error instanceof Fault && error.code === 'orders_pending') throw new Fault('own_orders_pending');
        if (error instanceof Fault && error.code === 'wallet_not_empty')
          throw new Fault('own_wallet_not_empty');
        if (error instanceof Fault && error.code === 'money_pending') throw new Fault('own_money_pending');
        throw error;
      }
    },
  };
}
