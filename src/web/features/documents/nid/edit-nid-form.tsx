// Corrects an NID copy: a new version, free of charge, opened in a new tab.

import { useState } from 'react';
import type { StoredNidRecord } from '#contract/documents/calls.ts';
import { openPathOf } from '#contract/documents/kinds.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { Card } from '../../../ui/surface.tsx';
import { useDraft } from '../../drafts/draft.ts';
import type { MadeCopy } from '../made/copy-made.tsx';
import { refusalWords, useMaking } from '../making.ts';
import { asDataUrl, bareBase64 } from '../picture.ts';
import { PictureDrop } from '../picture-drop.tsx';
import { useDocumentsText } from '../text.ts';
import { UpdateFrame } from '../update-frame.tsx';
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
  /** Only the replaced ones. */
  photo?: string | undefined;
  signature?: string | undefined;
}
type Body = NonNullable<CallOptions<'PATCH /account/nid-details/:id/'>['body']>;

export function EditNidForm({ stored }: { stored: StoredNidRecord }) {
  const { editNid: text, nid } = useDocumentsText();
  const draftName = `nid-${stored.id}-${stored.verification_code}`;
  const draft = useDraft<FormState>(draftName, () => ({
    values: valuesOfNid(stored),
  }));

  const [made, setMade] = useState<MadeCopy>();
  const { values } = draft.value;
  const pictures = {
    photo: asDataUrl(stored.photo_base64),
    signature: asDataUrl(stored.signature_base64, 'image/png'),
  };

  const making = useMaking({
    draft,
    outbox: {
      call: 'PATCH /account/nid-details/:id/',
      params: { id: stored.id },
      title: text.title,
      draft: draftName,
    },
    send: (body: Body, idempotencyKey) =>
      call('PATCH /account/nid-details/:id/', { params: { id: stored.id }, body, idempotencyKey }),
    onMade(answer, tab) {
      notify.success(text.updated);
      const open_path = openPathOf('nid', answer.file_code);
      setMade({ open_path, verification_code: answer.verification_code, opened: tab.go(open_path) });
      draft.markSaved();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalWords(error, text.updateFailed),
    fields: nidFormFields,
    missing: text.fillRequired,
    check: (now) => findNidErrors(now.values),
    body: ({ values: { ...record }, photo, signature }) => ({
      ...record,
      ...(photo ? { photo_base64: bareBase64(photo) } : {}),
      ...(signature ? { signature_base64: bareBase64(signature) } : {}),
    }),
  });
  const { errors } = making;

  return (
    <UpdateFrame making={making} made={made} restored={draft.restored} onForget={draft.forget}>
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
        values={values}
        errors={errors}
        required={requiredNidFields}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          making.clear(field);
        }}
      />
    </UpdateFrame>
  );
}
