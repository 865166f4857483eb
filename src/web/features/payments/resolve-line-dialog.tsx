// Ends one line of a settlement report: by the provider's word, or with an explanation.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettlementItem } from '#contract/payments/operation-calls.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceCards, CountedTextarea } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { useMoneyText } from '../wallet/staff-text.ts';

const noteLimit = 500;

interface ResolveLineProps {
  fileId: string;
  item: SettlementItem;
  onClose: () => void;
}

export function ResolveLineDialog({ fileId, item, onClose }: ResolveLineProps) {
  const { settlements: text } = useMoneyText();
  const common = useText().common;
  const [action, setAction] = useState<'settle' | 'explain'>(item.payment ? 'settle' : 'explain');
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const resolve = useMutation({
    mutationFn: () =>
      call('POST /account/settlements/:id/items/:position/resolve/', {
        params: { id: fileId, position: item.position },
        body: { action, note },
      }),
    onSuccess() {
      notify.success(text.resolved);
      onClose();
    },
  });
  function submit() {
    setMissing(note.trim() === '');
    if (note.trim() !== '') resolve.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      locked={resolve.isPending}
      title={text.resolveTitle}
      description={<span className="break-all">{item.transaction_id || item.invoice}</span>}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={resolve.isPending}>
            {common.cancel}
          </Button>
          <Button busy={resolve.isPending} onClick={submit}>
            {text.resolve}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        <ChoiceCards
          legend={text.how}
          name="how"
          columns="grid-cols-1"
          value={action}
          onChange={(next) => {
            setAction(next);
            resolve.reset();
          }}
          choices={[
            { value: 'settle', label: text.settle, hint: text.settleHint },
            { value: 'explain', label: text.explain, hint: text.explainHint },
          ]}
        />
        <Field label={text.note} error={isMissing ? text.noteMissing : undefined} required>
          {(control) => (
            <CountedTextarea
              {...control}
              name="note"
              limit={noteLimit}
              value={note}
              onChange={(event) => {
                setNote(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
        {resolve.isError ? (
          <Notice tone="bad" role="alert">
            {errorWords(resolve.error, text.resolveFailed)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
