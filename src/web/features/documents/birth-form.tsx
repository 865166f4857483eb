// Look up or type, correct, generate: the form of the birth registration copy.
import { type SubmitEvent, useState } from 'react';
import { barcodeKeywords } from '#contract/codes.ts';
import { birthFields } from '#contract/documents/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { formatDecimal } from '#contract/money.ts';
import { type CallOptions, call } from '../../lib/api.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { usePortalText } from '../../text/portal.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { PricePreview } from '../wallet/price-preview.tsx';
import { type Barcode, BirthFields } from './birth-fields.tsx';
import { BirthLookup, type LookupQuestion } from './birth-lookup.tsx';
import {
  type BirthFormField,
  type BirthValues,
  birthBody,
  blankBirth,
  findBirthErrors,
  valuesOfLookup,
  withBirthField,
} from './birth-state.ts';
import { CopyMade, type MadeCopy } from './copy-made.tsx';
import { useDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { type FormErrors, focusField, refusalWords, useMaking } from './making.ts';
import { type Filling, refill, typedTexts, withoutTyped, withTyped } from './refill.ts';
import { useDocumentsText } from './text.ts';
import { TypedDialog, useTypedQuestion } from './typed-dialog.tsx';

interface Kept {
  question: LookupQuestion;
  values: BirthValues;
  filling: Filling<BirthValues>;
  barcode: Barcode;
  lookupId: string | null;
}
type Body = CallOptions<'POST /account/new-birth-certificate/'>['body'];

const blank = (): Kept => ({
  question: { number: '', date: '' },
  values: blankBirth(),
  filling: {},
  barcode: { text: barcodeKeywords[0], code: '' },
  lookupId: null,
});

function refilled(old: Kept, read: Partial<BirthValues>): Pick<Kept, 'values' | 'filling'> {
  const { values, ...filling } = refill(old.values, blankBirth(), old.filling, read);
  return { values, filling };
}

export function BirthForm({ pricePaisa }: { pricePaisa: bigint }) {
  const documents = useDocumentsText();
  const text = documents.birth;
  const { nid, recharge } = usePortalText();
  const language = useLanguage();
  const draft = useDraft('birth', blank);
  const [errors, setErrors] = useState<FormErrors<BirthFormField>>({});
  const [made, setMade] = useState<MadeCopy>();
  const { question, values, filling, barcode, lookupId } = draft.value;
  const typedQuestion = useTypedQuestion(filling.typed);

  const making = useMaking({
    send: (body: Body, idempotencyKey) =>
      call('POST /account/new-birth-certificate/', { body, idempotencyKey }),
    onMade(answer, tab) {
      notify.success(answer.message || text.created);
      setMade({ ...answer.data, opened: tab.go(answer.data.open_path) });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    words: (error) => text.generateFailed(refusalWords(error, documents.noResponse)),
    onFields: setErrors,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (typedQuestion.askAgain()) return;
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
    making.start({
      ...birthBody(values, barcode),
      lookup_id: lookupId,
      shown_price: formatDecimal(pricePaisa),
    });
  }

  if (made) return <CopyMade made={made} onAnother={() => setMade(undefined)} />;
  return (
    <div className="space-y-4">
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <BirthLookup
        question={question}
        onQuestion={(next) => draft.set((old) => ({ ...old, question: next }))}
        onFound={(number, answer) => {
          draft.set((old) => ({
            ...old,
            ...refilled(old, valuesOfLookup(number, answer)),
            lookupId: answer.lookup_id,
          }));
          setErrors({});
          making.clearRefusal();
        }}
      />
      <form noValidate onSubmit={submit} className="space-y-4">
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
        <TypedDialog
          typed={typedTexts(filling, text.fields)}
          question={typedQuestion}
          onKeep={() => draft.set(withTyped)}
          onDrop={() => draft.set(withoutTyped)}
        />
        <Card>
          <PricePreview
            pricePaisa={pricePaisa}
            labels={{ price: nid.price, after: nid.after, short: nid.short, recharge: recharge.goOn }}
            hint={nid.consent}
          />
          {making.refusal === '' ? null : (
            <Notice tone="bad" role="alert" className="mt-4">
              {making.refusal}
            </Notice>
          )}
          <div className="mt-4 flex flex-col sm:flex-row-reverse">
            <Button type="submit" size="large" busy={making.busy}>
              {making.busy ? nid.saving : text.generate}
            </Button>
          </div>
        </Card>
      </form>
    </div>
  );
}
