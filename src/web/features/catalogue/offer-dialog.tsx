// Edits or adds a service or a sub-type: its price at once or from a later day, and a notice if someone else saved first.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { Service } from '#contract/catalogue/calls.ts';
import { formatDecimal } from '#contract/money.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import type { SubmitKey } from '../../lib/api/submit-key.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useServiceName } from '../../lib/service-name.tsx';
import { Button } from '../../ui/button.tsx';
import { type Clash, EditConflict } from '../../ui/conflict/edit-conflict.tsx';
import { changedFields, mergeEdits } from '../../ui/conflict/merge-edits.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useDialogDraft } from '../drafts/draft.ts';
import { useDialogSubmitKey } from '../drafts/draft-dialog.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { OfferFields } from './offer-fields.tsx';
import {
  findOfferErrors,
  formOfService,
  formOfSubType,
  isSameOffer,
  type OfferErrors,
  type OfferForm,
  offerErrorsOf,
  type SubType,
} from './offer-form.ts';
import { servicesQuery } from './queries.ts';
import { useCatalogueText } from './text.ts';
import type { CatalogueText } from './text-bn.ts';

interface OfferDialogProps {
  /** The service as the list shows it now. If it is newer than the form, someone else has changed it. */
  service: Service;
  /** 'new' adds one; undefined edits the service itself. */
  subType?: SubType | 'new' | undefined;
  onClose: () => void;
}

async function send(
  service: Service,
  subType: SubType | 'new' | undefined,
  form: OfferForm,
  version: number,
  submitKey: SubmitKey,
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
  if (subType === 'new') {
    const added = { ...body, name: form.name, price };
    await call('POST /account/services/sub-types/:id/', {
      params: { id: service.id },
      body: added,
      idempotencyKey: submitKey.for({ service: service.id, added }),
    });
    submitKey.done();
  } else if (subType)
    await call('PATCH /account/services/sub-types/update/:id/', {
      params: { id: subType.id },
      body: { ...body, name: form.name, ...(isLater ? later : { price }), version },
    });
  else
    await call('PATCH /account/services/:id/', {
      params: { id: service.id },
      body: {
        ...(service.is_auto_service ? {} : { name: form.name.trim() }),
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
  const draftName = `offer:${service.id}:${isNew ? 'new' : (subject?.id ?? '')}`;
  const submitKey = useDialogSubmitKey(draftName);
  const draft = useDialogDraft(draftName, () => ({
    form: current,
    // The values with which the form opened.
    base: current,
    version: currentVersion,
  }));
  const { form, base, version } = draft.value;
  const [errors, setErrors] = useState<OfferErrors>({});
  const change = (part: Partial<OfferForm>) =>
    draft.set((old) => ({ ...old, form: { ...old.form, ...part } }));
  const wordsOf = isNew ? retryableErrorMessage : errorMessage;
  const failed = subType === undefined ? text.serviceFailed : text.subTypeFailed;
  const save = useMutation({
    mutationFn: ({ whole, over }: { whole: OfferForm; over: number }) =>
      send(service, subType, whole, over, submitKey),
    // The list is refreshed before the dialog closes. Reopened at once, it must not mistake the user's own change for a colleague's.
    async onSuccess() {
      draft.markSaved();
      await client.prefetchQuery(servicesQuery('all'));
      finish();
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(offerErrorsOf(error.fields));
      notify.error(wordsOf(error, failed));
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
  // As after a save whose response was lost.
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
            {wordsOf(save.error, failed)}
          </Callout>
        ) : null}
        <OfferFields
          form={form}
          errors={errors}
          kind={isNew ? 'new_sub_type' : subType ? 'sub_type' : 'service'}
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
  const mine = new Set(changedFields(base, form));
  const show = (name: keyof OfferForm, from: OfferForm) =>
    name === 'status' ? words[from.status] : from[name];
  return changedFields(base, current).map((name) => ({
    label: words.dialog[isService && name === 'price' ? 'charge' : labels[name]],
    now: show(name, current),
    mine: mine.has(name) ? show(name, form) : undefined,
  }));
}

/** Only for the service itself: the response does not say who changed a sub-type. */
function changerOf({ updated_by }: Service): string {
  return updated_by ? fullNameOf(updated_by) : '';
}
