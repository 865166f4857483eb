// Corrects a sign-to-server copy: a new version, free of charge, opened in a new tab.
import { type SubmitEvent, useState } from 'react';
import type { StoredServerCopy } from '#contract/documents/calls.ts';
import { type ServerCopyField, type ServerCopyType, serverCopyFields } from '#contract/documents/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { type CallOptions, call } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { usePortalText } from '../../text/portal.ts';
import { Card } from '../../ui/surface.tsx';
import type { MadeCopy } from './copy-made.tsx';
import { useDraft } from './draft.ts';
import { type FormErrors, focusField, refusalWords, useMaking } from './making.ts';
import { PictureDrop } from './picture-drop.tsx';
import { ServerCopyFields } from './server-copy-fields.tsx';
import { findServerCopyErrors, type ServerCopyValues, valuesOfStored } from './server-copy-state.ts';
import { useDocumentsText } from './text.ts';
import { UpdateFrame } from './update-frame.tsx';

interface Kept {
  values: ServerCopyValues;
  type: ServerCopyType;
  /** Only when it was replaced. */
  image?: string | undefined;
}
type Body = NonNullable<CallOptions<'PATCH /account/sing-to-server-copy/:id/'>['body']>;

export function EditServerCopyForm({ stored }: { stored: StoredServerCopy }) {
  const documents = useDocumentsText();
  const text = documents.signToServer;
  const { nid } = usePortalText();
  const language = useLanguage();
  const draft = useDraft<Kept>(`server-copy-${stored.id}-${stored.verification_code}`, () => ({
    values: valuesOfStored(stored),
    type: stored.server_copy_type,
  }));
  const [errors, setErrors] = useState<FormErrors<ServerCopyField>>({});
  const [made, setMade] = useState<MadeCopy>();
  const { values, type, image } = draft.value;

  const making = useMaking({
    send: (body: Body, idempotencyKey) =>
      call('PATCH /account/sing-to-server-copy/:id/', { params: { id: stored.id }, body, idempotencyKey }),
    onMade(answer, tab) {
      notify.success(answer.message || text.updated);
      const open_path = `/sign-to-server/${answer.file_code}/`;
      setMade({ open_path, verification_code: answer.verification_code, opened: tab.go(open_path) });
      draft.settle();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalWords(error, text.updateFailed),
    onFields: setErrors,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findServerCopyErrors(values, true);
    setErrors(
      Object.fromEntries(Object.entries(found).map(([field, key]) => [field, fieldMessage(key, language)])),
    );
    const first = serverCopyFields.find((field) => found[field]);
    if (first) {
      const isMissing = Object.values(found).includes('required');
      making.refuse(isMissing ? documents.fillAll : fieldMessage(found[first]!, language));
      focusField(first);
      return;
    }
    setMade(undefined);
    making.start({
      ...values,
      blood_group: values.blood_group as '',
      server_copy_type: type,
      ...(image ? { image } : {}),
    });
  }

  return (
    <UpdateFrame
      making={making}
      made={made}
      restored={draft.restored}
      onForget={draft.forget}
      onSubmit={submit}
    >
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
      <ServerCopyFields
        values={values}
        errors={errors}
        correcting
        type={type}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          setErrors((old) => ({ ...old, [field]: undefined }));
          making.clearRefusal();
        }}
        onType={(chosen) => draft.set((old) => ({ ...old, type: chosen }))}
      />
    </UpdateFrame>
  );
}
