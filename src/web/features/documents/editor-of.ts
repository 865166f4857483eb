// Which editor opens a file.
import { type DocumentRecord, documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import type { File as PortalFile } from '#contract/files/calls.ts';

export type EditorAddress = { to: DocumentRecord['editor']; id: number } | 'not_editable' | 'no_id';

type Editable = Pick<PortalFile, 'type' | DocumentRecord['idField']>;

/** Returns no editor for data returned by a registry, which cannot be corrected here, nor for a file without a record id. */
export function editorOf(file: Editable): EditorAddress {
  const records = documentKindNames
    .map((kind) => documentKinds[kind])
    .filter(({ fileType }) => fileType === file.type)
    .flatMap(({ record }) => record ?? []);
  if (records.length === 0) return 'not_editable';
  for (const { editor: to, idField } of records) {
    const id = file[idField];
    if (id !== null) return { to, id };
  }
  return 'no_id';
}
