// Every column that holds a sealed value, with what its values are sealed for. A new key is put under each of them.
import { loginPasswordPurpose } from '../platform/custody/application-login.ts';

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly purpose: string;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'document_records', column: 'sealed_record', purpose: 'document record' },
  { table: 'document_readings', column: 'sealed_reading', purpose: 'document reading' },
  { table: 'files', column: 'number_sealed', purpose: 'file number' },
  { table: 'orders', column: 'number_sealed', purpose: 'order number' },
  { table: 'orders', column: 'nid_pair_sealed', purpose: 'order number' },
  { table: 'orders', column: 'text_content_sealed', purpose: 'order text' },
  { table: 'users', column: 'totp_sealed', purpose: 'second factor' },
  { table: 'password_reset_asks', column: 'sealed_ask', purpose: 'password reset' },
  { table: 'mails', column: 'sealed_mail', purpose: 'mail' },
  { table: 'provider_tokens', column: 'token_sealed', purpose: 'provider token' },
  { table: 'provider_tokens', column: 'refresh_sealed', purpose: 'provider token' },
  { table: 'installation', column: 'login_password_sealed', purpose: loginPasswordPurpose },
];

/** @throws Error for a column that is not in the list */
export function sealedPurposeOf(table: string, column: string): string {
  const found = sealedColumns.find((of) => of.table === table && of.column === column);
  if (!found) throw new Error(`No sealed column ${table}.${column}`);
  return found.purpose;
}
