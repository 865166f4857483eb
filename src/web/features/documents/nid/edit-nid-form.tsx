// Corrects an NID copy: a new version, free of charge, opened in a new tab.

import type { StoredNidRecord } from '#contract/documents/calls.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { Card } from '../../../ui/surface.tsx';
import { CorrectionFrame, useCorrection } from '../correction.tsx';
import { asDataUrl, bareBase64 } from '../picture.ts';
import { PictureDrop } from '../picture-drop.tsx';
import { useDocumentsText } from '../text.ts';
import { NidFields } from './nid-fields.tsx';
import {
  findNidErrors,
  type NidValues,
  nidFormFields,
  requiredNidFields,
  valuesOfNid,
} from './nid-form-state.ts';

interface FormState {
  values: NidValues;
  /** Set only if it was replaced. */
  photo?: string | undefined;
  signature?: string | undefined;
}
const path = 'PATCH /account/nid-details/:id/';
type Body = NonNullable<CallOptions<typeof path>['body']>;

export function EditNidForm({ stored }: { stored: StoredNidRecord }) {
  const { editNid: text, nid } = useDocumentsText();
  const correction = useCorrection({
    kind: 'nid',
    stored,
    name: 'nid',
    blank: (): FormState => ({ values: valuesOfNid(stored) }),
    path,
    text,
    send: (body: Body, idempotencyKey) => call(path, { params: { id: stored.id }, body, idempotencyKey }),
    fields: nidFormFields,
    missing: text.fillRequired,
    check: (now) => findNidErrors(now.values),
    body: ({ values: { ...record }, photo, signature }) => ({
      ...record,
      ...(photo ? { photo_base64: bareBase64(photo) } : {}),
      ...(signature ? { signature_base64: bareBase64(signature) } : {}),
    }),
  });
  const { draft, making } = correction;
  const pictures = {
    photo: asDataUrl(stored.photo_base64),
    signature: asDataUrl(stored.signature_base64, 'image/png'),
  };

  return (
    <CorrectionFrame of={correction}>
      <Card title={nid.images}>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['photo', 'signature'] as const).map((which) => (
            <PictureDrop
              key={which}
              of={which}
              label={nid[which]}
              picture={draft.value[which] ?? pictures[which]}
              disabled={making.busy}
              onPicture={(picture) => draft.set((old) => ({ ...old, [which]: picture }))}
              onRemove={
                draft.value[which] ? () => draft.set((old) => ({ ...old, [which]: undefined })) : undefined
              }
            />
          ))}
        </div>
      </Card>
      <NidFields
        values={draft.value.values}
        errors={making.errors}
        required={requiredNidFields}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          making.clear(field);
        }}
      />
    </CorrectionFrame>
  );
}
