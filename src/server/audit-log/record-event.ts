// The audit log: who opened whose record, what staff did, what happened to accounts. Append-only.
import { type RawBuilder, sql } from 'kysely';
import type { EventKind } from '#contract/audit-log/event-words.ts';
import type { Reader } from '../platform/database/connect.ts';

export interface AuditEvent {
  readonly kind: EventKind;
  readonly actorId?: number | undefined;
  /** Whose data or account it is about. */
  readonly subjectId?: number | undefined;
  readonly object?: { readonly kind: string; readonly id: string | number };
  readonly reason?: string;
  readonly ip?: string;
  /** Codes and counts; never names or personal numbers. */
  readonly details?: Record<string, string | number>;
}

/** Pass a transaction when the action and its audit event must commit together. */
export async function recordEvent(reader: Reader, event: AuditEvent): Promise<void> {
  await reader
    .insertInto('trail')
    .values({
      kind: event.kind,
      actor_id: event.actorId ?? null,
      subject_id: event.subjectId ?? null,
      object_kind: event.object?.kind ?? '',
      object_id: event.object === undefined ? '' : String(event.object.id),
      reason: event.reason ?? '',
      ip: event.ip ?? '',
      details: JSON.stringify(event.details ?? {}),
    })
    .execute();
}

/** SQL fragment that records what its statement does, if `from` has a row. */
export const recordCall = (
  from: RawBuilder<unknown>,
  { kind, actorId, subjectId, object }: Pick<AuditEvent, 'kind' | 'actorId' | 'subjectId' | 'object'>,
): RawBuilder<unknown> => sql`
  insert into trail (kind, actor_id, subject_id, object_kind, object_id, reason, ip, details)
  select ${kind}, ${actorId ?? null}::int, ${subjectId ?? null}::int, ${object?.kind ?? ''}, ${String(object?.id ?? '')}, '', '', '{}'::jsonb from ${from}`;
