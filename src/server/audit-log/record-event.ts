// The append-only audit log: who opened whose record, what staff did, and what happened to accounts.
import { type RawBuilder, sql } from 'kysely';
import type { EventKind } from '#contract/audit-log/event-words.ts';
import { compileOnce } from '../platform/database/compile-once.ts';
import type { Reader } from '../platform/database/connect.ts';

export interface AuditEvent {
  readonly kind: EventKind;
  readonly actorId?: number | undefined;
  /** Person whose data or account the event is about. */
  readonly subjectId?: number | undefined;
  readonly object?: { readonly kind: string; readonly id: string | number };
  readonly reason?: string;
  readonly ip?: string;
  /** Codes and counts, never names or personal numbers. */
  readonly details?: Record<string, string | number>;
}

const insertEvent = compileOnce(
  (reader, ...[kind, actor, subject, objectKind, objectId, reason, ip, details]: Columns) =>
    reader.insertInto('trail').values({
      kind,
      actor_id: actor,
      subject_id: subject,
      object_kind: objectKind,
      object_id: objectId,
      reason,
      ip,
      details,
    }),
);
type Columns = [string, number | null, number | null, string, string, string, string, string];

/** Pass a transaction when the action and its audit event must commit together. */
export async function recordEvent(reader: Reader, event: AuditEvent): Promise<void> {
  await insertEvent(
    reader,
    event.kind,
    event.actorId ?? null,
    event.subjectId ?? null,
    event.object?.kind ?? '',
    event.object === undefined ? '' : String(event.object.id),
    event.reason ?? '',
    event.ip ?? '',
    JSON.stringify(event.details ?? {}),
  );
}

type Given<T> = T | RawBuilder<unknown>;

/** SQL fragment that records an event for each row of `from`; actor, subject and object may refer to its columns. */
export const recordCall = (
  from: RawBuilder<unknown>,
  event: {
    readonly kind: EventKind;
    readonly actorId: Given<number>;
    readonly subjectId: Given<number>;
    readonly object: { readonly kind: string; readonly id: RawBuilder<unknown> };
    readonly reason?: Given<string>;
    readonly ip?: Given<string>;
    /** As JSON. */
    readonly details?: Given<string>;
  },
): RawBuilder<unknown> => sql`
  insert into trail (kind, actor_id, subject_id, object_kind, object_id, reason, ip, details)
  select ${event.kind}, ${event.actorId}::int, ${event.subjectId}::int, ${event.object.kind}, ${event.object.id}::text, ${event.reason ?? ''}::text,
    ${event.ip ?? ''}::text, ${event.details ?? '{}'}::jsonb from ${from}`;
