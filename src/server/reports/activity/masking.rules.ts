// Masks the personal values in all texts of an entry, until it is revealed with a reason.
import type { AuditEntry } from '#contract/accounts/security-calls.ts';
import { maskAddress, maskPersonal } from '#contract/audit-log/masking.ts';

const maskText = (value: unknown): unknown => {
  if (typeof value === 'string') return maskPersonal(value);
  if (Array.isArray(value)) return value.map(maskText);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskText(inner)]));
  return value;
};

/**
 * Redacts an entry for its subject: without another actor's IP address, and without internal reasons about money. `audit-log.personal.ts` does the
 * same for the data archive.
 */
export function redactForSubject(entry: AuditEntry, userId: number): AuditEntry {
  const isTheirs = entry.actor?.id === userId;
  return {
    ...entry,
    reason: !isTheirs && /^(wallet|payment)\./.test(entry.kind) ? '' : entry.reason,
    ip: isTheirs || entry.actor === null ? entry.ip : '',
  };
}

export function maskEntry(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    actor: entry.actor && { ...entry.actor, name: maskPersonal(entry.actor.name) },
    subject: entry.subject && { ...entry.subject, name: maskPersonal(entry.subject.name) },
    object: { ...entry.object, id: maskPersonal(entry.object.id) },
    reason: maskPersonal(entry.reason),
    ip: entry.ip === '' ? '' : maskAddress(entry.ip),
    details: maskText(entry.details) as AuditEntry['details'],
  };
}
