// Asks for a period and fetches the wallet's statement for it, as a paper or a table.

import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/api-error.ts';
import { download } from '../../lib/api/download.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { thisMonth, todayInDhaka } from '../../lib/time/days.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { DayInput } from '../../ui/form/day-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useWalletText } from './text.ts';

/** @param user whose wallet; undefined for the user's own */
export function StatementButton({ user }: { user?: number }) {
  const { papers: text } = useWalletText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <ScrollText className="size-5" aria-hidden="true" />
        {text.statement}
      </Button>
      {open ? <StatementDialog user={user} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function StatementDialog({ user, onClose }: { user: number | undefined; onClose: () => void }) {
  const { papers: text } = useWalletText();
  const common = useUiText().common;
  const [days, setDays] = useState(() => thisMonth(todayInDhaka()));
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf');
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const take = useMutation({
    mutationFn() {
      const query = new URLSearchParams({
        ...days,
        format,
        ...(user === undefined ? {} : { user: String(user) }),
      });
      return download(`/account/statement/?${query}`, `statement.${format}`);
    },
    onSuccess: onClose,
  });

  function submit() {
    const found = {
      ...(days.from === '' ? { from: text.fromMissing } : {}),
      ...(days.to === '' ? { to: text.toMissing } : days.from > days.to ? { to: text.order } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) take.mutate();
  }

  const day = (name: 'from' | 'to') => (
    <Field label={common[name]} error={errors[name]} required>
      {(control) => (
        <DayInput
          {...control}
          name={name}
          value={days[name]}
          onDay={(picked = '') => {
            setDays({ ...days, [name]: picked });
            setErrors({});
            take.reset();
          }}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      locked={take.isPending}
      title={text.statementTitle}
      description={text.statementText}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={take.isPending}>
            {common.cancel}
          </Button>
          <Button busy={take.isPending} onClick={submit}>
            {text.take}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        <div className="grid gap-3 sm:grid-cols-2">
          {day('from')}
          {day('to')}
        </div>
        <ChoiceCards
          legend={text.format}
          name="format"
          value={format}
          onChange={(next) => {
            setFormat(next);
            take.reset();
          }}
          choices={[
            { value: 'pdf', label: text.pdf, hint: text.pdfHint },
            { value: 'csv', label: text.csv, hint: text.csvHint },
          ]}
        />
        {take.isError ? (
          <Callout tone="bad" role="alert">
            {errorMessage(take.error, text.failed)}
          </Callout>
        ) : null}
      </div>
    </Dialog>
  );
}
