import { expect, test } from 'vitest';
import { type DocumentRecord, documentKinds, recordKinds } from '#contract/documents/kinds.ts';
import { editorOf } from './editor-of.ts';

const none = Object.fromEntries(
  recordKinds.map((kind) => [documentKinds[kind].record.idField, null]),
) as Record<DocumentRecord['idField'], null>;

test('each kind of file leads to its own editor, or says why there is none', () => {
  expect(editorOf({ ...none, type: 'id_card', nid_info_id: 3 })).toEqual({ to: '/app/edit-nid/$id', id: 3 });
  expect(editorOf({ ...none, type: 'server_copy', sign_to_server_id: 4 })).toEqual({
    to: '/app/sign2server/edit/$id',
    id: 4,
  });
  expect(editorOf({ ...none, type: 'new_birth', new_birth_certificate_id: 5 })).toEqual({
    to: '/app/edit-birth-certificate/$id',
    id: 5,
  });
  expect(editorOf({ ...none, type: 'tin' })).toBe('not_editable');
  expect(editorOf({ ...none, type: 'server_copy' })).toBe('no_id');
});
