// Masks an entry's values, in all of its texts, until somebody reveals it with a reason.
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
 * An entry as the person reads it whom it is about: without the address of somebody else who did it, and without what staff wrote about their money for
 * staff. `audit-log.personal.ts` says the same of the copy of one's data.
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
