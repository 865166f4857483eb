// Audits all books, and names the accounts that each finding concerns.
import { audit, type Finding, type Since } from '../ledger/audit.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { bookRules } from './book-rules.ts';
import { allowLongReading, findOwner } from './books.queries.ts';

export interface AuditResult {
  readonly findings: Finding[];
  /** To be frozen. */
  readonly accounts: { account: string; rule: string }[];
}

/** The account that a finding is about. A finding that names no account concerns all of them (`*`); one about a stored daily sum or a count of cash concerns none. */
async function accountOf(reader: Reader, { where }: Finding): Promise<string | undefined> {
  const [kind, id = ''] = where.split(':', 2);
  if (kind === 'transfer' || kind === 'payment' || kind === 'order') {
    const owner = await findOwner(reader, kind, id);
    return owner === undefined ? '*' : `wallet:${owner}`;
  }
  if (kind === 'day' || kind === 'count') return undefined;
  return where === 'books' ? '*' : where;
}

/** @param trx repeatable read: one snapshot of all tables, so that concurrent commits are never half visible */
export async function auditBooks(trx: Trx, since?: Since): Promise<AuditResult> {
  await allowLongReading(trx);
  const findings = await audit(trx, bookRules, since);
  const accounts: { account: string; rule: string }[] = [];
  for (const finding of findings.slice(0, 5_000)) {
    const account = await accountOf(trx, finding);
    if (account !== undefined) accounts.push({ account, rule: finding.rule });
  }
  // Too many for anybody to review: everything is frozen.
  if (findings.length > 5_000) accounts.push({ account: '*', rule: 'too many findings' });
  return { findings, accounts };
}
