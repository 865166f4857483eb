// The kinds of documents that the automatic services make. Routes, files, reports, forms and tests derive from this table; the template of a kind
// is `templates/<kind>.typ` with hyphens. Without zod, shared with the screens.

/** Its name in lists of files; kinds may share one. */
export const fileTypes = {
  id_card: { bn: 'এনআইডি', en: 'NID' },
  server_copy: { bn: 'সার্ভার কপি', en: 'Server copy' },
  tin: { bn: 'টিন', en: 'TIN' },
  new_birth: { bn: 'জন্ম নিবন্ধন', en: 'Birth registration' },
} as const;
export type FileType = keyof typeof fileTypes;

interface KindOfDocument {
  /** Its path, before the file code. */
  readonly path: `/${string}/`;
  readonly summary: string;
  /** The automatic service that sells it. */
  readonly serviceCode: string;
  readonly fileType: FileType;
  readonly label: { readonly bn: string; readonly en: string };
  /** Where its owner corrects it, and the field of a file that names its record; undefined for documents with a registry's data. */
  readonly editor: { readonly path: string; readonly idField: string } | undefined;
}

export const documentKinds = {
  nid: {
    path: '/nid/',
    summary: 'An NID record as a PDF',
    serviceCode: 'AF',
    fileType: 'id_card',
    label: { bn: 'এনআইডি তথ্য কপি', en: 'NID information copy' },
    editor: { path: '/app/edit-nid/$id', idField: 'nid_info_id' },
  },
  sign_to_server: {
    path: '/sign-to-server/',
    summary: 'A sign-to-server copy as a PDF',
    serviceCode: 'AI',
    fileType: 'server_copy',
    label: { bn: 'সাইন টু সার্ভার কপি', en: 'Sign-to-server copy' },
    editor: { path: '/app/sign2server/edit/$id', idField: 'sign_to_server_id' },
  },
  tin: {
    path: '/tin-certificate/',
    summary: 'A TIN certificate as a PDF',
    serviceCode: 'AJ',
    fileType: 'tin',
    label: { bn: 'টিন তথ্য কপি', en: 'TIN information copy' },
    editor: undefined,
  },
  server_copy_unofficial: {
    path: '/server-copy-unofficial/',
    summary: 'An unofficial server copy as a PDF',
    serviceCode: 'AH',
    fileType: 'server_copy',
    label: { bn: 'সার্ভার কপি', en: 'Server copy' },
    editor: undefined,
  },
  birth: {
    path: '/new-birth-certificate/',
    summary: 'A birth registration copy as a PDF',
    serviceCode: 'AG',
    fileType: 'new_birth',
    label: { bn: 'জন্ম নিবন্ধন তথ্য কপি', en: 'Birth registration information copy' },
    editor: { path: '/app/edit-birth-certificate/$id', idField: 'new_birth_certificate_id' },
  },
} as const satisfies Record<string, KindOfDocument>;

export type DocumentKinds = typeof documentKinds;
export type DocumentKind = keyof DocumentKinds;
export type AutomaticServiceCode = DocumentKinds[DocumentKind]['serviceCode'];
type EditorOf<K extends DocumentKind> = NonNullable<DocumentKinds[K]['editor']>;
export type DocumentEditor = EditorOf<DocumentKind>;

export const documentKindNames = Object.keys(documentKinds) as readonly DocumentKind[];

/** Nobody processes orders for these: they are documents, made at once. */
export const automaticServiceCodes: readonly AutomaticServiceCode[] = documentKindNames.map(
  (kind) => documentKinds[kind].serviceCode,
);

export const isDocumentKind = (kind: string): kind is DocumentKind => Object.hasOwn(documentKinds, kind);

/** Where a document opens. */
export const openPathOf = (kind: DocumentKind, fileCode: string): string =>
  `${documentKinds[kind].path}${fileCode}/`;
