// Which editor a file opens in.
import { type DocumentEditor, documentKindNames, documentKinds } from '#contract/documents/kinds.ts';
import type { File as PortalFile } from '#contract/files/calls.ts';

export type EditorAddress = { to: DocumentEditor['path']; id: number } | 'not_editable' | 'no_id';

type Editable = Pick<PortalFile, 'type' | DocumentEditor['idField']>;

/** Data returned by a registry cannot be corrected here; a file whose record is gone has no id. */
export function editorOf(file: Editable): EditorAddress {
  const editors = documentKindNames
    .map((kind) => documentKinds[kind])
    .filter(({ fileType }) => fileType === file.type)
    .flatMap(({ editor }) => editor ?? []);
  if (editors.length === 0) return 'not_editable';
  for (const { path: to, idField } of editors) {
    const id = file[idField];
    if (id !== null) return { to, id };
  }
  return 'no_id';
}
