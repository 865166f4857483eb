// Upload, compare, correct, save: the form of the NID information copy.
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import type { NidExtraction } from '#contract/documents/calls.ts';
import { bloodGroups, maximumPdfBytes } from '#contract/documents/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { formatDecimal } from '#contract/money.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { openWaitingTab, type WaitingTab } from '../../lib/new-tab.ts';
import { notify } from '../../lib/notify.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { usePortalText } from '../../text/portal.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { PricePreview } from '../wallet/price-preview.tsx';
import { ConfidenceMark, sureFrom } from './confidence-mark.tsx';
import { CopyMade, type MadeCopy } from './copy-made.tsx';
import { useDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { focusField } from './making.ts';
import {
  blankNid,
  findNidErrors,
  markedNidFields,
  type NidValues,
  nidRecord,
  type ShownNidField,
  shownNidFields,
  valuesOfExtraction,
} from './nid-form-state.ts';
import { asDataUrl, bareBase64 } from './picture.ts';
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
import { TypedDialog, useTypedQuestion } from './typed-dialog.tsx';

type Pictures = { photo?: string | undefined; signature?: string | undefined };
type NidForm = NidValues & Pictures;
interface Kept {
  values: NidForm;
  filling: Filling<NidForm>;
  extraction?: NidExtraction | undefined;
}
const blank = (): Kept => ({ values: blankNid(), filling: {} });
const noImages: NidExtraction['images'] = [{ base64_0: null }, { base64_1: null }];

export function NewNidForm({ pricePaisa }: { pricePaisa: bigint }) {
  const { nid: text, recharge } = usePortalText();
  const common = useText().common;
  const language = useLanguage();
  const router = useRouter();
  const navigate = useNavigate();
  const submitKey = useSubmitKey();
  const draft = useDraft('new-nid', blank);
  const { values, filling, extraction } = draft.value;
  const typedQuestion = useTypedQuestion(filling.typed);
  const [errors, setErrors] = useState<Partial<Record<ShownNidField | 'photo' | 'pdf', string>>>({});
  const [copy, setCopy] = useState<File>();
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [made, setMade] = useState<MadeCopy>();

  const set = (field: ShownNidField, value: string) => {
    draft.set((old) => ({ ...old, values: { ...old.values, [field]: value } }));
    setErrors(({ [field]: _, ...rest }) => rest);
    setRefusal('');
  };

  const extract = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.set('file', file);
      return call('POST /account/nid-extract/', { form });
    },
    onSuccess(answer, file) {
      const [{ base64_0 }, { base64_1 }] = answer.images;
      const pictures = { photo: asDataUrl(base64_0), signature: asDataUrl(base64_1) };
      const read = { ...valuesOfExtraction(answer), ...pictures };
      draft.set((old) => {
        const { values, ...filling } = refill<NidForm>(old.values, blankNid(), old.filling, read);
        return { values, filling, extraction: { ...answer, images: noImages } };
      });
      setCopy(file);
      setErrors({});
      notify.success(text.extracted);
    },
    onError(error) {
      const words = error instanceof ApiError ? errorWords(error, text.extractFailed) : text.noResponse;
      setErrors((old) => ({ ...old, pdf: words }));
      notify.error(words);
    },
  });

  function takeCopy(file: File) {
    const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
    const error = !isPdf ? text.notPdf : file.size > maximumPdfBytes ? text.pdfTooLarge : undefined;
    setErrors(({ pdf: _, ...rest }) => (error ? { ...rest, pdf: error } : rest));
    if (error) {
      notify.error(error);
      return;
    }
    extract.mutate(file);
  }

  const save = useMutation({
    mutationFn({ tab }: { tab: WaitingTab }) {
      const body = {
        ...nidRecord(values, extraction),
        photo_base64: bareBase64(values.photo),
        signature_base64: bareBase64(values.signature),
        shown_price: formatDecimal(pricePaisa),
      };
      void tab;
      return call('POST /account/nid-details/', { body, idempotencyKey: submitKey.for(body) });
    },
    onSuccess(answer, { tab }) {
      submitKey.done();
      notify.success(answer.message || text.saved);
      const opened = tab.go(answer.data.open_path);
      setMade({ ...answer.data, opened });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    onError(error, { tab }) {
      tab.close();
      const words = error instanceof ApiError ? errorWords(error, text.saveFailed) : text.noResponse;
      if (error instanceof ApiError) {
        setErrors(error.fields);
      }
      setRefusal(words);
      notify.error(words);
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (typedQuestion.askAgain()) return;
    const found = findNidErrors(values);
    const words = Object.fromEntries(
      Object.entries(found).map(([field, key]) => [field, fieldMessage(key, language)]),
    ) as typeof errors;
    setErrors(words);
    const first = shownNidFields.find((field) => field in found);
    if (first) {
      setRefusal(text.fillRequired);
      notify.error(text.fillRequired);
      focusField(first);
      return;
    }
    setRefusal('');
    save.mutate({ tab: openWaitingTab(text.preparing) });
  }

  if (made) {
    return (
      <CopyMade
        made={made}
        onAnother={() => {
          setMade(undefined);
          setCopy(undefined);
        }}
      />
    );
  }
  const busy = extract.isPending || save.isPending;
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {draft.restored ? (
        <DraftNotice pictureMissing={extraction !== undefined && !values.photo} onForget={draft.forget} />
      ) : null}
      <Card>
        <FileDrop
          label={text.copy}
          hint={text.copyHint}
          accept="application/pdf,.pdf"
          file={extract.isPending ? extract.variables : copy}
          busy={extract.isPending ? text.reading : undefined}
          disabled={save.isPending}
          error={errors.pdf}
          onFile={takeCopy}
        />
        {extraction ? <ReadSummary extraction={extraction} /> : null}
      </Card>
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
                setErrors(({ photo: _, ...rest }) => rest);
              }}
              onRemove={() => draft.set((old) => withPicture(old, which, undefined, false))}
            />
          ))}
        </div>
      </Card>
      <Card title={text.person}>
        <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
          {shownNidFields.map((field) => (
            <NidInput
              key={field}
              field={field}
              value={values[field]}
              error={errors[field]}
              confidence={confidenceOf(field, values, filling, extraction?.confidence[field])}
              onChange={(value) => set(field, value)}
            />
          ))}
        </div>
      </Card>
      <TypedDialog
        typed={typedTexts(filling, { ...text.fields, photo: text.photo, signature: text.signature })}
        question={typedQuestion}
        onKeep={() => draft.set(withTyped)}
        onDrop={() => draft.set(withoutTyped)}
      />
      <Card>
        <PricePreview
          pricePaisa={pricePaisa}
          labels={{ price: text.price, after: text.after, short: text.short, recharge: recharge.goOn }}
          hint={text.consent}
        />
        {refusal === '' ? null : (
          <Notice tone="bad" role="alert" className="mt-4">
            {refusal}
          </Notice>
        )}
        <div className="mt-4 flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" size="large" busy={save.isPending} disabled={busy}>
            {save.isPending ? text.saving : text.save}
          </Button>
          <Button look="quiet" size="large" disabled={busy} onClick={() => setLeaving(true)}>
            {common.cancel}
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          draft.forget();
          if (router.history.canGoBack()) router.history.back();
          else void navigate({ to: '/app' });
        }}
        title={text.cancelTitle}
        description={text.cancelText}
        confirmLabel={text.cancelYes}
        keepLabel={text.cancelNo}
        danger
      />
    </form>
  );
}

function ReadSummary({ extraction }: { extraction: NidExtraction }) {
  const { nid: text } = usePortalText();
  const format = useFormat();
  const read = shownNidFields.filter((field) => extraction.confidence[field] !== undefined);
  const unsure = read.filter((field) => extraction.confidence[field]! < sureFrom);
  return (
    <Notice tone={unsure.length > 0 ? 'warn' : 'good'} role="status" className="mt-4">
      {text.readCount(format.digits(read.length))}
      {unsure.length > 0 ? ` · ${text.unsureCount(format.digits(unsure.length))}` : ''}
    </Notice>
  );
}

interface NidInputProps {
  field: ShownNidField;
  value: string;
  error: string | undefined;
  confidence: number | undefined;
  onChange: (value: string) => void;
}

function NidInput({ field, value, error, confidence, onChange }: NidInputProps) {
  const { nid: text } = usePortalText();
  const format = useFormat();
  const isDate = field === 'date_of_birth' || field === 'smart_card_date';
  const isNumber = field === 'national_id' || field === 'pin';
  // Kept in ASCII digits, shown in those of the language.
  const tidy = (typed: string) =>
    isNumber ? toAsciiDigits(typed).replace(/\D/g, '') : isDate ? toAsciiDigits(typed) : typed;
  return (
    <Field
      label={text.fields[field]}
      required={markedNidFields.includes(field)}
      error={error}
      hint={
        isDate
          ? text.dateHint
          : confidence !== undefined && confidence < sureFrom
            ? text.unsureHint
            : undefined
      }
      aside={<ConfidenceMark confidence={confidence} />}
      {...(field === 'address_for_nid' ? { className: 'sm:col-span-2 md:col-span-1 lg:col-span-2' } : {})}
    >
      {(control) =>
        field === 'blood_group' ? (
          <Select {...control} name={field} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">{text.noBloodGroup}</option>
            {bloodGroups.map((group) => (
              <option key={group} value={group}>
                {group}
              </option>
            ))}
          </Select>
        ) : field === 'address_for_nid' ? (
          <Textarea
            {...control}
            name={field}
            maxLength={1000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            name={field}
            autoComplete="off"
            inputMode={isNumber ? 'numeric' : 'text'}
            lang={field === 'name_english' ? 'en' : undefined}
            maxLength={isNumber ? 20 : 200}
            value={isNumber || isDate ? format.digits(value) : value}
            onChange={(event) => onChange(tidy(event.target.value))}
          />
        )
      }
    </Field>
  );
}
