// Corrects a birth registration copy: a new version, free of charge, opened in a new tab.
import { type SubmitEvent, useState } from 'react';
import type { StoredBirth } from '#contract/documents/birth-calls.ts';
import { birthFields } from '#contract/documents/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { type CallOptions, call } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { type Barcode, BirthFields } from './birth-fields.tsx';
import {
  type BirthFormField,
  type BirthValues,
  birthBody,
  findBirthErrors,
  valuesOfBirth,
  withBirthField,
} from './birth-state.ts';
import type { MadeCopy } from './copy-made.tsx';
import { useDraft } from './draft.ts';
import { type FormErrors, focusField, refusalWords, useMaking } from './making.ts';
import { useDocumentsText } from './text.ts';
import { UpdateFrame } from './update-frame.tsx';

interface Kept {
  values: BirthValues;
  barcode: Barcode;
}
type Body = NonNullable<CallOptions<'PATCH /account/new-birth-details/:id/'>['body']>;

export function EditBirthForm({ stored }: { stored: StoredBirth }) {
  const documents = useDocumentsText();
  const text = documents.birth;
  const language = useLanguage();
  const draft = useDraft<Kept>(`birth-${stored.id}-${stored.verification_code}`, () => ({
    values: valuesOfBirth(stored),
    barcode: { text: stored.left_bar_code, code: stored.qr_code },
  }));
  const [errors, setErrors] = useState<FormErrors<BirthFormField>>({});
  const [made, setMade] = useState<MadeCopy>();
  const { values, barcode } = draft.value;

  const making = useMaking({
    send: (body: Body, idempotencyKey) =>
      call('PATCH /account/new-birth-details/:id/', { params: { id: stored.id }, body, idempotencyKey }),
    onMade(answer, tab) {
      if (!answer.message || !answer.file_code) {
        tab.close();
        making.refuse(text.badAnswer);
        return;
      }
      notify.success(text.updated);
      const open_path = `/new-birth-certificate/${answer.file_code}/`;
      setMade({ open_path, verification_code: answer.verification_code, opened: tab.go(open_path) });
      draft.settle();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalWords(error, text.updateFailed),
    onFields: setErrors,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findBirthErrors(values, barcode.text);
    setErrors(
      Object.fromEntries(Object.entries(found).map(([field, key]) => [field, fieldMessage(key, language)])),
    );
    const first = ([...birthFields, 'left_bar_code'] as const).find((field) => found[field]);
    if (first) {
      const isMissing = Object.values(found).includes('required');
      making.refuse(isMissing ? documents.fillAll : fieldMessage(found[first]!, language));
      focusField(first);
      return;
    }
    setMade(undefined);
    making.start(birthBody(values, barcode));
  }

  return (
    <UpdateFrame
      making={making}
      made={made}
      restored={draft.restored}
      onForget={draft.forget}
      onSubmit={submit}
    >
      <BirthFields
        values={values}
        barcode={barcode}
        errors={errors}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: withBirthField(old.values, field, value) }));
          setErrors((old) => ({ ...old, [field]: undefined }));
          making.clearRefusal();
        }}
        onBarcode={(next) => {
          draft.set((old) => ({ ...old, barcode: next }));
          setErrors((old) => ({ ...old, left_bar_code: undefined }));
          making.clearRefusal();
        }}
      />
    </UpdateFrame>
  );
}
