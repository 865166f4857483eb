// Verifies a copy without the portal: its seal must be intact, and its signed statement must match its data.
import { X509Certificate } from 'node:crypto';
import { readAttachment } from '#engines/rendering/inspect-pdf.ts';
import { hasIntactSeal } from '#engines/rendering/seal.ts';
import {
  checkStatement,
  type PublishedKeys,
  type StatedRecord,
  type StatementVerdict,
} from '#engines/rendering/statement.ts';

const formats: readonly unknown[] = ['nothipotro.information-copy', 'nothipotro.money-paper'];

export interface OfflineVerdict {
  /** The file is, byte for byte, what a holder of one of the keys sealed. */
  readonly isSealed: boolean;
  /** `no_record`: the file contains none of our data. */
  readonly statement: StatementVerdict | 'no_record';
  readonly record: StatedRecord | undefined;
}

async function findRecord(pdf: Uint8Array): Promise<StatedRecord | undefined> {
  try {
    const attached = await readAttachment(pdf, 'record.json');
    const record =
      attached && (JSON.parse(Buffer.from(attached).toString()) as StatedRecord & { format?: unknown });
    return formats.includes(record?.format) ? record : undefined;
  } catch {
    return undefined;
  }
}

export async function verifyOffline(pdf: Uint8Array, published: PublishedKeys): Promise<OfflineVerdict> {
  const isSealed = published.keys.some(({ x5c }) => {
    if (!x5c?.[0]) return false;
    const certificate = new X509Certificate(Buffer.from(x5c[0], 'base64')).toString();
    return hasIntactSeal(pdf, certificate);
  });
  const record = await findRecord(pdf);
  return { isSealed, statement: record ? checkStatement(record, published) : 'no_record', record };
}
