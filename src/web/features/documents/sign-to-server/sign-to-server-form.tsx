// The form of the sign-to-server copy: upload, compare, correct, save.

import { useState } from 'react';
import type { SignCopyExtraction } from '#contract/documents/calls.ts';
import {
  type ServerCopyType,
  type SignToServerField,
  signToServerFields,
} from '#contract/documents/rules.ts';
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
import { CopyCard, useCopyReader } from '../copy/copy-reader.tsx';
import { KeepTypedDialog, useKeepTypedQuestion } from '../keep-typed-dialog.tsx';
import { CopyMade, type MadeCopy } from '../made/copy-made.tsx';
import { RecentCopyDialog, useRecentCopy } from '../made/recent-copy.tsx';
import { isOfKind } from '../nid/nid-form-state.ts';
import { PaperPreview } from '../paper-preview.tsx';
import { asDataUrl } from '../picture.ts';
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
import { SignToServerFields } from './sign-to-server-fields.tsx';
import {
  blankSignToServer,
  findSignToServerErrors,
  type SignToServerValues,
  sentValues,
  signToServerConfidence,
  sourceOf,
  valuesOfSignCopy,
} from './sign-to-server-state.ts';

type SignValues = SignToServerValues & { image?: string | undefined; signature?: string | undefined };
interface FormState {
  values: SignValues;
  filling: Filling<SignValues>;
  type: ServerCopyType;
  extraction?: Pick<SignCopyExtraction, 'extraction_id' | 'confidence'>;
}
type Body = CallOptions<'POST /account/create-sign-to-server/'>['body'];

const blank = (): FormState => ({ values: blankSignToServer(), filling: {}, type: 'old_qr' });

const recordOf = ({ values, type, extraction }: FormState): Body => ({
  ...sentValues(values),
  server_copy_type: type,
  image: values.image ?? null,
  signature: values.signature ?? null,
  extraction_id: extraction?.extraction_id ?? null,
});

function useSignToServer(pricePaisa: bigint) {
  const documents = useDocumentsText();
  const text = documents.signToServer;
  const draft = useDraft('sign-to-server', blank);
  // Not part of the draft, because pictures of the page are not kept on the device.
  const [cutOuts, setCutOuts] = useState<SignCopyExtraction['cut_outs']>();
  const [made, setMade] = useState<MadeCopy>();
  const typedQuestion = useKeepTypedQuestion(draft.value.filling.typed);
  const recent = useRecentCopy('sign_to_server', draft.value.values.nid_number);
  const making = useDocumentForm({
    draft,
    fields: signToServerFields,
    stops: typedQuestion.askAgain,
    asks: recent.asks,
    missing: documents.fillAll,
    check: (state) => findSignToServerErrors(state.values, false),
    body: (state): Body => ({ ...recordOf(state), shown_price: formatDecimal(pricePaisa) }),
    send: (body, idempotencyKey) => call('POST /account/create-sign-to-server/', { body, idempotencyKey }),
    onMade(answer, tab, before) {
      notify.success(text.created);
      setMade({ ...answer.data, opened: tab.navigate(answer.data.open_path), before });
      draft.forget();
      reader.forget();
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalMessage(error, text.createFailed),
  });
  const reader = useCopyReader({
    text: { ...text, noResponse: text.extractFailed },
    calls: {
      atOnce: (form, signal) => call('POST /account/sign-copy-extract/', { form, signal }),
      fromParts: (id, signal) =>
        call('POST /account/copy-uploads/:id/sign-copy-extract/', { params: { id }, signal }),
    },
    onRead(answer) {
      setCutOuts(answer.cut_outs);
      const [{ base64_0 }, { base64_1 }] = answer.images;
      const pictures = { image: asDataUrl(base64_0), signature: asDataUrl(base64_1) };
      const read = { ...valuesOfSignCopy(answer), ...pictures };
      draft.set(({ values: shown, filling: earlier, ...old }) => {
        const { values, ...filling } = refill<SignValues>(shown, blankSignToServer(), earlier, read);
        const { extraction_id, confidence } = answer;
        return { ...old, values, filling, extraction: { extraction_id, confidence } };
      });
      making.clear();
    },
  });
  return { draft, making, reader, cutOuts, typedQuestion, recent, made, setMade };
}

export function SignToServerForm({ pricePaisa }: { pricePaisa: bigint }) {
  const { signToServer: text, nid } = useDocumentsText();
  const { draft, making, reader, cutOuts, typedQuestion, recent, made, setMade } =
    useSignToServer(pricePaisa);
  const { values, filling, type, extraction } = draft.value;
  if (made) return <CopyMade made={made} onAnother={() => setMade(undefined)} />;
  const busy = reader.busy || making.busy;
  const start = blankSignToServer();
  const stateOfField = (field: SignToServerField) =>
    stateOf<SignValues>(
      field,
      values,
      start,
      filling,
      signToServerConfidence(extraction, field),
      isOfKind(field, values[field]),
    );
  return (
    <Form form={making} className="space-y-4">
      {draft.restored ? (
        <DraftNotice pictureMissing={extraction !== undefined && !values.image} onForget={draft.forget} />
      ) : null}
      <Shortage pricePaisa={pricePaisa} />
      <CopyCard reader={reader} disabled={making.busy}>
        {extraction ? <ReadSummary states={signToServerFields.map(stateOfField)} /> : null}
      </CopyCard>
      <Card title={nid.images}>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['image', 'signature'] as const).map((which) => (
            <PictureDrop
              key={which}
              of={which === 'image' ? 'photo' : 'signature'}
              label={which === 'image' ? nid.photo : nid.signature}
              picture={values[which]}
              disabled={busy}
              onPicture={(picture, isPart) => draft.set((old) => withPicture(old, which, picture, isPart))}
              onRemove={() => draft.set((old) => withPicture(old, which, undefined, false))}
            />
          ))}
        </div>
      </Card>
      <SignToServerFields
        values={values}
        errors={making.errors}
        correcting={false}
        stateOf={stateOfField}
        cutOutOf={(field) => asDataUrl(cutOuts?.[sourceOf(field)] ?? null)}
        type={type}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          making.clear(field);
        }}
        onType={(chosen) => draft.set((old) => ({ ...old, type: chosen }))}
      />
      <KeepTypedDialog
        typed={typedTexts(filling, { ...text.fields, image: nid.photo, signature: nid.signature })}
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
          <Button type="submit" size="large" busy={making.busy} disabled={busy}>
            {making.busy ? nid.saving : text.save}
          </Button>
          <PaperPreview
            of={draft.value}
            making={making}
            check={() => findSignToServerErrors(values, false)}
            send={() => call('POST /account/create-sign-to-server/preview/', { body: recordOf(draft.value) })}
            disabled={busy}
          />
        </div>
      </Card>
    </Form>
  );
}
