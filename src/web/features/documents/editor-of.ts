// Which editor a file belongs to.
import type { File as PortalFile } from '#contract/files/calls.ts';

export type EditorAddress =
  | { to: '/app/edit-nid/$id' | '/app/sign2server/edit/$id' | '/app/edit-birth-certificate/$id'; id: number }
  | 'not_editable'
  | 'no_id';

type Editable = Pick<PortalFile, 'type' | 'nid_info_id' | 'sign_to_server_id' | 'new_birth_certificate_id'>;

/** What a registry returned cannot be corrected here; a file whose record is gone names no id. */
export function editorOf(file: Editable): EditorAddress {
  if (file.type === 'tin') return 'not_editable';
  const [to, id] = (
    {
      id_card: ['/app/edit-nid/$id', file.nid_info_id],
      server_copy: ['/app/sign2server/edit/$id', file.sign_to_server_id],
      new_birth: ['/app/edit-birth-certificate/$id', file.new_birth_certificate_id],
    } as const
  )[file.type];
  return id === null ? 'no_id' : { to, id };
}
