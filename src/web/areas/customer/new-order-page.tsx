import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import type { Service } from '#contract/catalogue/calls.ts';
import { type FieldMessageKey, fieldMessage } from '#contract/field-messages.ts';
import { formatDecimal } from '#contract/money.ts';
import {
  automaticServiceCodes,
  codeNeedingName,
  codeNeedingNidPair,
  findNidPair,
  maximumNoteLength,
  maximumNumberLength,
  orderPrice,
} from '#contract/orders/rules.ts';
import { servicesQuery } from '../../features/catalogue/queries.ts';
import { submitKeyName, useDraft } from '../../features/documents/draft.ts';
import { DraftNotice } from '../../features/documents/draft-notice.tsx';
import { ServiceFacts } from '../../features/orders/order-time.tsx';
import { useOrdersText } from '../../features/orders/text.ts';
import { PricePreview } from '../../features/wallet/price-preview.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { usePortalText } from '../../text/portal.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { CountedTextarea, Input, Select, Textarea } from '../../ui/input.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Card, Notice, PageHeading } from '../../ui/surface.tsx';
import { useTitle } from '../../ui/title.ts';

export function NewOrderPage() {
  const text = useOrdersText().create;
  const { gate } = usePortalText();
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
            <Link to="/app" className={button({ look: 'quiet' })}>
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

/** In the order of the form: the first that is wrong gets the focus. */
const blank = { service: '', subType: '', name: '', nidPair: '', number: '', note: '' };
type Values = typeof blank;
type Errors = Partial<Record<keyof Values, string>>;

/** The server's names of the fields, for its refusals. */
const serverFields: Record<string, keyof Values> = {
  service: 'service',
  sub_type: 'subType',
  nid_or_form_num_or_for_biometric_or_location: 'number',
  name: 'name',
  ten_or_seventeen_digit_nid: 'nidPair',
  note: 'note',
};

function findErrors(
  values: Values,
  code: string | undefined,
): Partial<Record<keyof Values, FieldMessageKey>> {
  return {
    ...(values.service === '' ? { service: 'service_required' } : {}),
    ...(values.subType === '' ? { subType: 'sub_type_required' } : {}),
    ...(code === codeNeedingNidPair
      ? findNidPair(values.nidPair) === undefined
        ? { nidPair: 'nid_pair' }
        : {}
      : values.number === ''
        ? { number: 'number_required' }
        : {}),
    ...(code === codeNeedingName && values.name.trim() === '' ? { name: 'name_required' } : {}),
  };
}

function OrderForm({ services }: { services: readonly Service[] }) {
  const { create: text, note: noteLabel } = useOrdersText();
  const common = useText().common;
  const language = useLanguage();
  const format = useFormat();
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const submitKey = useSubmitKey(submitKeyName(userId, 'new-order'));
  const draft = useDraft('new-order', () => blank);
  const values = draft.value;
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState('');

  const service = services.find((candidate) => String(candidate.id) === values.service);
  const subType = service?.sub_type.find((candidate) => String(candidate.id) === values.subType);
  const pricePaisa =
    service && subType
      ? orderPrice(
          { enableCharge: service.enable_charge, chargePaisa: paisaOf(service.charge) },
          { pricePaisa: paisaOf(subType.price) },
        )
      : undefined;
  const set = (change: Partial<Values>) => {
    draft.set((old) => ({ ...old, ...change }));
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in change))));
    setRefusal('');
  };

  const send = useMutation({
    mutationFn: () => {
      const body = {
        service: values.service,
        sub_type: values.subType,
        nid_or_form_num_or_for_biometric_or_location:
          service?.code === codeNeedingNidPair ? null : values.number,
        note: values.note,
        name: service?.code === codeNeedingName ? values.name.trim() : null,
        ten_or_seventeen_digit_nid: service?.code === codeNeedingNidPair ? values.nidPair : null,
        shown_price: pricePaisa === undefined ? null : formatDecimal(pricePaisa),
      };
      return call('POST /account/orders/', { body, idempotencyKey: submitKey.for(body) });
    },
    async onSuccess() {
      submitKey.done();
      draft.forget();
      notify.success(text.done);
      await navigate({ to: '/app/my-orders' });
    },
    onError(error) {
      const words =
        error instanceof ApiError ? (error.serverError ?? errorWords(error, text.failed)) : common.offline;
      setRefusal(words);
      if (error instanceof ApiError) {
        setErrors(
          Object.fromEntries(
            Object.entries(error.fields).flatMap(([field, message]) =>
              serverFields[field] ? [[serverFields[field], message]] : [],
            ),
          ),
        );
      }
      notify.error(words);
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findErrors(values, service?.code);
    setErrors(
      Object.fromEntries(Object.entries(found).map(([name, key]) => [name, fieldMessage(key, language)])),
    );
    const first = Object.keys(blank).find((name) => name in found);
    if (first) document.getElementsByName(first)[0]?.focus();
    else send.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
      <Field label={text.service} error={errors.service} required>
        {(control) => (
          <Select
            {...control}
            name="service"
            value={values.service}
            onChange={(event) => set({ service: event.target.value, subType: '' })}
          >
            <option value="">{text.chooseService}</option>
            {services.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {candidate.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={text.subType} error={errors.subType} required>
        {(control) => (
          <Select
            {...control}
            name="subType"
            disabled={!service}
            value={values.subType}
            onChange={(event) => set({ subType: event.target.value })}
          >
            <option value="">{service ? text.chooseSubType : text.chooseServiceFirst}</option>
            {service?.sub_type.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {`${candidate.name} (${format.taka(candidate.price)})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {service?.code === codeNeedingName ? (
        <Field label={text.name} error={errors.name} required>
          {(control) => (
            <Input
              {...control}
              name="name"
              maxLength={200}
              autoComplete="off"
              value={values.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {service?.code === codeNeedingNidPair ? (
        <Field label={text.nidPair} hint={text.nidPairHint} error={errors.nidPair} required>
          {(control) => (
            <Textarea
              {...control}
              name="nidPair"
              maxLength={500}
              value={values.nidPair}
              onChange={(event) => set({ nidPair: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <Field
          label={service?.place_holder_name || text.number}
          hint={text.numberHint}
          error={errors.number}
          required
        >
          {(control) => (
            <Input
              {...control}
              name="number"
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums"
              value={format.digits(values.number)}
              onChange={(event) =>
                set({
                  number: toAsciiDigits(event.target.value).replace(/\D/g, '').slice(0, maximumNumberLength),
                })
              }
            />
          )}
        </Field>
      )}
      <Field label={`${noteLabel} (${common.optional})`} error={errors.note}>
        {(control) => (
          <CountedTextarea
            {...control}
            name="note"
            limit={maximumNoteLength}
            value={values.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        )}
      </Field>
      {service ? <ServiceFacts service={service} subTypeId={subType?.id} /> : null}
      {pricePaisa === undefined ? null : (
        <PricePreview
          pricePaisa={pricePaisa}
          labels={{ price: text.price, after: text.after, short: text.short, recharge: text.recharge }}
          hint={text.priceHint}
        />
      )}
      {refusal === '' ? null : (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
        <Button type="submit" size="large" busy={send.isPending} disabled={!service}>
          {send.isPending ? text.submitting : text.submit}
        </Button>
        <Link to="/app/my-orders" className={button({ look: 'bare', size: 'large' })}>
          {common.cancel}
        </Link>
      </div>
    </form>
  );
}
