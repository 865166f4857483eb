// Upload, compare, correct, save: the form of the sign-to-server copy.
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { SignCopyExtraction } from '#contract/documents/calls.ts';
import {
  maximumPdfBytes,
  type ServerCopyField,
  type ServerCopyType,
  serverCopyFields,
} from '#contract/documents/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { formatDecimal } from '#contract/money.ts';
import { type CallOptions, call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { usePortalText } from '../../text/portal.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { PricePreview } from '../wallet/price-preview.tsx';
import { sureFrom } from './confidence-mark.tsx';
import { CopyMade, type MadeCopy } from './copy-made.tsx';
import { useDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { type FormErrors, focusField, refusalWords, useMaking } from './making.ts';
import { asDataUrl } from './picture.ts';
import { PictureDrop } from './picture-drop.tsx';
import {
  confidenceOf,
  type Filling,
  refill,
  typedTexts,
  withoutTyped,
  withPicture,
  withTyped,
} from './refill.ts';
import { ServerCopyFields } from './server-copy-fields.tsx';
import {
  blankServerCopy,
  findServerCopyErrors,
  type ServerCopyValues,
  serverCopyConfidence,
  valuesOfSignCopy,
} from './server-copy-state.ts';
import { useDocumentsText } from './text.ts';
import { TypedDialog, useTypedQuestion } from './typed-dialog.tsx';

type Form = ServerCopyValues & { image?: string | undefined; signature?: string | undefined };
interface Kept {
  values: Form;
  filling: Filling<Form>;
  type: ServerCopyType;
  extraction?: Pick<SignCopyExtraction, 'extraction_id' | 'confidence'>;
}
type Errors = FormErrors<ServerCopyField | 'pdf'>;
type Body = CallOptions<'POST /account/create-sign-to-server/'>['body'];

const blank = (): Kept => ({ values: blankServerCopy(), filling: {}, type: 'old_qr' });

export function SignToServerForm({ pricePaisa }: { pricePaisa: bigint }) {
  const documents = useDocumentsText();
  const text = documents.signToServer;
  const { nid, recharge } = usePortalText();
  const language = useLanguage();
  const draft = useDraft('sign-to-server', blank);
  const [errors, setErrors] = useState<Errors>({});
  const [copy, setCopy] = useState<File>();
  const [made, setMade] = useState<MadeCopy>();
  const { values, filling, type, extraction } = draft.value;
  const typedQuestion = useTypedQuestion(filling.typed);

  const extract = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.set('file', file);
      return call('POST /account/sign-copy-extract/', { form });
    },
    onSuccess(answer, file) {
      const [{ base64_0 }, { base64_1 }] = answer.images;
      const pictures = { image: asDataUrl(base64_0), signature: asDataUrl(base64_1) };
      const read = { ...valuesOfSignCopy(answer), ...pictures };
      draft.set(({ values: shown, filling: earlier, ...old }) => {
        const { values, ...filling } = refill<Form>(shown, blankServerCopy(), earlier, read);
        const { extraction_id, confidence } = answer;
        return { ...old, values, filling, extraction: { extraction_id, confidence } };
      });
      setCopy(file);
      setErrors({});
      making.clearRefusal();
      notify.success(text.extracted);
    },
    onError(error) {
      const words = error instanceof ApiError ? errorWords(error, text.extractFailed) : documents.noResponse;
      setErrors((old) => ({ ...old, pdf: words }));
      notify.error(words);
    },
  });

  function takeCopy(file: File) {
    const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
    const error = !isPdf ? text.notPdf : file.size > maximumPdfBytes ? nid.pdfTooLarge : undefined;
    setErrors((old) => ({ ...old, pdf: error }));
    if (error) return notify.error(error);
    extract.mutate(file);
  }

  const making = useMaking({
    send: (body: Body, idempotencyKey) =>
      call('POST /account/create-sign-to-server/', { body, idempotencyKey }),
    onMade(answer, tab) {
      notify.success(answer.message || text.created);
      setMade({ ...answer.data, opened: tab.go(answer.data.open_path) });
      draft.forget();
      setCopy(undefined);
      window.scrollTo({ top: 0 });
    },
    words: (error) => refusalWords(error, text.createFailed),
    onFields: setErrors,
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (typedQuestion.askAgain()) return;
    const found = findServerCopyErrors(values, false);
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
    making.start({
      ...values,
      blood_group: values.blood_group as '',
      server_copy_type: type,
      image: values.image ?? null,
      signature: values.signature ?? null,
      shown_price: formatDecimal(pricePaisa),
      extraction_id: extraction?.extraction_id ?? null,
    });
  }

  if (made) return <CopyMade made={made} onAnother={() => setMade(undefined)} />;
  const busy = extract.isPending || making.busy;
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {draft.restored ? (
        <DraftNotice pictureMissing={extraction !== undefined && !values.image} onForget={draft.forget} />
      ) : null}
      <Card>
        <FileDrop
          label={nid.copy}
          hint={nid.copyHint}
          accept="application/pdf,.pdf"
          file={extract.isPending ? extract.variables : copy}
          busy={extract.isPending ? nid.reading : undefined}
          disabled={making.busy}
          error={errors.pdf}
          onFile={takeCopy}
        />
        {extraction ? <ReadSummary extraction={extraction} /> : null}
      </Card>
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
      <ServerCopyFields
        values={values}
        errors={errors}
        correcting={false}
        confidence={(field) => confidenceOf(field, values, filling, serverCopyConfidence(extraction, field))}
        type={type}
        onChange={(field, value) => {
          draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
          setErrors((old) => ({ ...old, [field]: undefined }));
          making.clearRefusal();
        }}
        onType={(chosen) => draft.set((old) => ({ ...old, type: chosen }))}
      />
      <TypedDialog
        typed={typedTexts(filling, { ...text.fields, image: nid.photo, signature: nid.signature })}
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
          <Button type="submit" size="large" busy={making.busy} disabled={busy}>
            {making.busy ? nid.saving : text.save}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function ReadSummary({ extraction }: { extraction: Pick<SignCopyExtraction, 'confidence'> }) {
  const { nid } = usePortalText();
  const format = useFormat();
  const read = serverCopyFields
    .map((field) => serverCopyConfidence(extraction, field))
    .filter((confidence) => confidence !== undefined);
  const unsure = read.filter((confidence) => confidence < sureFrom);
  return (
    <Notice tone={unsure.length > 0 ? 'warn' : 'good'} role="status" className="mt-4">
      {nid.readCount(format.digits(read.length))}
      {unsure.length > 0 ? ` · ${nid.unsureCount(format.digits(unsure.length))}` : ''}
    </Notice>
  );
}
