import { hasRight, isStaff } from '#contract/access.ts';
import { type AuditEntry, securityEndpoints } from '#contract/accounts/security-calls.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { Fault } from '../../platform/fault.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTable } from '../../platform/http/send-table.ts';
import type { Base } from '../../platform/module.ts';
import { type AuditLogFilter, type AuditRow, listEvents, nameStaff } from './activity.queries.ts';
import { exportAuditLog } from './activity-export.ts';
import { maskEntry, redactForSubject } from './masking.rules.ts';

function presentWhole(row: AuditRow): AuditEntry {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    actor:
      row.actor_id === null
        ? null
        : { id: row.actor_id, name: row.actor_name ?? '', is_staff: isStaff(row.actor_roles ?? []) },
    subject: row.subject_id === null ? null : { id: row.subject_id, name: row.subject_name ?? '' },
    object: { kind: row.object_kind, id: row.object_id },
    reason: row.reason,
    ip: row.ip,
    details: row.details,
    masked: false,
  };
}

function presentMasked(row: AuditRow): AuditEntry {
  const whole = presentWhole(row);
  const covered = maskEntry(whole);
  return { ...covered, masked: JSON.stringify(covered) !== JSON.stringify(whole) };
}

/** The activity list: events about anyone. */
const everybody = (
  query: Partial<Pick<AuditLogFilter, 'user' | 'kind' | 'from' | 'to'>> & { search: string },
) => ({
  subjectId: undefined,
  user: query.user,
  kind: query.kind,
  search: query.search,
  from: query.from,
  to: query.to,
});

export function activityRoutes(binder: Binder, { db, reading }: Pick<Base, 'db' | 'reading'>): void {
  bind(binder, securityEndpoints.ownTrail, async ({ caller, query }) => {
    const isForOther = query.user !== undefined && query.user !== caller.userId;
    if (isForOther && !hasRight(caller.roles, 'trail.read')) throw new Fault('not_found');
    if (isForOther) await binder.recordReadList(caller, 'activity.listed');
    // Users see their own entries unmasked; staff see them masked.
    const present = (row: AuditRow) =>
      isForOther || caller.view ? presentMasked(row) : redactForSubject(presentWhole(row), caller.userId);
    const { rows, ...counted } = await listEvents(reading, {
      subjectId: query.user ?? caller.userId,
      user: undefined,
      kind: query.kind,
      search: query.search,
      from: query.from,
      to: query.to,
      page: query.page,
      pageSize: query.page_size,
    });
    const named = isForOther ? await nameStaff(reading, rows) : rows;
    return { results: named.map(present), ...counted };
  });
  bind(binder, securityEndpoints.activity, async ({ query }) => {
    const { page, page_size: pageSize, id, ...filter } = query;
    const { rows, ...counted } = await listEvents(reading, { ...everybody(filter), id, page, pageSize });
    return { results: (await nameStaff(reading, rows)).map(presentMasked), ...counted };
  });
  bind(binder, securityEndpoints.openActivity, async ({ params, body, caller, ip }) => {
    const { rows } = await listEvents(db, {
      ...everybody({ search: '' }),
      id: params.id,
      page: 1,
      pageSize: 1,
    });
    const [row] = await nameStaff(db, rows);
    if (!row) throw new Fault('not_found');
    await recordEvent(db, {
      kind: 'trail.opened',
      actorId: caller.userId,
      subjectId: row.subject_id ?? undefined,
      object: { kind: 'trail', id: params.id },
      reason: body.reason,
      ip,
    });
    return presentWhole(row);
  });
  bind(binder, securityEndpoints.exportActivity, async ({ query, caller, ip, language, reply }) => {
    await recordEvent(db, { kind: 'trail.exported', actorId: caller.userId, subjectId: query.user, ip });
    return sendTable(reply, 'activity.csv', await exportAuditLog(reading, everybody(query), language));
  });
}
