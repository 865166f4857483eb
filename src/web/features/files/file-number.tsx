import type { File } from '#contract/files/calls.ts';
import { call } from '../../lib/api/api.ts';
import { MaskedNumber } from '../../ui/masked-number.tsx';

/** The number that a file is about, in a list for staff. */
export function FileNumber({ file }: { file: File }) {
  const reveal = async () =>
    (await call('GET /account/myfile/:id/number/', { params: { id: file.id } })).number;
  return <MaskedNumber shown={file.nid_or_brn_number} reveal={reveal} />;
}
