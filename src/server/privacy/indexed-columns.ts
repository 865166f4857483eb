// Every column that holds a keyed hash of something personal, and what becomes of it when the index secret is changed.
import { recipientOf, recipientPurpose } from '../platform/mail.ts';
import { sealedPurposeOf } from './sealed-columns.ts';

export interface IndexedColumn {
  readonly table: string;
  readonly column: string;
  /** The sealed column of the same row that it is made from. */
  readonly source: string;
  /** What its values are indexed for. */
  readonly purpose: string;
  readonly valueOf: (opened: string) => string;
}

const ofNumber = (table: string): IndexedColumn => ({
  table,
  column: 'number_index',
  source: 'number_sealed',
  purpose: sealedPurposeOf(table, 'number_sealed'),
  valueOf: (number) => number,
});
const ofPair = (column: string, member: 'ten' | 'seventeen'): IndexedColumn => ({
  table: 'orders',
  column,
  source: 'nid_pair_sealed',
  purpose: sealedPurposeOf('orders', 'nid_pair_sealed'),
  valueOf: (pair) => (JSON.parse(pair) as Record<typeof member, string>)[member],
});

/** Indexed anew from what is sealed beside them. */
export const indexedColumns: readonly IndexedColumn[] = [
  ofNumber('files'),
  ofNumber('orders'),
  ofPair('ten_index', 'ten'),
  ofPair('seventeen_index', 'seventeen'),
  {
    table: 'mails',
    column: 'recipient_index',
    source: 'sealed_mail',
    purpose: recipientPurpose,
    valueOf: (mail) => recipientOf((JSON.parse(mail) as { to: string }).to),
  },
];

/** Lasting hashes: what they are made from is not kept, and all but the trail's live days at most. */
export const lastingColumns: readonly string[] = [
  'document_readings.picture_indexes',
  'rate_limits.key_hash',
  'tin_purchases.asked_index',
];
