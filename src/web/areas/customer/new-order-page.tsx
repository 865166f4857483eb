import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import type { Service } from '#contract/catalogue/calls.ts';
import { automaticServiceCodes } from '#contract/documents/kinds.ts';
import { formatDecimal } from '#contract/money.ts';
import {
  codeNeedingName,
  codeNeedingNidPair,
  findNidPair,
  maximumNoteLength,
  maximumNumberLength,
  orderPrice,
} from '#contract/orders/rules.ts';
import { servicesQuery } from '../../features/catalogue/queries.ts';
import type { Intent } from '../../features/device/outbox.ts';
import { OutboxOffer } from '../../features/device/outbox-offer.tsx';
import { useDeviceText } from '../../features/device/text.ts';
import { submitKeyName, useDraft } from '../../features/documents/draft.ts';
import { DraftNotice } from '../../features/documents/draft-notice.tsx';
import { useDocumentsText } from '../../features/documents/text.ts';
import { ServiceFacts } from '../../features/orders/order-time.tsx';
import { useOrdersText } from '../../features/orders/text.ts';
import { PricePreview } from '../../features/wallet/price-preview.tsx';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorWords } from '../../lib/api/api-error.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { type FormErrors, type FormState, useForm } from '../../lib/use-form.ts';
import { Button, button } from '../../ui/button.tsx';
import { Form, FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { CountedTextarea, Input, Select, Textarea } from '../../ui/form/input.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Card, PageHeading } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';

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

const blank = { service: '', subType: '', name: '', nidPair: '', number: '', note: '' };
type Values = typeof blank;

/** The server's field names, for its validation errors. */
const serverFields: Record<string, keyof Values> = {
  service: 'service',
  sub_type: 'subType',
  nid_or_form_num_or_for_biometric_or_location: 'number',
  name: 'name',
  ten_or_seventeen_digit_nid: 'nidPair',
  note: 'note',
};

function findErrors(values: Values, code: string | undefined): FormErrors<keyof Values> {
  const needsPair = code === codeNeedingNidPair;
  return {
    service: values.service === '' ? 'service_required' : undefined,
    subType: values.subType === '' ? 'sub_type_required' : undefined,
    nidPair: needsPair && findNidPair(values.nidPair) === undefined ? 'nid_pair' : undefined,
    number: !needsPair && values.number === '' ? 'number_required' : undefined,
    name: code === codeNeedingName && values.name.trim() === '' ? 'name_required' : undefined,
  };
}

/** What an order of the sub-type costs in all. */
const priceOf = (service: Service, { price }: { price: string }) =>
  orderPrice(
    { enableCharge: service.enable_charge, chargePaisa: paisaOf(service.charge) },
    { pricePaisa: paisaOf(price) },
  );

function useOrderForm(services: readonly Service[]) {
  const { create: text, note } = useOrdersText();
  const common = useUiText().common;
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const { outbox } = useDeviceText();
  const format = useFormat();
  const submitKey = useSubmitKey(submitKeyName(userId, 'new-order'));
  const draft = useDraft('new-order', () => blank);
  const { value: values } = draft;
  const service = services.find((candidate) => String(candidate.id) === values.service);
  const subType = service?.sub_type.find((candidate) => String(candidate.id) === values.subType);
  const pricePaisa = service && subType ? priceOf(service, subType) : undefined;
  const hadLine = useRef(true);
  const bodyOf = () => ({
    service: values.service,
    sub_type: values.subType,
    nid_or_form_num_or_for_biometric_or_location: service?.code === codeNeedingNidPair ? null : values.number,
    note: values.note,
    name: service?.code === codeNeedingName ? values.name.trim() : null,
    ten_or_seventeen_digit_nid: service?.code === codeNeedingNidPair ? values.nidPair : null,
    shown_price: pricePaisa === undefined ? null : formatDecimal(pricePaisa),
  });
  async function leave(words?: string) {
    submitKey.done();
    draft.forget();
    if (words !== undefined) notify.success(words);
    await navigate({ to: '/app/my-orders' });
  }
  const form = useForm({
    blank,
    draft,
    check: (typed) => findErrors(typed, service?.code),
    send() {
      hadLine.current = navigator.onLine;
      const body = bodyOf();
      return call('POST /account/orders/', { body, idempotencyKey: submitKey.for(body) });
    },
    onSent: () => leave(text.done),
    failed: text.failed,
    words: (error) =>
      error instanceof ApiError ? (error.serverError ?? errorWords(error, text.failed)) : common.offline,
    fieldsOf: ({ fields }) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, words]) =>
          serverFields[field] ? [[serverFields[field], words]] : [],
        ),
      ),
  });
  const intent = (): Intent => ({
    call: 'POST /account/orders/',
    body: bodyOf(),
    key: submitKey.for(bodyOf()),
    title: service?.name ?? text.title,
    facts: [
      [outbox.service, subType?.name ?? ''],
      [outbox.price, pricePaisa === undefined ? '' : format.taka(pricePaisa)],
      ...(values.note === '' ? [] : ([[note, values.note]] as const)),
    ],
    form: { path: '/app/my-orders/new', draft: 'new-order', values },
  });
  const offer = { error: form.error, isTried: () => hadLine.current, intent, onKept: () => void leave() };
  return { form, draft, service, subType, pricePaisa, offer };
}

function OrderForm({ services }: { services: readonly Service[] }) {
  const { create: text, note: noteLabel } = useOrdersText();
  const common = useUiText().common;
  const format = useFormat();
  const { form, draft, service, subType, pricePaisa, offer } = useOrderForm(services);
  return (
    <Form form={form} className="space-y-5">
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <FormField form={form} name="service" label={text.service} required>
        {(control) => (
          <Select {...control} onChange={(event) => form.set({ service: event.target.value, subType: '' })}>
            <option value="">{text.chooseService}</option>
            {services.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {candidate.name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="subType" label={text.subType} required>
        {(control) => (
          <Select {...control} disabled={!service}>
            <option value="">{service ? text.chooseSubType : text.chooseServiceFirst}</option>
            {service?.sub_type.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {`${candidate.name} (${format.taka(priceOf(service, candidate))})`}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <ServiceFields form={form} service={service} />
      <FormField form={form} name="note" label={`${noteLabel} (${common.optional})`}>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      {service ? <ServiceFacts service={service} subTypeId={subType?.id} /> : null}
      {pricePaisa === undefined ? null : (
        <PricePreview
          pricePaisa={pricePaisa}
          labels={{ price: text.price, after: text.after, short: text.short, recharge: text.recharge }}
          hint={text.priceHint}
        />
      )}
      <FormRefusal form={form} />
      <OutboxOffer {...offer} />
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
        <Button type="submit" size="large" busy={form.busy} disabled={!service}>
          {form.busy ? text.submitting : text.submit}
        </Button>
        <Link to="/app/my-orders" className={button({ variant: 'bare', size: 'large' })}>
          {common.cancel}
        </Link>
      </div>
    </Form>
  );
}

/** Fields that only some services need. */
function ServiceFields({ form, service }: { form: FormState<Values>; service: Service | undefined }) {
  const { create: text } = useOrdersText();
  const format = useFormat();
  return (
    <>
      {service?.code === codeNeedingName ? (
        <FormField form={form} name="name" label={text.name} required>
          {(control) => <Input {...control} maxLength={200} autoComplete="off" />}
        </FormField>
      ) : null}
      {service?.code === codeNeedingNidPair ? (
        <FormField form={form} name="nidPair" label={text.nidPair} hint={text.nidPairHint} required>
          {(control) => <Textarea {...control} maxLength={500} />}
        </FormField>
      ) : (
        <FormField
          form={form}
          name="number"
          label={service?.place_holder_name || text.number}
          hint={text.numberHint}
          read={(typed) => toAsciiDigits(typed).replace(/\D/g, '').slice(0, maximumNumberLength)}
          show={format.digits}
          required
        >
          {(control) => (
            <Input {...control} inputMode="numeric" autoComplete="off" className="tabular-nums" />
          )}
        </FormField>
      )}
    </>
  );
}
