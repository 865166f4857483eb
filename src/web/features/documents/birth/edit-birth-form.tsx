// Corrects a birth registration copy: a new version, free of charge, opened in a new tab.

import type { StoredBirth } from '#contract/documents/birth-calls.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { CorrectionFrame, useCorrection } from '../correction.tsx';
import { useDocumentsText } from '../text.ts';
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
const path = 'PATCH /account/new-birth-details/:id/';
type Body = NonNullable<CallOptions<typeof path>['body']>;

export function EditBirthForm({ stored }: { stored: StoredBirth }) {
  const documents = useDocumentsText();
  const text = documents.birth;
  const correction = useCorrection({
    kind: 'birth',
    stored,
    name: 'birth',
    blank: (): FormState => ({
      values: valuesOfBirth(stored),
      barcode: { text: stored.left_bar_code, code: stored.qr_code },
    }),
    path,
    text,
    send: (body: Body, idempotencyKey) => call(path, { params: { id: stored.id }, body, idempotencyKey }),
    judge: (answer) => (answer.message && answer.file_code ? undefined : text.badAnswer),
    fields: birthFormFields,
    missing: documents.fillAll,
    check: (state) => findBirthErrors(state.values, state.barcode.text),
    body: (state) => birthBody(state.values, state.barcode),
  });
  const { draft, making } = correction;
  const { values, barcode } = draft.value;

  return (
    <CorrectionFrame of={correction}>
      <BirthFields
        values={values}
        barcode={barcode}
        errors={making.errors}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: withBirthField(old.values, field, value) }));
          making.clear(field);
        }}
        onBarcode={(next) => {
          draft.set((old) => ({ ...old, barcode: next }));
          making.clear('left_bar_code');
        }}
      />
    </CorrectionFrame>
  );
}
