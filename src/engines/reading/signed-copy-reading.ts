// The vocabulary shared by the parts of the reader: the fields of an identity record, the parts of an address, the reading of one signed copy and
// the reasons for refusing a file.

/** The fields that a signed copy can print, apart from the addresses, which are read in parts. */
export const signedCopyFields = [
  'national_id',
  'pin',
  'status',
  'afis_status',
  'lock_flag',
  'voter_no',
  'form_no',
  'sl_no',
  'tag',
  'name_bangla',
  'name_english',
  'date_of_birth',
  'birth_place',
  'birth_other',
  'birth_registration_no',
  'father_name',
  'mother_name',
  'spouse_name',
  'gender',
  'marital_status',
  'occupation',
  'disability',
  'disability_other',
  'education',
  'education_other',
  'education_sub',
  'identification',
  'blood_group',
  'tin',
  'driving',
  'passport',
  'laptop_id',
  'nid_father',
  'nid_mother',
  'nid_spouse',
  'voter_no_father',
  'voter_no_mother',
  'voter_no_spouse',
  'phone',
  'mobile',
  'email',
  'religion',
  'religion_other',
  'death_date_of_father',
  'death_date_of_mother',
  'death_date_of_spouse',
  'no_finger',
  'no_finger_print',
  'voter_area',
  'voter_at',
  'voter_documents',
] as const;

export type SignedCopyField = (typeof signedCopyFields)[number];

export const addressParts = [
  'division',
  'district',
  'rmo',
  'upazila',
  'union_ward',
  'mouza_moholla',
  'village_road',
  'home_holding_no',
  'post_office',
  'postal_code',
] as const;

export type AddressPart = (typeof addressParts)[number];

/** One address: the parts that were recognised, and the whole as one line. */
export interface AddressReading extends Partial<Record<AddressPart, string>> {
  text: string;
}

/** A picture found in the copy, always as a JPEG. */
export interface ImageReading {
  jpeg: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  /** Counted from 1. */
  page: number;
  /** Whether `jpeg` holds exactly the bytes that were embedded in the PDF. */
  unchanged: boolean;
}

/** How the text was obtained: as stored, stored in visual order and repaired, in the Bijoy code page, or by OCR. */
export type ReadingMethod = 'text' | 'visual-order' | 'bijoy' | 'scan';

export interface SignedCopyReading {
  /** '' means that the label is printed but its value is blank, '-' or 'N/A'; no key means that there is no such row. */
  fields: Partial<Record<SignedCopyField, string>>;
  presentAddress: AddressReading | undefined;
  permanentAddress: AddressReading | undefined;
  /** The card's single line, where the copy prints it beside the two addresses. */
  cardAddress?: string;
  photo: ImageReading | undefined;
  signature: ImageReading | undefined;
  /** 0 to 1 for each field, `present_address`, `permanent_address`, `photo` and `signature`; a value below 0.8 should be checked. */
  confidence: Partial<Record<string, number>>;
  /** JPEGs of the page where values with a confidence below 0.8 were read, by the keys of `confidence`. */
  cutOuts: Record<string, Uint8Array>;
  method: ReadingMethod;
  pages: number;
}

export const readingLimits = {
  bytes: 10 * 1024 * 1024,
  pages: 20,
  /** A signed copy has one or two sheets: with more pages than this, no pictures are read. */
  picturedPages: 4,
  /** Pixels of one embedded picture or one page picture. */
  pixels: 40_000_000,
  /** For a copy with text, and for one whose pages must be read as pictures. */
  textMilliseconds: 10_000,
  scanMilliseconds: 40_000,
  /** Of processor time, which other work on the machine does not stretch: a scanned sheet takes two to four seconds, upside down twice that. */
  processorMilliseconds: 20_000,
} as const;

export type UnreadableReason =
  | 'not_pdf'
  | 'encrypted'
  | 'broken'
  | 'too_many_pages'
  | 'too_large'
  | 'timeout'
  | 'no_fields';

/** The file cannot be read as a signed copy; `code` says why. The customer can fix each of these. */
export class UnreadablePdfError extends Error {
  readonly code: UnreadableReason;

  constructor(code: UnreadableReason, message: string = code) {
    super(message);
    this.name = 'UnreadablePdfError';
    this.code = code;
  }
}

/** Too many copies are waiting; the same file can be sent again a little later. */
export class ReadersBusyError extends Error {
  readonly code = 'busy';

  constructor() {
    super('Too many documents are waiting to be read.');
    this.name = 'ReadersBusyError';
  }
}
