// Edits or adds a service or a sub-type: price at once or from a later day, and a notice when someone else saved first.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import { formatDecimal, readTaka } from '#contract/money.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorWords } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useServiceName } from '../../lib/service-name.tsx';
import { Button } from '../../ui/button.tsx';
import { type Clash, EditConflict } from '../../ui/conflict/edit-conflict.tsx';
import { mergeEdits, movedFields } from '../../ui/conflict/merge-edits.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { DayInput } from '../../ui/form/day-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { ChoiceCards, Input, Textarea } from '../../ui/form/input.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useDialogDraft } from '../documents/draft.ts';
import { DraftNotice } from '../documents/draft-notice.tsx';
import {
  findOfferErrors,
  formOfService,
  formOfSubType,
  isSameOffer,
  type OfferErrors,
  type OfferForm,
  type SubType,
  unreadableDay,
} from './offer-form.ts';
import { servicesQuery } from './queries.ts';
import { useCatalogueText } from './text.ts';
import type { CatalogueText } from './text-bn.ts';

interface OfferDialogProps {
  /** The service as the list shows it now: a newer one than the form began with is somebody else's. */
  service: Service;
  /** 'new' adds one; undefined changes the service itself. */
  subType?: SubType | 'new' | undefined;
  onClose: () => void;
}

/** The server's names of fields that the form calls something else. */
const formNames: Readonly<Record<string, keyof OfferForm>> = {
  name_en: 'nameEn',
  description_en: 'descriptionEn',
  charge: 'price',
  price_later: 'price',
  agent_contact: 'contact',
  working_hours: 'hours',
};

async function send(
  service: Service,
  subType: SubType | 'new' | undefined,
  form: OfferForm,
  version: number,
) {
  const isLater = form.from !== '';
  const paisa = readTaka(form.price);
  const price = paisa === undefined ? form.price : formatDecimal(paisa);
  const later = { price_later: price.trim() || '0', from: form.from };
  const body = {
    name_en: form.nameEn.trim(),
    agent_contact: form.contact.trim(),
    working_hours: form.hours.trim() || null,
  };
  if (subType === 'new')
    await call('POST /account/services/sub-types/:id/', {
      params: { id: service.id },
      body: { ...body, name: form.name, price },
    });
  else if (subType)
    await call('PATCH /account/services/sub-types/update/:id/', {
      params: { id: subType.id },
      body: { ...body, name: form.name, ...(isLater ? later : { price }), version },
    });
  else
    await call('PATCH /account/services/:id/', {
      params: { id: service.id },
      body: {
        name_en: body.name_en,
        description: form.description.trim(),
        description_en: form.descriptionEn.trim(),
        agent_contact: body.agent_contact,
        working_hours: form.hours.trim(),
        status: form.status,
        ...(isLater ? later : { charge: price }),
        version,
      },
    });
}

export function OfferDialog({ service, subType, onClose }: OfferDialogProps) {
  const words = useCatalogueText();
  const { dialog: text } = words;
  const common = useUiText().common;
  const { digits } = useFormat();
  const client = useQueryClient();
  const nameOf = useServiceName();
  const isNew = subType === 'new';
  const subject = isNew ? undefined : subType;
  const current = subType === undefined ? formOfService(service, digits) : formOfSubType(subject, digits);
  const currentVersion = subType === undefined ? service.version : (subject?.version ?? 0);
  const draft = useDialogDraft(`offer:${service.id}:${isNew ? 'new' : (subject?.id ?? '')}`, () => ({
    form: current,
    // What the form started with.
    base: current,
    version: currentVersion,
  }));
  const { form, base, version } = draft.value;
  const [errors, setErrors] = useState<OfferErrors>({});
  const change = (part: Partial<OfferForm>) =>
    draft.set((old) => ({ ...old, form: { ...old.form, ...part } }));
  const failed = subType === undefined ? text.serviceFailed : text.subTypeFailed;
  const save = useMutation({
    mutationFn: ({ whole, over }: { whole: OfferForm; over: number }) => send(service, subType, whole, over),
    // The list is refreshed before the dialog closes: reopened at once, it must not take your own change for a colleague's.
    async onSuccess() {
      draft.markSaved();
      await client.prefetchQuery(servicesQuery('all'));
      finish();
    },
    onError(error) {
      if (error instanceof ApiError)
        setErrors(
          Object.fromEntries(
            Object.entries(error.fields).map(([name, words]) => [formNames[name] ?? name, words]),
          ),
        );
      notify.error(errorWords(error, failed));
    },
  });
  function finish() {
    notify.success(
      form.from !== ''
        ? text.scheduled
        : isNew
          ? text.subTypeAdded
          : subType
            ? text.subTypeSaved
            : text.serviceSaved,
    );
    onClose();
  }
  function submit(whole: OfferForm, over: number) {
    const found = findOfferErrors(whole, subType === undefined, text);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate({ whole, over });
  }
  function keep() {
    const merged = mergeEdits(base, form, current);
    draft.set(() => ({ form: merged, base: current, version: currentVersion }));
    submit(merged, currentVersion);
  }
  const isOther = currentVersion !== version && !save.isPending && !save.isSuccess;
  // As after a save whose answer was lost.
  const isThere = isOther && isSameOffer(form, current);
  const isConflict = isOther && !isThere;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isThere) return;
    draft.forget();
    if (save.isError) finish();
  }, [isThere]);
  return (
    <Dialog
      open
      onClose={onClose}
      locked={save.isPending}
      title={isNew ? text.addTitle : text.updateTitle(nameOf(subject ?? service))}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={save.isPending}>
            {common.cancel}
          </Button>
          <Button busy={save.isPending} disabled={isConflict} onClick={() => submit(form, version)}>
            {isNew ? text.add : common.save}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
        {isConflict ? (
          <EditConflict
            text={text.conflict((subject ? '' : changerOf(service)) || text.someone)}
            at={subject ? undefined : service.updated_on}
            clashes={clashesOf(words, subType === undefined, { base, form, current })}
            onTake={draft.forget}
            onKeep={keep}
          />
        ) : save.isError && Object.keys(errors).length === 0 ? (
          <Callout tone="bad" role="alert">
            {errorWords(save.error, failed)}
          </Callout>
        ) : null}
        <OfferFields
          form={form}
          errors={errors}
          kind={isNew ? 'new' : subType ? 'sub_type' : 'service'}
          isAutomatic={service.is_auto_service}
          hasPriceMoved={readTaka(form.price) !== readTaka(current.price)}
          onChange={change}
        />
      </div>
    </Dialog>
  );
}

const labels = {
  name: 'name',
  nameEn: 'nameEn',
  description: 'description',
  descriptionEn: 'descriptionEn',
  price: 'price',
  status: 'status',
  contact: 'contact',
  hours: 'hours',
  from: 'from',
} as const satisfies Record<keyof OfferForm, string>;

function clashesOf(
  words: CatalogueText,
  isService: boolean,
  { base, form, current }: Record<'base' | 'form' | 'current', OfferForm>,
): Clash[] {
  const mine = new Set(movedFields(base, form));
  const show = (name: keyof OfferForm, from: OfferForm) =>
    name === 'status' ? words[from.status] : from[name];
  return movedFields(base, current).map((name) => ({
    label: words.dialog[isService && name === 'price' ? 'charge' : labels[name]],
    now: show(name, current),
    mine: mine.has(name) ? show(name, form) : undefined,
  }));
}

/** Only for the service itself: the answer does not say who changed a sub-type. */
function changerOf({ updated_by }: Service): string {
  return updated_by ? `${updated_by.first_name} ${updated_by.last_name}`.trim() : '';
}

interface OfferFieldsProps {
  form: OfferForm;
  errors: OfferErrors;
  kind: 'service' | 'sub_type' | 'new';
  isAutomatic: boolean;
  hasPriceMoved: boolean;
  onChange: (part: Partial<OfferForm>) => void;
}

function OfferFields({ form, errors, kind, isAutomatic, hasPriceMoved, onChange }: OfferFieldsProps) {
  const words = useCatalogueText();
  const { dialog: text } = words;
  const isService = kind === 'service';
  const line = (
    name: 'name' | 'nameEn' | 'description' | 'descriptionEn' | 'price' | 'contact' | 'hours',
    label: string,
    hint: string | undefined,
    rest: { inputMode?: 'decimal' | 'numeric' | 'tel'; maxLength?: number; required?: boolean },
  ) => (
    <Field label={label} hint={hint} error={errors[name]} required={rest.required ?? false}>
      {(control) =>
        name === 'price' ? (
          <AmountInput
            {...control}
            name={name}
            value={form.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        ) : name === 'description' || name === 'descriptionEn' ? (
          <Textarea
            {...control}
            name={name}
            rows={2}
            maxLength={rest.maxLength}
            value={form[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ) : (
          <Input
            {...control}
            name={name}
            inputMode={rest.inputMode}
            maxLength={rest.maxLength}
            value={form[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        )
      }
    </Field>
  );
  return (
    <>
      {isService ? null : line('name', text.name, undefined, { maxLength: 120, required: true })}
      {line('nameEn', text.nameEn, text.nameEnHint, { maxLength: 120 })}
      {isService ? line('description', text.description, text.descriptionHint, { maxLength: 300 }) : null}
      {isService ? line('descriptionEn', text.descriptionEn, undefined, { maxLength: 300 }) : null}
      {isService
        ? line('price', text.charge, isAutomatic ? undefined : text.chargeHint, {
            inputMode: 'decimal',
            required: true,
          })
        : line('price', text.price, text.priceHint, { inputMode: 'decimal' })}
      {kind !== 'new' && hasPriceMoved ? (
        <Field label={text.from} hint={text.fromHint} error={errors.from}>
          {(control) => (
            <DayInput
              {...control}
              name="from"
              value={form.from}
              onDay={(day = unreadableDay) => onChange({ from: day })}
            />
          )}
        </Field>
      ) : null}
      {isService ? (
        <ChoiceCards
          legend={text.status}
          name="status"
          value={form.status}
          onChange={(status) => onChange({ status })}
          choices={[
            { value: 'active', label: words.active },
            { value: 'inactive', label: words.inactive },
          ]}
        />
      ) : null}
      {line('contact', text.contact, text.contactHint, { inputMode: 'tel', maxLength: 40 })}
      {line('hours', text.hours, isService ? undefined : text.hoursHint, {
        inputMode: 'numeric',
        required: isService,
      })}
    </>
  );
}
