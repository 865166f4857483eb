// Inventory of all personal data, as each module declares it for its own tables. A test compares it with the database.
import { accountsData } from '../accounts/accounts.personal.ts';
import { auditLogData } from '../audit-log/audit-log.personal.ts';
import { catalogueData } from '../catalogue/catalogue.personal.ts';
import { documentsData } from '../documents/documents.personal.ts';
import { filesData } from '../files/files.personal.ts';
import { ledgerData } from '../ledger/ledger.personal.ts';
import { noticesData } from '../notices/notices.personal.ts';
import { ordersData } from '../orders/orders.personal.ts';
import { paymentsData } from '../payments/payments.personal.ts';
import type { ArchiveSection, PersonalData, PersonalTable } from '../platform/personal-data.ts';
import { platformData } from '../platform/platform.personal.ts';
import type { StoredColumn } from '../platform/storage/stored-files.queries.ts';
import { reportsData } from '../reports/reports.personal.ts';
import { settingsData } from '../settings/settings.personal.ts';
import { walletData } from '../wallet/wallet.personal.ts';
import { privacyData } from './privacy.personal.ts';

/** By module, in the order of modules.ts. */
export const personalData: Readonly<Record<string, PersonalData>> = {
  platform: platformData,
  ledger: ledgerData,
  'audit-log': auditLogData,
  accounts: accountsData,
  notices: noticesData,
  settings: settingsData,
  wallet: walletData,
  catalogue: catalogueData,
  files: filesData,
  documents: documentsData,
  orders: ordersData,
  payments: paymentsData,
  reports: reportsData,
  privacy: privacyData,
};

const all = Object.values(personalData);

/** All tables, the last module's first, so that referencing rows come before referenced ones. */
export const inventory: ReadonlyMap<string, PersonalTable> = new Map(
  [...all].reverse().flatMap(({ tables }) => Object.entries(tables)),
);

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Encryption purpose of its values. */
  readonly purpose: string;
}

/** All columns with encrypted values. A rotation of the master key rewraps them. */
export const sealedColumns: readonly SealedColumn[] = [...inventory].flatMap(([table, { sealed = {} }]) =>
  Object.entries(sealed).map(([column, purpose]) => ({ table, column, purpose })),
);

/** @throws Error for a column that is not encrypted */
export function sealedPurposeOf(table: string, column: string): string {
  const purpose = inventory.get(table)?.sealed?.[column];
  if (purpose === undefined) throw new Error(`No sealed column ${table}.${column}`);
  return purpose;
}

export interface IndexedColumn {
  readonly table: string;
  readonly column: string;
  /** The encrypted column of the same row that it is derived from. */
  readonly source: string;
  /** Index purpose of its values. */
  readonly purpose: string;
  readonly valueFrom: (opened: string) => string;
}

/** All columns of keyed hashes, which a rotation of the index secret recomputes from their encrypted source. */
export const indexedColumns: readonly IndexedColumn[] = [...inventory].flatMap(([table, { indexed = {} }]) =>
  Object.entries(indexed).flatMap(([column, index]) => {
    if (index === 'lasting') return [];
    const {
      source,
      purpose = sealedPurposeOf(table, source),
      valueFrom = (opened: string) => opened,
    } = index;
    return [{ table, column, source, purpose, valueFrom }];
  }),
);

/** Everything that references stored files; unreferenced files may be swept. */
export const storedColumns: readonly StoredColumn[] = [...inventory].flatMap(([table, { stored = [] }]) =>
  stored.map((key) => ({ table, key })),
);

export const archiveSections: Readonly<Record<string, ArchiveSection>> = Object.assign(
  {},
  ...all.map(({ sections }) => sections),
);

export const archiveFiles: readonly string[] = all.flatMap(({ files = [] }) => files);
