// Audits all books and determines the accounts that each finding concerns.
import { audit, type Finding, type Since } from '../ledger/audit.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';
import { bookRules } from './book-rules.ts';
import { allowLongReading, findOwner } from './books.queries.ts';

export interface AuditResult {
  readonly findings: Finding[];
  /** Accounts to freeze. */
  readonly accounts: { account: string; rule: string }[];
}

/** Finds the account of a finding. A finding without one concerns all accounts (`*`), but one about a daily sum or a cash count concerns none. */
async function accountOf(reader: Reader, { where }: Finding): Promise<string | undefined> {
  const [kind, id = ''] = where.split(':', 2);
  if (kind === 'transfer' || kind === 'payment' || kind === 'order') {
    const owner = await findOwner(reader, kind, id);
    return owner === undefined ? '*' : `wallet:${owner}`;
  }
  if (kind === 'day' || kind === 'count') return undefined;
  return where === 'books' ? '*' : where;
}

/** @param trx a repeatable-read transaction, so that all tables are read from one snapshot */
export async function auditBooks(trx: Trx, since?: Since): Promise<AuditResult> {
  await allowLongReading(trx);
  const findings = await audit(trx, bookRules, since);
  const accounts: { account: string; rule: string }[] = [];
  for (const finding of findings.slice(0, 5_000)) {
    const account = await accountOf(trx, finding);
    if (account !== undefined) accounts.push({ account, rule: finding.rule });
  }
  // More than anyone can review, so everything is frozen.
  if (findings.length > 5_000) accounts.push({ account: '*', rule: 'too many findings' });
  return { findings, accounts };
}
