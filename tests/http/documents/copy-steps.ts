// Requirements of every kind of information copy, checked on a finished file.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readAttachment, readPdfLinks, readPdfText } from '#engines/rendering/inspect-pdf.ts';
import { createRenderer } from '#engines/rendering/render-document.ts';
import { recordPurpose } from '#server/documents/documents.personal.ts';
import { setPages } from '#server/documents/make-document.ts';
import type { KindRules, SealedRecord } from '#server/documents/record.rules.ts';
import { findFileOfRecord } from '#server/files/files.queries.ts';
import { loadKeys } from '#server/portal-keys.ts';
import { asOwner } from '../../support/database.ts';
import type { Answer, Person, TestPortal } from '../../support/portal.ts';

const notices = ['তথ্য কপি — সরকারি দলিল নয়', 'Information copy — not a government-issued document'];
const bare = (text: string) => text.normalize('NFC').replace(/\s+/g, '');

export interface ExpectedCopy {
  path: string;
  verificationCode: string;
  withQr: boolean;
  kind: string;
  provenance: { registry: number; extracted: number; customer: number };
  /** Printed verbatim. */
  texts: readonly string[];
  /** Keys marked on the page as the customer's. */
  customerFields?: readonly string[];
  barcode?: string;
  number: string;
}

/** Checks the notices on every page, that links and codes lead to the portal, and the provenance counts. @returns the bytes */
export async function expectInformationCopy(
  portal: TestPortal,
  person: Person,
  expected: ExpectedCopy,
): Promise<Buffer> {
  const { status, headers, bytes } = await portal.call('GET', expected.path, { token: person.token });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toMatch(/^inline;/);
  const pages = await readPdfText(bytes);
  expect(pages).toHaveLength(1);
  for (const page of pages) for (const notice of notices) expect(bare(page)).toContain(bare(notice));
  const text = bare(pages.join('\n'));
  for (const value of expected.texts) expect(text).toContain(bare(value));
  expect(text).toContain(expected.verificationCode.replace(/(.{4})(?=.)/g, '$1-'));

  const home = `${portal.origin}/verify/${expected.verificationCode}`;
  const links = await readPdfLinks(bytes);
  expect(links.length).toBeGreaterThan(0);
  for (const { url } of links) expect(url).toBe(home);
  // The caption is only under the QR code.
  expect(text.includes(bare('স্ক্যান করে যাচাই করুন'))).toBe(expected.withQr);
  const raw = bytes.toString('latin1');
  for (const [address] of raw.matchAll(/\/URI\s*\(([^)]*)\)/g)) expect(address).toContain(home);
  if (expected.barcode) expect(text).toContain(expected.barcode);

  const attached = JSON.parse(Buffer.from((await readAttachment(bytes, 'record.json'))!).toString()) as {
    sections: { fields: { key: string; provenance: string }[] }[];
  };
  const fields = attached.sections.flatMap((section) => section.fields);
  for (const key of expected.customerFields ?? [])
    expect(fields.find((field) => field.key === key)?.provenance, key).toBe('customer');
  const marks = (text.match(/◊/g) ?? []).length;
  const customers = fields.filter(({ provenance }) => provenance === 'customer').length;
  expect(marks).toBe(customers === 0 ? 0 : customers + 1);

  const verified = await portal.call('GET', `/verify-document/${expected.verificationCode}/`);
  expect(verified.status).toBe(200);
  expect(verified.body).toMatchObject({
    state: 'genuine',
    kind: expected.kind,
    provenance: expected.provenance,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(JSON.stringify(verified.body)).not.toContain(expected.number);
  return bytes;
}

/** Checks that typesetting the newest version again from its record produces the same bytes. */
export async function expectSameAgain<R extends SealedRecord>(
  portal: TestPortal,
  rules: KindRules<R>,
  fileCode: string,
  bytes: Buffer,
): Promise<void> {
  const [row] = await asOwner<{ record_id: number; sealed_record: Buffer }>(
    portal.ownerUrl,
    'select f.record_id, r.sealed_record from files f join document_records r on r.id = f.record_id where file_code = $1',
    [fileCode],
  );
  const { paperKeys, vault } = await loadKeys(join(portal.dataDir, 'keys'));
  const record = JSON.parse(vault.openText(row!.sealed_record, recordPurpose)) as R;
  const file = (await findFileOfRecord(portal.portal.db, row!.record_id))!;
  const renderer = createRenderer({ workers: 1 }, paperKeys);
  try {
    const again = await setPages(
      { renderer, portalName: portal.portal.settings.shopName, publicOrigin: portal.origin },
      rules,
      record,
      rules.print(record),
      { fileCode, documentNumber: file.number, verificationCode: file.verification_code },
      file.current_version,
      file.made_at,
    );
    expect(Buffer.from(again).equals(bytes)).toBe(true);
  } finally {
    await renderer.close();
  }
}

/** Makes a customer with money and a confirmed address. */
export async function richCustomer(portal: TestPortal, taka = '200'): Promise<Person> {
  const person = await portal.customer();
  await asOwner(portal.ownerUrl, 'update users set is_email_active = true where id = $1', [person.id]);
  await portal.topUp(person, taka);
  return person;
}

export const trailOf = (portal: TestPortal, person: Person, kind: string) =>
  asOwner<{ reason: string; object_id: string; details: Record<string, unknown>; ip: string }>(
    portal.ownerUrl,
    'select reason, object_id, details, ip from trail where actor_id = $1 and kind = $2 order by id',
    [person.id, kind],
  );

/** Checks that nothing about the subject of the file and the lookups is stored in plaintext. */
export async function expectSealed(portal: TestPortal, values: readonly string[]): Promise<void> {
  const tables = [
    'document_records',
    'document_readings',
    'files',
    'file_versions',
    'trail',
    'idempotency_keys',
    'rate_limits',
    'lookup_passes',
    'tin_purchases',
    'live_events',
  ];
  const dump = JSON.stringify(
    await Promise.all(
      tables.map((table) => asOwner(portal.ownerUrl, `select row_to_json(t)::text from ${table} t`)),
    ),
  );
  for (const value of values) {
    expect(dump).not.toContain(value);
    expect(dump).not.toContain(Buffer.from(value).toString('hex'));
  }
}

/** Strips the parts of a response that differ between requests. */
export const shapeOf = ({ status, body }: Answer) => ({ status, body });
