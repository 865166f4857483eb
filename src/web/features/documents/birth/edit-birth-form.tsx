// Corrects a birth registration copy: a new version, free of charge, opened in a new tab.

import { useState } from 'react';
import type { StoredBirth } from '#contract/documents/birth-calls.ts';
import { openPathOf } from '#contract/documents/kinds.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useDraft } from '../../drafts/draft.ts';
import type { MadeCopy } from '../made/copy-made.tsx';
import { refusalWords, useMaking } from '../making.ts';
import { useDocumentsText } from '../text.ts';
import { UpdateFrame } from '../update-frame.tsx';
import { type Barcode, BirthFields } from './birth-fields.tsx';
import {
  type BirthValues,
  birthBody,
  birthFormFields,
  findBirthErrors,
  valuesOfBirth,
  withBirthField,
} from './birth-state.ts';

interface FormState {
  values: BirthValues;
  barcode: Barcode;
}
type Body = NonNullable<CallOptions<'PATCH /account/new-birth-details/:id/'>['body']>;

export function EditBirthForm({ stored }: { stored: StoredBirth }) {
  const documents = useDocumentsText();
  const text = documents.birth;
  const draftName = `birth-${stored.id}-${stored.verification_code}`;
  const draft = useDraft<FormState>(draftName, () => ({
    values: valuesOfBirth(stored),
    barcode: { text: stored.left_bar_code, code: stored.qr_code },
  }));

  const [made, setMade] = useState<MadeCopy>();
  const { values, barcode } = draft.value;

  const making = useMaking({
    draft,
    outbox: {
      call: 'PATCH /account/new-birth-details/:id/',
      params: { id: stored.id },
      title: text.title,
      draft: draftName,
    },
    send: (body: Body, idempotencyKey) =>
      call('PATCH /account/new-birth-details/:id/', { params: { id: stored.id }, body, idempotencyKey }),
    onMade(answer, tab) {
      if (!answer.message || !answer.file_code) {
        tab.close();
        making.refuse(text.badAnswer);
        return;
      }
      notify.success(text.updated);
      const open_path = openPathOf('birth', answer.file_code);
      setMade({ open_path, verification_code: answer.verification_code, opened: tab.go(open_path) });
      draft.markSaved();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalWords(error, text.updateFailed),
    fields: birthFormFields,
    missing: documents.fillAll,
    check: (state) => findBirthErrors(state.values, state.barcode.text),
    body: (state) => birthBody(state.values, state.barcode),
  });
  const { errors } = making;

  return (
    <UpdateFrame making={making} made={made} restored={draft.restored} onForget={draft.forget}>
      <BirthFields
        values={values}
        barcode={barcode}
        errors={errors}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: withBirthField(old.values, field, value) }));
          making.clear(field);
        }}
        onBarcode={(next) => {
          draft.set((old) => ({ ...old, barcode: next }));
          making.clear('left_bar_code');
        }}
      />
    </UpdateFrame>
  );
}
