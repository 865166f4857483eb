// Use cases of a file's details. Only the owner sees which values a version changed.
import type { FileDetails, FileOpen, FileVersion } from '#contract/files/detail-calls.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { actingPerson, type Caller, mayRead, type RequestOrigin } from '../platform/request/caller.ts';
import type { Storage } from '../platform/storage/storage.ts';
import * as queries from './file-details.queries.ts';
import { canSeeFullNumber, type Files } from './files.service.ts';
import type { RenderPage } from './shares.service.ts';

/** Printed data to compare. */
interface PrintedRecord {
  readonly sections: readonly {
    readonly fields: readonly { key: string; label: { bn: string; en: string }; value: string }[];
  }[];
}
/** Reads the data attached to a print; provided by the documents module. */
export type ReadRecord = (pdf: Buffer) => Promise<PrintedRecord | undefined>;

type Change = FileVersion['changes'][number];

/** Lists the differences between two prints, in the order of the newer one; removed fields come last. */
export function compareRecords(
  before: PrintedRecord | undefined,
  after: PrintedRecord | undefined,
): Change[] {
  if (!before || !after) return [];
  const fieldsOf = (record: PrintedRecord) =>
    new Map(record.sections.flatMap(({ fields }) => fields.map((field) => [field.key, field] as const)));
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key)?.value ?? '', now.get(key)?.value ?? ''];
    return was === is ? [] : [{ label: (now.get(key) ?? old.get(key)!).label, before: was, after: is }];
  });
}

/** Further versions are listed without their changes, since each must be read from its print. */
const comparedVersions = 10;

export interface FileDetailsDeps {
  readonly db: Database;
  readonly files: Files;
  readonly storage: Storage;
  readonly renderPage: RenderPage;
  readonly readRecord: ReadRecord;
}

export type OwnFiles = ReturnType<typeof createFileDetails>;

export function createFileDetails({ db, files, storage, renderPage, readRecord }: FileDetailsDeps) {
  /** @throws Fault `not_found` if the caller may not read the file */
  async function getReadable(caller: Caller | undefined, id: number) {
    const found = await queries.findOwner(db, id);
    if (!found || !mayRead(caller, found.owner_id, 'files.read')) throw new Fault('not_found');
    return { ...found, isOwn: found.owner_id === caller.userId, caller };
  }

  return {
    async get(caller: Caller, id: number): Promise<FileDetails> {
      const { owner_id: ownerId, checks, last_at } = await getReadable(caller, id);
      const { results } = await files.list({
        ...{ ownerId, id, search: '', page: 1, pageSize: 1 },
        isWhole: canSeeFullNumber(caller),
      });
      return { ...results[0]!, checks: checks ?? 0, last_checked_at: last_at?.toISOString() ?? null };
    },

    async versions(caller: Caller, id: number): Promise<{ results: FileVersion[]; count: number }> {
      const { isOwn } = await getReadable(caller, id);
      const rows = await queries.listVersions(db, id);
      const records = await Promise.all(
        rows
          .slice(0, rows.length > 1 ? comparedVersions + 1 : 0)
          .map(async ({ storage_key: key }) => (key === '' ? undefined : readRecord(await storage.get(key)))),
      );
      const results = rows.map(({ version, made_at, verification_code }, index) => ({
        version,
        made_at: made_at.toISOString(),
        verification_code,
        changes: compareRecords(records[index + 1], records[index]).map((change) =>
          isOwn ? change : { label: change.label, before: null, after: null },
        ),
      }));
      return { results, count: rows.length };
    },

    async opens(caller: Caller, id: number, page: number, pageSize: number) {
      const { owner_id } = await getReadable(caller, id);
      const { rows, count } = await queries.listOpens(db, id, page, pageSize);
      const results = rows.map((row): FileOpen => {
        const by = row.actor_id === null ? 'link' : row.actor_id === owner_id ? 'owner' : 'staff';
        const name = by === 'link' ? row.share_name : by === 'staff' ? row.actor_name : '';
        return { id: Number(row.id), at: row.at.toISOString(), by, name: name ?? '' };
      });
      return { results, count };
    },

    /** Returns the first page as an image. @throws Fault `not_found` */
    async preview(caller: Caller | undefined, id: number, origin: RequestOrigin) {
      const found = await getReadable(caller, id);
      const print = await queries.findNewestPrint(db, id);
      // The print of an erased person is gone.
      if (print === '') throw new Fault('not_found');
      const rendered = await renderPage(await storage.get(print), 1, '');
      if (!rendered) throw new Fault('not_found');
      await recordEvent(db, {
        kind: 'document.previewed',
        ...actingPerson(found.caller),
        subjectId: found.owner_id,
        object: { kind: 'file', id },
        ip: origin.ip,
      });
      return { bytes: Buffer.from(rendered.png), mediaType: 'image/png', name: 'preview.png', isShown: true };
    },
  };
}
