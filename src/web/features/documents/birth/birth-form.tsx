// The form of the birth registration copy: look up or type, correct, generate.

import { useState } from 'react';
import { barcodeKeywords } from '#contract/codes.ts';
import { formatDecimal } from '#contract/money.ts';
import { type CallOptions, call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { PricePreview } from '../../wallet/price-preview.tsx';
import { Shortage } from '../../wallet/shortage.tsx';
import { AutoRetryNotice } from '../auto-retry.tsx';
import { KeepTypedDialog, useKeepTypedQuestion } from '../keep-typed-dialog.tsx';
import { CopyMade, type MadeCopy } from '../made/copy-made.tsx';
import { RecentCopyDialog, useRecentCopy } from '../made/recent-copy.tsx';
import { PaperPreview } from '../paper-preview.tsx';
import { type Filling, refill, typedTexts, withoutTyped, withTyped } from '../refill.ts';
import { useDocumentsText } from '../text.ts';
import { refusalMessage, useDocumentForm } from '../use-document-form.ts';
import { type Barcode, BirthFields } from './birth-fields.tsx';
import { BirthLookup, type LookupQuestion } from './birth-lookup.tsx';
import {
  type BirthValues,
  birthBody,
  birthFormFields,
  blankBirth,
  findBirthErrors,
  valuesOfLookup,
  withBirthField,
} from './birth-state.ts';

interface FormState {
  question: LookupQuestion;
  values: BirthValues;
  filling: Filling<BirthValues>;
  barcode: Barcode;
  lookupId: string | null;
}
type Body = CallOptions<'POST /account/new-birth-certificate/'>['body'];

const blank = (): FormState => ({
  question: { number: '', date: '' },
  values: blankBirth(),
  filling: {},
  barcode: { text: barcodeKeywords[0], code: '' },
  lookupId: null,
});

function refilled(old: FormState, read: Partial<BirthValues>): Pick<FormState, 'values' | 'filling'> {
  const { values, ...filling } = refill(old.values, blankBirth(), old.filling, read);
  return { values, filling };
}

const recordOf = ({ values, barcode, lookupId }: FormState) => ({
  ...birthBody(values, barcode),
  lookup_id: lookupId,
});

/** The dialog moves the focus once more when it closes. */
const dialogCloseMs = 150;

/** The filled fields are below: focuses the first one left empty, or the first of all. */
function focusFirstEmpty(form: HTMLFormElement | null): void {
  // A user who is already in another field stays there; a button is where the dialog was opened.
  if (document.activeElement?.matches('input, select, textarea')) return;
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('[aria-required=true]') ?? [])];
  const next = fields.find(({ value }) => value.trim() === '') ?? fields[0];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

export function BirthForm({ pricePaisa }: { pricePaisa: bigint }) {
  const documents = useDocumentsText();
  const { nid } = documents;
  const text = documents.birth;
  const draft = useDraft('birth', blank);

  const [made, setMade] = useState<MadeCopy>();
  const { question, values, filling, barcode } = draft.value;
  const typedQuestion = useKeepTypedQuestion(filling.typed);
  const recent = useRecentCopy('birth', values.birth_certificate_no);

  const making = useDocumentForm({
    draft,
    send: (body: Body, idempotencyKey) =>
      call('POST /account/new-birth-certificate/', { body, idempotencyKey }),
    onMade(answer, tab, before) {
      notify.success(answer.message || text.created);
      setMade({ ...answer.data, opened: tab.navigate(answer.data.open_path), before });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    words: (error) => text.generateFailed(refusalMessage(error, documents.noResponse)),
    fields: birthFormFields,
    stops: typedQuestion.askAgain,
    asks: recent.asks,
    missing: documents.fillAll,
    check: (state) => findBirthErrors(state.values, state.barcode.text),
    body: (state) => ({ ...recordOf(state), shown_price: formatDecimal(pricePaisa) }),
  });
  const { errors } = making;

  if (made) return <CopyMade made={made} onAnother={() => setMade(undefined)} />;
  return (
    <div className="space-y-4">
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <Shortage pricePaisa={pricePaisa} />
      <BirthLookup
        question={question}
        onQuestion={(next) => draft.set((old) => ({ ...old, question: next }))}
        onFound={(number, answer) => {
          draft.set((old) => ({
            ...old,
            ...refilled(old, valuesOfLookup(number, answer)),
            lookupId: answer.lookup_id,
          }));
          making.clear();
          setTimeout(() => focusFirstEmpty(making.ref.current), dialogCloseMs);
        }}
      />
      <Form form={making} className="space-y-4">
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
        <KeepTypedDialog
          typed={typedTexts(filling, text.fields)}
          question={typedQuestion}
          onKeep={() => draft.set(withTyped)}
          onDrop={() => draft.set(withoutTyped)}
        />
        <RecentCopyDialog recent={recent} pricePaisa={pricePaisa} onAgain={() => making.send(draft.value)} />
        <Card>
          <PricePreview
            pricePaisa={pricePaisa}
            form={making}
            labels={{ price: nid.price, after: nid.after }}
            always
            hint={nid.consent}
          />
          <AutoRetryNotice {...making.autoRetry} />
          <div className="mt-4 flex flex-col gap-2 sm:flex-row-reverse">
            <Button type="submit" size="large" busy={making.busy}>
              {making.busy ? nid.saving : text.generate}
            </Button>
            <PaperPreview
              of={draft.value}
              making={making}
              check={() => findBirthErrors(values, barcode.text)}
              send={() =>
                call('POST /account/new-birth-certificate/preview/', { body: recordOf(draft.value) })
              }
            />
          </div>
        </Card>
      </Form>
    </div>
  );
}
