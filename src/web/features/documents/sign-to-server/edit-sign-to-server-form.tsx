// Corrects a sign-to-server copy: a new version, free of charge, opened in a new tab.

import type { StoredSignToServerRecord } from '#contract/documents/calls.ts';
import { type ServerCopyType, signToServerFields } from '#contract/documents/rules.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { Card } from '../../../ui/surface.tsx';
import { CorrectionFrame, useCorrection } from '../correction.tsx';
import { PictureDrop } from '../picture-drop.tsx';
import { useDocumentsText } from '../text.ts';
import { SignToServerFields } from './sign-to-server-fields.tsx';
import {
  findSignToServerErrors,
  type SignToServerValues,
  sentValues,
  valuesOfStored,
} from './sign-to-server-state.ts';

interface FormState {
  values: SignToServerValues;
  type: ServerCopyType;
  /** Set only when it was replaced. */
  image?: string | undefined;
}
const path = 'PATCH /account/sing-to-server-copy/:id/';
type Body = NonNullable<CallOptions<typeof path>['body']>;

export function EditSignToServerForm({ stored }: { stored: StoredSignToServerRecord }) {
  const documents = useDocumentsText();
  const { nid } = documents;
  const text = documents.signToServer;
  const correction = useCorrection({
    kind: 'sign_to_server',
    stored,
    name: 'server-copy',
    blank: (): FormState => ({
      values: valuesOfStored(stored),
      type: stored.server_copy_type,
    }),
    path,
    text,
    send: (body: Body, idempotencyKey) => call(path, { params: { id: stored.id }, body, idempotencyKey }),
    fields: signToServerFields,
    missing: documents.fillAll,
    check: (state) => findSignToServerErrors(state.values, true),
    body: (state) => ({
      ...sentValues(state.values),
      server_copy_type: state.type,
      ...(state.image ? { image: state.image } : {}),
    }),
  });
  const { draft, making } = correction;
  const { values, type, image } = draft.value;

  return (
    <CorrectionFrame of={correction}>
      <Card title={nid.photo}>
        <div className="sm:max-w-sm">
          <PictureDrop
            of="photo"
            label={nid.photo}
            picture={image ?? stored.image ?? undefined}
            disabled={making.busy}
            onPicture={(picture) => draft.set((old) => ({ ...old, image: picture }))}
            onRemove={image ? () => draft.set((old) => ({ ...old, image: undefined })) : undefined}
          />
        </div>
      </Card>
      <SignToServerFields
        values={values}
        errors={making.errors}
        correcting
        type={type}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          making.clear(field);
        }}
        onType={(chosen) => draft.set((old) => ({ ...old, type: chosen }))}
      />
    </CorrectionFrame>
  );
}
