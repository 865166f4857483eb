// The single statement that charges for a document and writes its rows, composed from fragments of the modules involved.
import { type RawBuilder, sql } from 'kysely';
import type { DocumentKind } from '#contract/documents/kinds.ts';
import { recordCall } from '../audit-log/record-event.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Reader } from '../platform/database/connect.ts';
import { emitSql } from '../platform/live/live.ts';
import { claim, type Idempotency } from '../platform/request/idempotency.ts';
import { balanceChangedEvent } from '../wallet/balance-event.ts';

export interface NewDocument {
  readonly recordId: number;
  readonly kind: DocumentKind;
  readonly ownerId: number;
  readonly fileCode: string;
  readonly sealedRecord: Buffer;
  readonly pricePaisa: bigint;
  readonly file: (from: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly version: (from: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly ip: string;
}

/**
 * Atomically claims the idempotency key for this response, charges the price, and writes record, file, first version and the audit event.
 * @returns the stored response; undefined if the key was already claimed
 * @throws like `ledger.charge`
 */
export async function insertDocument<A extends object>(
  reader: Reader,
  document: NewDocument,
  idempotency: Idempotency | undefined,
  answer: { readonly status: number; readonly body: A },
): Promise<A | undefined> {
  const { ownerId, pricePaisa } = document;
  const body = sql`${JSON.stringify(answer.body)}::jsonb`;
  const claimed = claim(ownerId, idempotency, {
    status: answer.status,
    body,
    from: sql`(select) as nothing`,
  });
  const charged =
    pricePaisa > 0n
      ? sql`select posting.posted_after_paisa - posting.held_after_paisa as balance_paisa from claimed, lateral (select * from ${ledger.chargeCall(
          {
            id: sql`${ledger.newTransferId()}::uuid`,
            userId: sql`claimed.user_id`,
            actor: sql`claimed.user_id`,
            ref: sql`${`document:${document.fileCode}`}::text`,
            amountPaisa: sql`${pricePaisa}::bigint`,
          },
        )} limit 1) as posting`
      : sql`select coalesce((select posted_paisa - held_paisa from wallets where wallets.user_id = claimed.user_id), 0) as balance_paisa from claimed`;
  const statement = sql<{ body: A }>`
    with claimed as (${claimed}),
      charged as materialized (${charged}),
      record as (
        insert into document_records (id, kind, owner_id, sealed_record) overriding system value
        select ${document.recordId}::int, ${document.kind}::text, ${ownerId}::int, ${document.sealedRecord}::bytea from charged
        returning id as record_id),
      file as (${document.file(sql`record, charged`)}),
      version as (${document.version(sql`file`)}),
      recorded as (${recordCall(sql`file`, {
        kind: 'document.made',
        actorId: ownerId,
        subjectId: ownerId,
        object: { kind: 'file', id: sql`file.id` },
        ip: document.ip,
      })})
      ${pricePaisa > 0n ? sql`, told as (${emitSql(sql`file`, [balanceChangedEvent(ownerId)])})` : sql``}
    select ${body} as body from file`;
  const { rows } = await statement.execute(reader).catch((error: unknown) => {
    throw ledger.asRefusal(error, 'charge');
  });
  return rows[0]?.body;
}
