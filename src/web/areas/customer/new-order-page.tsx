import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import type { Answers, ServiceForm } from '#contract/catalogue/form-rules.ts';
import { automaticServiceCodes } from '#contract/documents/kinds.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import { maximumAttachments } from '#contract/orders/attachment-rules.ts';
import {
  codeNeedingName,
  codeNeedingNidPair,
  findNidPair,
  findNumberError,
  maximumNoteLength,
} from '#contract/orders/rules.ts';
import { priceOf } from '../../features/catalogue/price-of.ts';
import { servicesQuery } from '../../features/catalogue/queries.ts';
import type { Intent } from '../../features/device/outbox/outbox.ts';
import { OutboxOffer } from '../../features/device/outbox/outbox-offer.tsx';
import { useOutboxText } from '../../features/device/outbox/text.ts';
import { PhoneticTextarea } from '../../features/documents/phonetic/phonetic-inputs.tsx';
import { PhoneticSwitch } from '../../features/documents/phonetic/phonetic-switch.tsx';
import { useDocumentsText } from '../../features/documents/text.ts';
import { type Draft, useDraft } from '../../features/drafts/draft.ts';
import { DraftNotice } from '../../features/drafts/draft-notice.tsx';
import { type Attached, AttachFiles } from '../../features/orders/attachments/attach-files.tsx';
import { type Unsent, useUploads } from '../../features/orders/attachments/use-uploads.ts';
import { EarlierOrderDialog, useEarlierOrder } from '../../features/orders/earlier-order-dialog.tsx';
import { ServiceFacts } from '../../features/orders/order-time.tsx';
import {
  answerField,
  fieldNamesOf,
  findOwnerErrors,
  OwnerFields,
  ownerBody,
  type PapersGiven,
} from '../../features/orders/owner-form/owner-fields.tsx';
import { useOwnerFormWords } from '../../features/orders/owner-form/words.ts';
import { publishedFormQuery } from '../../features/orders/queries.ts';
import { useOrdersText } from '../../features/orders/text.ts';
import { OutageCallout } from '../../features/outages/outage.tsx';
import { PricePreview } from '../../features/wallet/price-preview.tsx';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useServiceName } from '../../lib/service-name.tsx';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { type FormErrors, type FormState, useForm } from '../../lib/use-form.ts';
import { Button, button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form, FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { ServiceFields } from './service-fields.tsx';

export function NewOrderPage() {
  const text = useOrdersText().create;
  const { gate } = useDocumentsText();
  useTitle(text.title);
  const { data, isPending, isError, refetch } = useQuery(servicesQuery('active'));
  useEffect(() => {
    if (isError) notify.error(text.servicesFailed);
  }, [isError, text.servicesFailed]);
  const services = data?.filter(
    (service) => !(automaticServiceCodes as readonly string[]).includes(service.code),
  );
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        {isError && !data ? (
          <ErrorState title={text.servicesFailed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={4} />
        ) : !services || services.length === 0 ? (
          <EmptyState title={text.noServices} icon={<PackageX />}>
            <Link to="/app" className={button({ variant: 'quiet' })}>
              {gate.dashboard}
            </Link>
          </EmptyState>
        ) : (
          <OrderForm services={services} />
        )}
      </Card>
    </div>
  );
}

interface Values {
  service: string;
  subType: string;
  name: string;
  nidPair: string;
  number: string;
  note: string;
  /** Finished uploads, which survive a reload with the draft. */
  attachments: readonly Attached[];
  /** Files that were chosen but have not arrived: of the order itself, and by paper. */
  unsent: readonly Unsent[];
  papersUnsent: Readonly<Record<string, readonly Unsent[]>>;
  /** Answers in the owner's form, if the service has one. */
  answers: Answers;
  papers: PapersGiven;
}

const blank: Values = {
  ...{ service: '', subType: '', name: '', nidPair: '', number: '', note: '' },
  attachments: [],
  unsent: [],
  papersUnsent: {},
  answers: {},
  papers: {},
};

const formPath = '/app/my-orders/new';

/** The server's field names, for its validation errors. */
const serverFields: Record<string, keyof Values> = {
  service: 'service',
  sub_type: 'subType',
  nid_or_form_num_or_for_biometric_or_location: 'number',
  name: 'name',
  ten_or_seventeen_digit_nid: 'nidPair',
  note: 'note',
  attachments: 'attachments',
};

function findErrors(
  values: Values,
  code: string | undefined,
  ownerForm: ServiceForm | undefined,
  language: Language,
): FormErrors<string> {
  const chosen = {
    service: values.service === '' ? 'service_required' : undefined,
    subType: values.subType === '' ? 'sub_type_required' : undefined,
  };
  if (ownerForm) return { ...chosen, ...findOwnerErrors(ownerForm, values.answers, values.papers, language) };
  const needsPair = code === codeNeedingNidPair;
  return {
    ...chosen,
    nidPair: needsPair && findNidPair(values.nidPair) === undefined ? 'nid_pair' : undefined,
    number: needsPair ? undefined : findNumberError(values.number),
    name: code === codeNeedingName && values.name.trim() === '' ? 'name_required' : undefined,
  };
}

/** The files chosen for the order and for the papers of an owner's form. */
function useOrderFiles(draft: Draft<Values>) {
  const uploads = useUploads(
    (upload) =>
      draft.set((old) => ({
        ...old,
        attachments: [...old.attachments, { id: upload.id, name: upload.name, byteSize: upload.byte_size }],
      })),
    {
      unsent: draft.value.unsent,
      onUnsent: (change) => draft.set((old) => ({ ...old, unsent: change(old.unsent) })),
    },
  );
  const [papersPending, setPapersPending] = useState<Readonly<Record<string, number>>>({});
  return {
    uploads,
    hasPending: uploads.pending.length > 0 || Object.values(papersPending).some((count) => count > 0),
    onPending: (key: string, count: number) => setPapersPending((old) => ({ ...old, [key]: count })),
    onPapers: (key: string, change: (old: readonly Attached[]) => readonly Attached[]) =>
      draft.set((old) => ({ ...old, papers: { ...old.papers, [key]: change(old.papers[key] ?? []) } })),
    onUnsent: (key: string, change: (old: readonly Unsent[]) => readonly Unsent[]) =>
      draft.set((old) => ({
        ...old,
        papersUnsent: { ...old.papersUnsent, [key]: change(old.papersUnsent[key] ?? []) },
      })),
  };
}

function useOrderForm(services: readonly Service[]) {
  const nameOf = useServiceName();
  const { attach, create: text, note } = useOrdersText();
  const common = useUiText().common;
  const language = useLanguage();
  const navigate = useNavigate();
  const outbox = useOutboxText();
  const format = useFormat();
  const draft = useDraft('new-order', () => blank);
  const submitKey = useSubmitKey(draft.keyName);
  const { value: values } = draft;
  const service = services.find((candidate) => String(candidate.id) === values.service);
  const ownerFormQuery = useQuery({
    ...publishedFormQuery(service?.form_version ?? 0),
    enabled: service?.form_version !== undefined,
  });
  const ownerForm = service?.form_version === undefined ? undefined : ownerFormQuery.data?.form;
  const subType = service?.sub_type.find((candidate) => String(candidate.id) === values.subType);
  const pricePaisa = service && subType ? priceOf(service, subType) : undefined;
  // Set if the user came from the list of services.
  const { service: code } = useSearch({ strict: false });
  const historyKey = useLocation().state.__TSR_key ?? '';
  const linkedService = services.find((one) => one.code === code);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once per visit
  useEffect(() => {
    if (!linkedService) return;
    // After a reload, or on the way back, what the user has chosen since following the link stays.
    const isKept = draft.restored && readStored('order-press', 'sessionStorage') === historyKey;
    writeStored('order-press', historyKey, 'sessionStorage');
    if (isKept || values.service === String(linkedService.id)) return;
    // The draft has to change as well, or a reload would restore the previous service.
    const change = draft.restored ? draft.set : draft.preset;
    change((old) => ({ ...old, service: String(linkedService.id), subType: '' }));
  }, []);
  const wasOnline = useRef(true);
  const earlier = useEarlierOrder();
  const about = () => ownerForm && ownerBody(ownerForm, values.answers, values.papers);
  const bodyOf = () => ({
    service: values.service,
    sub_type: values.subType,
    nid_or_form_num_or_for_biometric_or_location:
      ownerForm || service?.code === codeNeedingNidPair ? null : values.number,
    note: values.note,
    name: !ownerForm && service?.code === codeNeedingName ? values.name.trim() : null,
    ten_or_seventeen_digit_nid: !ownerForm && service?.code === codeNeedingNidPair ? values.nidPair : null,
    ...(ownerForm ? { form_version: service?.form_version, ...about() } : {}),
    shown_price: pricePaisa === undefined ? null : formatDecimal(pricePaisa),
    ...(values.attachments.length === 0 ? {} : { attachments: values.attachments.map(({ id }) => id) }),
  });
  const { uploads, hasPending, ...files } = useOrderFiles(draft);
  async function leave(words?: string) {
    submitKey.done();
    draft.forget();
    if (words !== undefined) notify.success(words);
    // A user who has gone on to another page meanwhile stays there.
    if (window.location.pathname.startsWith(formPath)) await navigate({ to: '/app/my-orders' });
  }
  const form = useForm<Values, unknown, string>({
    blank,
    draft,
    fields: [...Object.keys(blank), ...(ownerForm ? fieldNamesOf(ownerForm) : [])],
    check: (typed) => ({
      ...findErrors(typed, service?.code, ownerForm, language),
      attachments: uploads.isBusy ? attach.stillGoing : hasPending ? attach.notThere : undefined,
    }),
    send() {
      wasOnline.current = navigator.onLine;
      const body = bodyOf();
      return submitKey.sendOne(body, (idempotencyKey) =>
        call('POST /account/orders/', { body, idempotencyKey, isLimited: true }),
      );
    },
    onSent: () => leave(text.done),
    onRefused: earlier.asks,
    failed: text.failed,
    words: (error) =>
      error instanceof ApiError ? (error.serverError ?? errorMessage(error, text.failed)) : common.offline,
    fieldsOf: ({ fields }) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, words]) =>
          field.startsWith('answers.')
            ? [[field, words]]
            : serverFields[field]
              ? [[serverFields[field], words]]
              : [],
        ),
      ),
  });
  const intent = (): Intent => ({
    call: 'POST /account/orders/',
    body: bodyOf(),
    key: submitKey.forOne(bodyOf()),
    title: service ? nameOf(service) : text.title,
    facts: [
      [outbox.service, subType ? nameOf(subType) : ''],
      [outbox.price, pricePaisa === undefined ? '' : format.taka(pricePaisa)],
      ...(values.note === '' ? [] : ([[note, values.note]] as const)),
    ],
    form: { path: formPath, draft: 'new-order', values },
  });
  const offer = { error: form.error, isTried: () => wasOnline.current, intent, onKept: () => void leave() };
  const owner = {
    form: ownerForm,
    isMissing: service?.form_version !== undefined && !ownerForm,
    isFailed: ownerFormQuery.isError,
    retry: () => void ownerFormQuery.refetch(),
    onAnswer(key: string, value: string) {
      form.set({ answers: { ...values.answers, [key]: value } });
      form.clear(answerField(key));
    },
    ...files,
  };
  return { form, draft, uploads, service, subType, pricePaisa, offer, owner, earlier };
}

function OrderForm({ services }: { services: readonly Service[] }) {
  const nameOf = useServiceName();
  const { attach, create: text, note: noteLabel } = useOrdersText();
  const { gate } = useDocumentsText();
  const ownerText = useOwnerFormWords();
  const common = useUiText().common;
  const format = useFormat();
  const { form, draft, uploads, service, subType, pricePaisa, offer, owner, earlier } =
    useOrderForm(services);
  const language = useLanguage();
  const { attachments } = form.values;
  // The switch is above the first field that accepts Bengali, which may be the note; never above a number.
  const hasNames = owner.form !== undefined || service?.code === codeNeedingName;
  return (
    <Form form={form} className="space-y-5">
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <FormField
        form={form}
        name="service"
        label={text.service}
        required
        error={form.values.service !== '' && !service ? gate.inactive : undefined}
      >
        {(control) => (
          <Select {...control} onChange={(event) => form.set({ service: event.target.value, subType: '' })}>
            <option value="">{text.chooseService}</option>
            {services.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {nameOf(candidate)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <OutageCallout outage={service?.outage ?? null} kind="order" />
      <FormField form={form} name="subType" label={text.subType} required>
        {(control) => (
          <Select {...control} disabled={!service}>
            <option value="">{service ? text.chooseSubType : text.chooseServiceFirst}</option>
            {service?.sub_type.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {`${nameOf(candidate)} (${format.taka(priceOf(service, candidate))})`}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {/* Requirements and duration are shown before anything has to be typed. */}
      {service ? <ServiceFacts service={service} subTypeId={subType?.id} form={owner.form} /> : null}
      {service && hasNames ? <PhoneticSwitch /> : null}
      {owner.isFailed ? (
        <ErrorState title={ownerText.failed} onRetry={owner.retry} />
      ) : owner.isMissing ? (
        <SkeletonRows rows={3} />
      ) : owner.form ? (
        <OwnerFields
          form={owner.form}
          language={language}
          answers={form.values.answers}
          papers={form.values.papers}
          unsent={form.values.papersUnsent}
          errors={form.errors}
          onAnswer={owner.onAnswer}
          onPapers={owner.onPapers}
          onUnsent={owner.onUnsent}
          onPending={owner.onPending}
        />
      ) : (
        <ServiceFields form={form} service={service} />
      )}
      {service && !hasNames ? <PhoneticSwitch /> : null}
      <FormField form={form} name="note" label={`${noteLabel} (${common.optional})`}>
        {({ onChange: _, ...control }) => (
          <PhoneticTextarea {...control} onTyped={(note) => form.set({ note })} limit={maximumNoteLength} />
        )}
      </FormField>
      {service ? (
        <AttachFiles
          label={`${attach.label} (${common.optional})`}
          hint={attach.hint(format.count(maximumAttachments))}
          uploads={uploads}
          ready={attachments}
          onRemove={(id) => removeAttachment(form, id)}
          room={maximumAttachments - attachments.length - uploads.pending.length}
          error={form.errors.attachments}
        />
      ) : null}
      {pricePaisa === undefined ? (
        <FormRefusal form={form} />
      ) : (
        <PricePreview
          key={subType?.id}
          pricePaisa={pricePaisa}
          form={form}
          labels={{ price: text.price, after: text.after }}
          hint={text.priceHint}
        />
      )}
      <EarlierOrderDialog
        earlier={earlier}
        onSame={draft.forget}
        pricePaisa={pricePaisa ?? 0n}
        onAgain={() => void form.send(form.values)}
      />
      <OutboxOffer {...offer} />
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
        <Button type="submit" size="large" busy={form.busy} disabled={!service || owner.isMissing}>
          {form.busy ? text.submitting : text.submit}
        </Button>
        <Link to="/app/my-orders" className={button({ variant: 'bare', size: 'large' })}>
          {common.cancel}
        </Link>
      </div>
    </Form>
  );
}

/** If the request fails, the file is removed after a day. */
function removeAttachment(form: FormState<Values, string>, id: number) {
  form.set({ attachments: form.values.attachments.filter((one) => one.id !== id) });
  void call('DELETE /account/order-attachments/:id/', { params: { id } }).catch(() => undefined);
}
