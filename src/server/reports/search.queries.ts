// SQL of the global search: each branch uses its own index and stops after a few rows.
import { sql } from 'kysely';
import { toAsciiDigits } from '#contract/digits.ts';
import { readMovementNumber } from '#contract/wallet/movement-number.ts';
import { shownName } from '../accounts/person-name.queries.ts';
import type { Reader } from '../platform/database/connect.ts';
import { containsText, searchedNumber } from '../platform/database/search.ts';
import { isUuid } from '../platform/request/uuid.ts';

interface NamedRow {
  id: string;
  title: string;
  detail: string;
  user_id: number;
}

const nameOf = shownName('u');
/** The search stops after this many matches, and then shows the newest of those found, not of all. */
const maxMatches = 200;

export async function findUsers(reader: Reader, search: string, limit: number): Promise<NamedRow[]> {
  const number = searchedNumber(search);
  const isId = number !== undefined && number.length < 10;
  const { rows } = await sql<NamedRow>`
    with named as materialized (
      select id from users where ${containsText('search_text', toAsciiDigits(search))}
         or ${containsText('search_text', search)}),
         found as (select id from named limit ${maxMatches})
    select u.id::text as id, ${nameOf} as title, u.email as detail, u.id as user_id from users u
     where u.deleted_at is null and u.id = any(array(select id from found where ${search.length > 2} ${isId ? sql`union all select ${Number(number)}::integer` : sql``}))
     order by u.id desc limit ${limit}`.execute(reader);
  return rows;
}

/** Finds files by their printed number or verification code. */
export async function findFilesByCode(reader: Reader, code: string): Promise<NamedRow[]> {
  const bare = code.toUpperCase().replace(/[\s-]/g, '');
  const { rows } = await sql<NamedRow>`
    select f.id::text as id, f.full_name as title, f.number as detail, f.owner_id as user_id from files f
     where f.number = ${code.toUpperCase()} or f.file_code = ${code}
        or f.id = (select file_id from file_versions where verification_code = ${bare})`.execute(reader);
  return rows;
}

export async function findPayments(reader: Reader, search: string, limit: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select p.id, p.id as title, ${nameOf} as detail, p.user_id from payments p join users u on u.id = p.user_id
     where p.id in (
       (select id from payments where id = ${search})
       union (select id from payments where transaction_id = ${search} limit ${limit})
       union (select id from payments where provider_payment_id = ${search} limit ${limit})
       union (select id from payments where payer_number = ${searchedNumber(search) ?? ''} and payer_number <> '' limit ${limit}))
     order by p.created_at desc limit ${limit}`.execute(reader);
  return rows;
}

/** Finds a transfer by its id or its movement number. */
export async function findTransfer(reader: Reader, search: string): Promise<NamedRow[]> {
  const moved = readMovementNumber(search);
  const id = isUuid(search) ? search : null;
  if (!moved && id === null) return [];
  const { rows } = await sql<NamedRow>`
    select t.id::text as id, t.user_id || '-' || t.wallet_version as title, ${nameOf} as detail, t.user_id
      from ledger_transfers t join users u on u.id = t.user_id where t.id = ${id}::uuid
        or (t.user_id = ${moved?.userId ?? null}::int and t.wallet_version = ${moved?.walletVersion ?? null}::bigint)`.execute(
    reader,
  );
  return rows;
}
