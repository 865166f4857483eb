// Corrects a sign-to-server copy: a new version, free of charge, opened in a new tab.

import { useState } from 'react';
import type { StoredSignToServerRecord } from '#contract/documents/calls.ts';
import { openPathOf } from '#contract/documents/kinds.ts';
import { type ServerCopyType, signToServerFields } from '#contract/documents/rules.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { Card } from '../../../ui/surface.tsx';
import { useDraft } from '../../drafts/draft.ts';
import type { MadeCopy } from '../made/copy-made.tsx';
import { refusalWords, useMaking } from '../making.ts';
import { PictureDrop } from '../picture-drop.tsx';
import { useDocumentsText } from '../text.ts';
import { UpdateFrame } from '../update-frame.tsx';
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
type Body = NonNullable<CallOptions<'PATCH /account/sing-to-server-copy/:id/'>['body']>;

export function EditSignToServerForm({ stored }: { stored: StoredSignToServerRecord }) {
  const documents = useDocumentsText();
  const { nid } = documents;
  const text = documents.signToServer;
  const draftName = `server-copy-${stored.id}-${stored.verification_code}`;
  const draft = useDraft<FormState>(draftName, () => ({
    values: valuesOfStored(stored),
    type: stored.server_copy_type,
  }));

  const [made, setMade] = useState<MadeCopy>();
  const { values, type, image } = draft.value;

  const making = useMaking({
    draft,
    outbox: {
      call: 'PATCH /account/sing-to-server-copy/:id/',
      params: { id: stored.id },
      title: text.title,
      draft: draftName,
    },
    send: (body: Body, idempotencyKey) =>
      call('PATCH /account/sing-to-server-copy/:id/', { params: { id: stored.id }, body, idempotencyKey }),
    onMade(answer, tab) {
      notify.success(text.updated);
      const open_path = openPathOf('sign_to_server', answer.file_code);
      setMade({ open_path, verification_code: answer.verification_code, opened: tab.go(open_path) });
      draft.markSaved();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalWords(error, text.updateFailed),
    fields: signToServerFields,
    missing: documents.fillAll,
    check: (state) => findSignToServerErrors(state.values, true),
    body: (state) => ({
      ...sentValues(state.values),
      server_copy_type: state.type,
      ...(state.image ? { image: state.image } : {}),
    }),
  });
  const { errors } = making;

  return (
    <UpdateFrame making={making} made={made} restored={draft.restored} onForget={draft.forget}>
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
        errors={errors}
        correcting
        type={type}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          making.clear(field);
        }}
        onType={(chosen) => draft.set((old) => ({ ...old, type: chosen }))}
      />
    </UpdateFrame>
  );
}
