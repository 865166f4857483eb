// Reads copies made by the portal from their embedded data (record.json), so every value is returned as it was printed.
import { readAttachment } from '../../rendering/inspect-pdf.ts';
import type { AttachedRecord } from '../../rendering/printable-document.ts';
import type { RecordReading } from '../build-record.ts';
import { type AddressReading, type SignedCopyField, signedCopyFields } from '../signed-copy-reading.ts';

export interface OwnCopy {
  kind: AttachedRecord['kind'];
  /** Every printed value under its kind's name for it. */
  values: Record<string, string>;
}

const addressNames = ['address_for_nid', 'present_address', 'permanent_address'] as const;
type AddressName = (typeof addressNames)[number];
const fieldNames: readonly string[] = [...signedCopyFields, ...addressNames];

/** Fields that the sign-to-server copy names differently from the NID record. */
const recordNames: Partial<Record<string, SignedCopyField | AddressName>> = {
  name_bn: 'name_bangla',
  name_en: 'name_english',
  nid_number: 'national_id',
  pin_number: 'pin',
  form_number: 'form_no',
  voter_number: 'voter_no',
  mobile_number: 'mobile',
  education_qualification: 'education',
  birthplace: 'birth_place',
  birth_date: 'date_of_birth',
  formatted_address: 'address_for_nid',
};

/** Finds the data of an own copy; undefined for any file that the portal did not make, or whose record is incomplete. */
export async function findOwnCopy(pdf: Uint8Array): Promise<OwnCopy | undefined> {
  try {
    const attached = await readAttachment(pdf, 'record.json');
    if (!attached) return undefined;
    const record = JSON.parse(Buffer.from(attached).toString()) as AttachedRecord;
    if (record.format !== 'nothipotro.information-copy') return undefined;
    const fields = record.sections.flatMap((section) => section.fields);
    return { kind: record.kind, values: Object.fromEntries(fields.map(({ key, value }) => [key, value])) };
  } catch {
    return undefined;
  }
}

const trust = 0.99;

/** Returns the person of an own copy under the field names of the NID record; undefined if it is not about a person's NID. */
export function recordOfOwnCopy({ kind, values }: OwnCopy): RecordReading | undefined {
  if (kind === 'tin' || kind === 'birth') return undefined;
  const named = new Map<string, string>();
  for (const [key, value] of Object.entries(values)) {
    const name = recordNames[key] ?? key;
    if (fieldNames.includes(name) && typeof value === 'string') named.set(name, value);
  }
  const address = (name: AddressName): AddressReading | undefined =>
    named.has(name) ? { text: named.get(name)! } : undefined;
  return {
    fields: Object.fromEntries(
      signedCopyFields.filter((field) => named.has(field)).map((field) => [field, named.get(field)!]),
    ),
    presentAddress: address('present_address'),
    permanentAddress: address('permanent_address'),
    ...(named.has('address_for_nid') ? { cardAddress: named.get('address_for_nid')! } : {}),
    confidence: Object.fromEntries([...named.keys()].map((name) => [name, trust])),
    sources: {},
  };
}
