// The kinds of documents that the automatic services make. Routes, files, reports, forms, menus, the services of a new shop and tests derive from
// this table; the template of a kind is `templates/documents/<kind>.typ` with hyphens. Without zod, shared with the screens.

interface Words {
  readonly bn: string;
  readonly en: string;
}

/** What a file is called: on screens, and in the exported list of files. Kinds may share one. */
export const fileTypes = {
  id_card: {
    shown: { bn: 'আইডি কার্ড', en: 'ID card' },
    exported: { bn: 'এনআইডি', en: 'NID' },
  },
  server_copy: {
    shown: { bn: 'সার্ভার কপি', en: 'Server copy' },
    exported: { bn: 'সার্ভার কপি', en: 'Server copy' },
  },
  tin: {
    shown: { bn: 'টিন সার্টিফিকেট', en: 'TIN certificate' },
    exported: { bn: 'টিন', en: 'TIN' },
  },
  new_birth: {
    shown: { bn: 'নতুন জন্ম নিবন্ধন', en: 'New birth registration' },
    exported: { bn: 'জন্ম নিবন্ধন', en: 'Birth registration' },
  },
} as const satisfies Record<string, { readonly shown: Words; readonly exported: Words }>;
export type FileType = keyof typeof fileTypes;

export const fileTypesIn = (language: keyof Words) =>
  Object.fromEntries(
    Object.entries(fileTypes).map(([type, { shown }]) => [type, shown[language]]),
  ) as Readonly<Record<FileType, string>>;

interface KindOfDocument {
  /** Its path, before the file code. */
  readonly path: `/${string}/`;
  readonly summary: string;
  /** The automatic service that sells it. */
  readonly serviceCode: string;
  /** How a new shop sells it; its owner may change all of this. */
  readonly offer: Words & { readonly description: Words; readonly taka: number };
  readonly fileType: FileType;
  readonly label: Words;
  /** Beside its name in the menu. */
  readonly icon: 'card' | 'child' | 'form' | 'server' | 'receipt';
  /** Where it is made. */
  readonly page: `/app/${string}`;
  /** What its owner fills in and corrects; undefined for documents with a registry's data. */
  readonly record:
    | {
        /** The call that makes one. */
        readonly makePath: `/account/${string}/`;
        /** The calls that read and correct one, before its id. */
        readonly path: `/account/${string}/`;
        readonly editor: `/app/${string}/$id`;
        /** The field of a file that names its record. */
        readonly idField: string;
      }
    | undefined;
}

/** In the order of the menu. */
export const documentKinds = {
  nid: {
    path: '/nid/',
    summary: 'An NID record as a PDF',
    serviceCode: 'AF',
    offer: {
      bn: 'নতুন এনআইডি',
      en: 'New NID',
      description: {
        bn: 'সাইন কপি থেকে এনআইডির তথ্য কপি',
        en: 'NID information copy from a signed copy',
      },
      taka: 15,
    },
    fileType: 'id_card',
    label: { bn: 'এনআইডি তথ্য কপি', en: 'NID information copy' },
    icon: 'card',
    page: '/app/new-nid',
    record: {
      makePath: '/account/nid-details/',
      path: '/account/nid-details/',
      editor: '/app/edit-nid/$id',
      idField: 'nid_info_id',
    },
  },
  birth: {
    path: '/new-birth-certificate/',
    summary: 'A birth registration copy as a PDF',
    serviceCode: 'AG',
    offer: {
      bn: 'নতুন জন্ম নিবন্ধন',
      en: 'New birth registration',
      description: { bn: 'জন্ম নিবন্ধনের তথ্য কপি', en: 'Birth registration information copy' },
      taka: 20,
    },
    fileType: 'new_birth',
    label: { bn: 'জন্ম নিবন্ধন তথ্য কপি', en: 'Birth registration information copy' },
    icon: 'child',
    page: '/app/new-birth-certificate',
    record: {
      makePath: '/account/new-birth-certificate/',
      path: '/account/new-birth-details/',
      editor: '/app/edit-birth-certificate/$id',
      idField: 'new_birth_certificate_id',
    },
  },
  sign_to_server: {
    path: '/sign-to-server/',
    summary: 'A sign-to-server copy as a PDF',
    serviceCode: 'AI',
    offer: {
      bn: 'সাইন টু সার্ভার কপি',
      en: 'Sign-to-server copy',
      description: {
        bn: 'সাইন কপি থেকে সার্ভার কপির তথ্য',
        en: 'Server copy information from a signed copy',
      },
      taka: 15,
    },
    fileType: 'server_copy',
    label: { bn: 'সাইন টু সার্ভার কপি', en: 'Sign-to-server copy' },
    icon: 'form',
    page: '/app/sign2server',
    record: {
      makePath: '/account/create-sign-to-server/',
      path: '/account/sing-to-server-copy/',
      editor: '/app/sign2server/edit/$id',
      idField: 'sign_to_server_id',
    },
  },
  server_copy_unofficial: {
    path: '/server-copy-unofficial/',
    summary: 'An unofficial server copy as a PDF',
    serviceCode: 'AH',
    offer: {
      bn: 'সার্ভার কপি আনঅফিসিয়াল',
      en: 'Unofficial server copy',
      description: {
        bn: 'এনআইডি নম্বর ও জন্ম তারিখ দিয়ে তথ্য কপি',
        en: 'Information copy by NID number and date of birth',
      },
      taka: 25,
    },
    fileType: 'server_copy',
    label: { bn: 'সার্ভার কপি', en: 'Server copy' },
    icon: 'server',
    page: '/app/server-copy-unofficial',
    record: undefined,
  },
  tin: {
    path: '/tin-certificate/',
    summary: 'A TIN certificate as a PDF',
    serviceCode: 'AJ',
    offer: {
      bn: 'টিন সার্টিফিকেট',
      en: 'TIN certificate',
      description: {
        bn: 'টিন বা মোবাইল নম্বর দিয়ে টিনের তথ্য কপি',
        en: 'TIN information copy by TIN or mobile number',
      },
      taka: 15,
    },
    fileType: 'tin',
    label: { bn: 'টিন তথ্য কপি', en: 'TIN information copy' },
    icon: 'receipt',
    page: '/app/tin-certificate',
    record: undefined,
  },
} as const satisfies Record<string, KindOfDocument>;

export type DocumentKinds = typeof documentKinds;
export type DocumentKind = keyof DocumentKinds;
export type AutomaticServiceCode = DocumentKinds[DocumentKind]['serviceCode'];
export type RecordKind = {
  [K in DocumentKind]: DocumentKinds[K]['record'] extends undefined ? never : K;
}[DocumentKind];
export type DocumentRecord = DocumentKinds[RecordKind]['record'];

export const documentKindNames = Object.keys(documentKinds) as readonly DocumentKind[];
export const recordKinds = documentKindNames.filter(
  (kind): kind is RecordKind => documentKinds[kind].record !== undefined,
);

/** Nobody processes orders for these: they are documents, made at once. */
export const automaticServiceCodes: readonly AutomaticServiceCode[] = documentKindNames.map(
  (kind) => documentKinds[kind].serviceCode,
);

/** Undefined for services that are ordered. */
export const pageOfService = (code: string): DocumentKinds[DocumentKind]['page'] | undefined =>
  Object.values(documentKinds).find(({ serviceCode }) => serviceCode === code)?.page;

export const isDocumentKind = (kind: string): kind is DocumentKind => Object.hasOwn(documentKinds, kind);

/** Where a document opens. */
export const openPathOf = (kind: DocumentKind, fileCode: string): string =>
  `${documentKinds[kind].path}${fileCode}/`;
