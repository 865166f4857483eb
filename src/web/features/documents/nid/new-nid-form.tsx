// The form of the NID information copy: upload, compare, correct, save.

import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { NidExtraction } from '#contract/documents/calls.ts';
import { formatDecimal } from '#contract/money.ts';
import { call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { PricePreview } from '../../wallet/price-preview.tsx';
import { Shortage } from '../../wallet/shortage.tsx';
import { AutoRetryNotice } from '../auto-retry.tsx';
import { CopyCard, useCopyReader } from '../copy/copy-reader.tsx';
import { KeepTypedDialog, useKeepTypedQuestion } from '../keep-typed-dialog.tsx';
import { CopyMade, type MadeCopy } from '../made/copy-made.tsx';
import { RecentCopyDialog, useRecentCopy } from '../made/recent-copy.tsx';
import { PaperPreview } from '../paper-preview.tsx';
import { asDataUrl, bareBase64 } from '../picture.ts';
import { PictureDrop } from '../picture-drop.tsx';
import { ReadSummary } from '../read-summary.tsx';
import {
  type Filling,
  refill,
  stateOf,
  typedTexts,
  withoutTyped,
  withPicture,
  withTyped,
} from '../refill.ts';
import { useDocumentsText } from '../text.ts';
import { refusalMessage, useDocumentForm } from '../use-document-form.ts';
import { NidFields } from './nid-fields.tsx';
import {
  blankNid,
  bodyOfNid,
  findNidErrors,
  isOfKind,
  markedNidFields,
  type NidFormField,
  type NidValues,
  nidFormFields,
  valuesOfExtraction,
} from './nid-form-state.ts';

type Pictures = { photo?: string | undefined; signature?: string | undefined };
type NidForm = NidValues & Pictures;
interface FormState {
  values: NidForm;
  filling: Filling<NidForm>;
  extraction?: NidExtraction | undefined;
}
const blank = (): FormState => ({ values: blankNid(), filling: {} });
const noImages: NidExtraction['images'] = [{ base64_0: null }, { base64_1: null }];

const recordOf = ({ values, extraction }: FormState) => ({
  ...bodyOfNid(values, extraction),
  photo_base64: bareBase64(values.photo),
  signature_base64: bareBase64(values.signature),
});

const makingFields = [...nidFormFields, 'photo'] as const;

function useNewNid(pricePaisa: bigint) {
  const { nid: text } = useDocumentsText();
  const draft = useDraft('new-nid', blank);
  // Not part of the draft, because pictures of the page are not kept on the device.
  const [cutOuts, setCutOuts] = useState<NidExtraction['cut_outs']>();
  const [made, setMade] = useState<MadeCopy>();
  const typedQuestion = useKeepTypedQuestion(draft.value.filling.typed);
  const recent = useRecentCopy('nid', draft.value.values.national_id);
  const making = useDocumentForm({
    draft,
    fields: makingFields,
    stops: typedQuestion.askAgain,
    asks: recent.asks,
    summary: () => text.fillRequired,
    check: (state) => findNidErrors(state.values),
    body: (state) => ({ ...recordOf(state), shown_price: formatDecimal(pricePaisa) }),
    send: (body, idempotencyKey) => call('POST /account/nid-details/', { body, idempotencyKey }),
    onMade(answer, tab, before) {
      notify.success(text.saved);
      setMade({ ...answer.data, opened: tab.navigate(answer.data.open_path), before });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalMessage(error, text.saveFailed),
  });
  const reader = useCopyReader({
    text,
    calls: {
      atOnce: (form, signal) => call('POST /account/nid-extract/', { form, signal }),
      fromParts: (id, signal) =>
        call('POST /account/copy-uploads/:id/nid-extract/', { params: { id }, signal }),
    },
    onRead({ cut_outs, ...answer }) {
      setCutOuts(cut_outs);
      const [{ base64_0 }, { base64_1 }] = answer.images;
      const pictures = { photo: asDataUrl(base64_0), signature: asDataUrl(base64_1) };
      const read = { ...valuesOfExtraction(answer), ...pictures };
      draft.set((old) => {
        const { values, ...filling } = refill<NidForm>(old.values, blankNid(), old.filling, read);
        return { values, filling, extraction: { ...answer, images: noImages } };
      });
      making.clear();
    },
  });
  return { draft, making, reader, cutOuts, typedQuestion, recent, made, setMade };
}

export function NewNidForm({ pricePaisa }: { pricePaisa: bigint }) {
  const { nid: text } = useDocumentsText();
  const { draft, making, reader, cutOuts, typedQuestion, recent, made, setMade } = useNewNid(pricePaisa);
  const { values, filling, extraction } = draft.value;
  if (made) {
    return (
      <CopyMade
        made={made}
        onAnother={() => {
          setMade(undefined);
          reader.forget();
        }}
      />
    );
  }
  const busy = reader.busy || making.busy;
  const start = blankNid();
  const stateOfField = (field: NidFormField) =>
    stateOf<NidForm>(
      field,
      values,
      start,
      filling,
      extraction?.confidence[field],
      isOfKind(field, values[field]),
    );
  return (
    <Form form={making} className="space-y-4">
      {draft.restored ? (
        <DraftNotice pictureMissing={extraction !== undefined && !values.photo} onForget={draft.forget} />
      ) : null}
      <Shortage pricePaisa={pricePaisa} />
      <CopyCard reader={reader} disabled={making.busy}>
        {extraction ? <ReadSummary states={nidFormFields.map(stateOfField)} /> : null}
      </CopyCard>
      <Card title={text.images}>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['photo', 'signature'] as const).map((which) => (
            <PictureDrop
              key={which}
              of={which}
              label={text[which]}
              required={which === 'photo'}
              picture={values[which]}
              disabled={busy}
              onPicture={(picture, isPart) => {
                draft.set((old) => withPicture(old, which, picture, isPart));
                making.clear('photo');
              }}
              onRemove={() => draft.set((old) => withPicture(old, which, undefined, false))}
            />
          ))}
        </div>
      </Card>
      <NidFields
        values={values}
        errors={making.errors}
        required={markedNidFields}
        stateOf={stateOfField}
        cutOutOf={(field) => asDataUrl(cutOuts?.[field] ?? null)}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          making.clear(field);
        }}
      />
      <KeepTypedDialog
        typed={typedTexts(filling, { ...text.fields, photo: text.photo, signature: text.signature })}
        question={typedQuestion}
        onKeep={() => draft.set(withTyped)}
        onDrop={() => draft.set(withoutTyped)}
      />
      <RecentCopyDialog recent={recent} pricePaisa={pricePaisa} onAgain={() => making.send(draft.value)} />
      <Card>
        <PricePreview
          pricePaisa={pricePaisa}
          form={making}
          labels={{ price: text.price, after: text.after }}
          always
          hint={text.consent}
        />
        <AutoRetryNotice {...making.autoRetry} />
        <div className="mt-4 flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" size="large" busy={making.busy} disabled={busy}>
            {making.busy ? text.saving : text.save}
          </Button>
          <PaperPreview
            of={draft.value}
            making={making}
            check={() => findNidErrors(values)}
            send={() => call('POST /account/nid-details/preview/', { body: recordOf(draft.value) })}
            disabled={busy}
          />
          <Leave disabled={busy} onLeave={draft.forget} />
        </div>
      </Card>
    </Form>
  );
}

function Leave({ disabled, onLeave }: { disabled: boolean; onLeave: () => void }) {
  const { nid: text } = useDocumentsText();
  const common = useUiText().common;
  const router = useRouter();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" size="large" disabled={disabled} onClick={() => setAsking(true)}>
        {common.cancel}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          onLeave();
          if (router.history.canGoBack()) router.history.back();
          else void navigate({ to: '/app' });
        }}
        title={text.cancelTitle}
        description={text.cancelText}
        confirmLabel={text.cancelYes}
        keepLabel={text.cancelNo}
        danger
      />
    </>
  );
}
