// All SQL of reconciliation: settlement reports, their lines, and our matching payments.
import { sql } from 'kysely';
import type { SettlementMatch } from '#contract/payments/operation-calls.ts';
import { readReference } from '#contract/wallet/ways.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import type { SettlementLine } from './settlement-csv.ts';

interface FileRow {
  id: string;
  provider: string;
  name: string;
  uploaded_by: number;
  uploaded_at: Date;
  first_at: Date;
  last_at: Date;
  line_count: number;
  total_paisa: bigint;
  matched: number;
  ours_only: number;
  theirs_only: number;
  differing: number;
  open: number;
}

export interface NamedFile extends FileRow {
  uploader: string;
}

export async function insertFile(
  trx: Trx,
  file: {
    id: string;
    provider: string;
    name: string;
    sha256: Buffer;
    uploadedBy: number;
    firstAt: Date;
    lastAt: Date;
    lineCount: number;
    totalPaisa: bigint;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('settlement_files')
    .values({
      id: file.id,
      provider: file.provider,
      name: file.name,
      sha256: file.sha256,
      uploaded_by: file.uploadedBy,
      first_at: file.firstAt,
      last_at: file.lastAt,
      line_count: file.lineCount,
      total_paisa: file.totalPaisa,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const difference = sql`concat_ws(', ',
  case when p.id is not null and l.amount is distinct from coalesce(p.credited_paisa, p.amount_paisa) then 'amount' end,
  case when p.id is not null and l.currency <> 'BDT' then 'currency' end,
  case when p.id is not null and l.invoice <> '' and l.invoice <> p.id then 'invoice' end,
  case when p.id is not null and p.state <> 'completed' then 'state' end,
  case when p.state = 'completed' and reference_key(p.transaction_id) <> l.number then 'transaction id' end,
  case when l.turn > 1 then 'twice in the file' end)`;

/** Finds the payment of each number as normalised by `readReference`. Payments whose numbers differ only in spelling are told apart by the exact number. */
async function findByNumbers(
  trx: Trx,
  provider: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; transaction_id: string; number: string }>`
    select id, transaction_id, reference_key(transaction_id) as number from payments
     where provider = ${provider} and reference_key(transaction_id) = any(${numbers}::text[])`.execute(trx);
  return new Map([
    ...rows.map(({ id, number }) => [number, id] as const),
    ...rows.map(({ id, transaction_id }) => [transaction_id, id] as const),
  ]);
}

/** Matches lines with our payments, by transaction id or else by invoice. */
export async function insertLines(
  trx: Trx,
  fileId: string,
  provider: string,
  lines: readonly SettlementLine[],
): Promise<void> {
  const column = <T>(read: (line: SettlementLine) => T) => lines.map(read);
  const numbers = column(({ transactionId }) => readReference(transactionId));
  const known = await findByNumbers(trx, provider, numbers);
  const found = lines.map(
    ({ transactionId }, at) => known.get(transactionId) ?? known.get(numbers[at]!) ?? null,
  );
  await sql`
    with lines as (
      select *, row_number() over (partition by number order by position) as turn from unnest(
        ${column(({ line }) => line)}::int[], ${column(({ transactionId }) => transactionId)}::text[],
        ${numbers}::text[], ${found}::text[],
        ${column(({ invoice }) => invoice)}::text[], ${column(({ amountPaisa }) => amountPaisa.toString())}::bigint[],
        ${column(({ currency }) => currency)}::text[], ${column(({ happenedAt }) => happenedAt.toISOString())}::timestamptz[]
      ) with ordinality as l (line, trx, number, found, invoice, amount, currency, at, position))
    insert into settlement_items (file_id, position, line, match, payment_id, transaction_id, invoice, their_paisa, our_paisa, currency, happened_at, difference)
    select ${fileId}::uuid, l.position, l.line,
           case when p.id is null then 'theirs_only' when ${difference} = '' then 'matched' else 'differing' end,
           p.id, l.trx, l.invoice, l.amount, coalesce(p.credited_paisa, p.amount_paisa), l.currency, l.at, ${difference}
      from lines l
      left join payments i on l.found is null and i.provider = ${provider} and i.id = l.invoice
      left join payments p on p.id = coalesce(l.found, i.id)`.execute(trx);
}

/** Adds completed payments from the report's period that no report lists. */
export async function insertOursOnly(trx: Trx, fileId: string): Promise<void> {
  await sql`
    insert into settlement_items (file_id, position, match, payment_id, transaction_id, invoice, our_paisa, currency, happened_at)
    select f.id, f.line_count + row_number() over (order by p.settled_at, p.id), 'ours_only', p.id, p.transaction_id, p.id,
           coalesce(p.credited_paisa, p.amount_paisa), 'BDT', p.settled_at
      from settlement_files f join payments p on p.provider = f.provider and p.state = 'completed'
       and p.settled_at >= f.first_at and p.settled_at <= f.last_at
     where f.id = ${fileId}::uuid
       and not exists (select from settlement_items i where i.payment_id = p.id and i.line is not null)`.execute(
    trx,
  );
}

/** Closes items of payments that were missing from an earlier report and are in this one. */
export async function closeFound(trx: Trx, fileId: string): Promise<void> {
  await sql`
    update settlement_items o set resolution = 'in_other_file', resolved_at = now()
     where o.match = 'ours_only' and o.resolution = ''
       and exists (select from settlement_items n where n.file_id = ${fileId}::uuid and n.payment_id = o.payment_id and n.match = 'matched')`.execute(
    trx,
  );
}

export async function listFiles(
  reader: Reader,
  filter: { id?: string; provider: string | undefined; page: number; pageSize: number },
): Promise<{ rows: NamedFile[]; count: number }> {
  const conditions = [sql`true`];
  if (filter.id !== undefined) conditions.push(sql`f.id = ${filter.id}::uuid`);
  if (filter.provider) conditions.push(sql`f.provider = ${filter.provider}`);
  const where = sql`where ${sql.join(conditions, sql` and `)}`;
  const counted = await sql<{
    count: number;
  }>`select count(*)::int as count from settlement_files f ${where}`.execute(reader);
  const { rows } = await sql<FileRow>`
    select f.id, f.provider, f.name, f.uploaded_by, f.uploaded_at, f.first_at, f.last_at,
           f.line_count, f.total_paisa, c.*
      from settlement_files f
      cross join lateral (select count(*) filter (where match = 'matched')::int as matched,
        count(*) filter (where match = 'ours_only')::int as ours_only, count(*) filter (where match = 'theirs_only')::int as theirs_only,
        count(*) filter (where match = 'differing')::int as differing,
        count(*) filter (where match <> 'matched' and resolution = '')::int as open
        from settlement_items i where i.file_id = f.id) c
     ${where} order by f.uploaded_at desc, f.id desc limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(
    reader,
  );
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.uploaded_by),
  );
  return {
    rows: rows.map((row) => ({ ...row, uploader: nameOf(row.uploaded_by) })),
    count: counted.rows[0]!.count,
  };
}

export interface ItemFilter {
  fileId: string;
  position?: number;
  /** Only items after this position. */
  after?: number | undefined;
  match: SettlementMatch | 'all';
  isOpen: boolean;
  page: number;
  pageSize: number;
}

export async function listItems(reader: Reader, filter: ItemFilter) {
  let query = reader.selectFrom('settlement_items').where('file_id', '=', filter.fileId);
  if (filter.position !== undefined) query = query.where('position', '=', filter.position);
  if (filter.after !== undefined) query = query.where('position', '>', filter.after);
  if (filter.match !== 'all') query = query.where('match', '=', filter.match);
  if (filter.isOpen) query = query.where('match', '<>', 'matched').where('resolution', '=', '');
  const rows = await query
    .selectAll()
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .orderBy('position')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.resolved_by),
  );
  return rows.map((row) => ({ ...row, resolver: nameOf(row.resolved_by) }));
}

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

/** @returns false if the item was no longer open */
export async function resolveItem(
  trx: Trx,
  fileId: string,
  position: number,
  resolution: 'explained' | 'settled',
  note: string,
  by: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('settlement_items')
    .set({ resolution, note, resolved_by: by, resolved_at: sql`now()` })
    .where('file_id', '=', fileId)
    .where('position', '=', position)
    .where('match', '<>', 'matched')
    .where('resolution', '=', '')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
