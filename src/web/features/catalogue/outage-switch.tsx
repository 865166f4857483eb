// The switch with which staff report that the external server of a service is down, or back.
import { ServerCrash, ServerOff } from 'lucide-react';
import { useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import { maximumOutageReasonLength } from '#contract/orders/rules.ts';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useServiceName } from '../../lib/service-name.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { CountedTextarea } from '../../ui/form/input.tsx';
import { DraftDialog, useDialogForm } from '../drafts/draft-dialog.tsx';
import { useCatalogueText } from './text.ts';

/** For staff: reports that a service's server is down, or that it is back. */
export function OutageSwitch({ service }: { service: Service }) {
  const { outage: text } = useCatalogueText();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => call('DELETE /account/services/:id/outage/', { params: { id: service.id } }),
    onSuccess: ({ resumed }) => notify.success(text.ended(format.count(resumed))),
    onError: (error) => notify.error(errorMessage(error, text.failed)),
  });
  const name = <span className="sr-only">: {useServiceName()(service)}</span>;
  return (
    <>
      {service.outage ? (
        <Button variant="quiet" size="small" busy={end.isPending} onClick={() => end.mutate()}>
          <ServerCrash className="size-4" aria-hidden="true" />
          {text.end}
          {name}
        </Button>
      ) : (
        <Button variant="bare" size="small" onClick={() => setAsking(true)}>
          <ServerOff className="size-4" aria-hidden="true" />
          {text.start}
          {name}
        </Button>
      )}
      {isAsking ? <OutageDialog service={service} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function OutageDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const { outage: text } = useCatalogueText();
  const nameOf = useServiceName();
  const form = useDialogForm(`outage:${service.id}`, {
    blank: () => ({ reason: '' }),
    check: ({ reason }) => ({ reason: reason.trim() === '' ? text.reasonMissing : undefined }),
    send: ({ reason }) =>
      call('PUT /account/services/:id/outage/', {
        params: { id: service.id },
        body: { reason: reason.trim() },
      }),
    onSent() {
      notify.success(text.started);
      onClose();
    },
    failed: text.failed,
    quiet: true,
  });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.title(nameOf(service))}
      description={text.hint}
      submit={text.submit}
    >
      <FormField form={form} name="reason" label={text.reason} required>
        {(control) => <CountedTextarea {...control} limit={maximumOutageReasonLength} />}
      </FormField>
      <FormRefusal form={form} />
    </DraftDialog>
  );
}
