// Adds a service, and then asks for its sub-types, without which it cannot be ordered.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDecimal } from '#contract/money.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useDialogDraft } from '../drafts/draft.ts';
import { useDialogSubmitKey } from '../drafts/draft-dialog.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { OfferFields } from './offer-fields.tsx';
import { blankService, findOfferErrors, type OfferErrors, offerErrorsOf } from './offer-form.ts';
import { servicesQuery } from './queries.ts';
import { useCatalogueText } from './text.ts';

const draftName = 'offer:new-service';

export function NewServiceDialog({ onClose }: { onClose: () => void }) {
  const { dialog: text } = useCatalogueText();
  const common = useUiText().common;
  const { digits } = useFormat();
  const client = useQueryClient();
  const navigate = useNavigate();
  const draft = useDialogDraft(draftName, () => blankService(digits));
  const submitKey = useDialogSubmitKey(draftName);
  const form = draft.value;
  const [errors, setErrors] = useState<OfferErrors>({});
  const add = useMutation({
    mutationFn() {
      const paisa = readTaka(form.price);
      const body = {
        name: form.name.trim(),
        name_en: form.nameEn.trim(),
        description: form.description.trim(),
        description_en: form.descriptionEn.trim(),
        charge: paisa === undefined ? form.price : formatDecimal(paisa),
        working_hours: form.hours.trim(),
      };
      return call('POST /account/services/', { body, idempotencyKey: submitKey.for(body) });
    },
    async onSuccess({ id, message }) {
      submitKey.done();
      draft.markSaved();
      notify.success(message);
      await client.prefetchQuery(servicesQuery('all'));
      onClose();
      await navigate({ to: '/admin/services/sub-types/$id', params: { id: String(id) } });
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(offerErrorsOf(error.fields));
      notify.error(retryableErrorMessage(error, text.newServiceFailed));
    },
  });
  function submit() {
    const found = findOfferErrors(form, true, text);
    setErrors(found);
    if (Object.keys(found).length === 0) add.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      locked={add.isPending}
      title={text.newServiceTitle}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={add.isPending}>
            {common.cancel}
          </Button>
          <Button busy={add.isPending} onClick={submit}>
            {text.add}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        {draft.restored ? <DraftNotice onForget={draft.forget} /> : null}
        <p className="text-sm text-muted">{text.newServiceHint}</p>
        {add.isError && Object.keys(errors).length === 0 ? (
          <Callout tone="bad" role="alert">
            {retryableErrorMessage(add.error, text.newServiceFailed)}
          </Callout>
        ) : null}
        <OfferFields
          form={form}
          errors={errors}
          kind="new_service"
          isAutomatic={false}
          hasPriceMoved={false}
          onChange={(part) => draft.set((old) => ({ ...old, ...part }))}
        />
      </div>
    </Dialog>
  );
}
