// The unofficial server copy: a number and a birth date in, a copy in a new tab out.
import { type SubmitEvent, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import { unofficialCopyTypes } from '#contract/documents/rules.ts';
import { formatDecimal } from '#contract/money.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { usePortalText } from '../../text/portal.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceCards, Input } from '../../ui/input.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { PricePreview } from '../wallet/price-preview.tsx';
import type { MadeCopy } from './copy-made.tsx';
import { useDraft } from './draft.ts';
import { DraftNotice } from './draft-notice.tsx';
import { MadeNotice } from './made-notice.tsx';
import { type FormErrors, focusField, useMaking } from './making.ts';
import { useDocumentsText } from './text.ts';
import { findUnofficialErrors, type UnofficialValues, unofficialRefusal } from './unofficial-rules.ts';

const blank = (): UnofficialValues => ({ nid: '', date_of_birth: '', type: 'OLD' });

export function UnofficialForm({ pricePaisa }: { pricePaisa: bigint }) {
  const { unofficial: text } = useDocumentsText();
  const { nid, recharge } = usePortalText();
  const format = useFormat();
  const draft = useDraft('unofficial', blank);
  const [errors, setErrors] = useState<FormErrors<keyof UnofficialValues>>({});
  const [made, setMade] = useState<MadeCopy>();
  const values = draft.value;

  const making = useMaking({
    send: (body: UnofficialValues & { shown_price: string }, idempotencyKey) =>
      call('POST /account/server-copy-unofficial/', { body, idempotencyKey }),
    onMade(answer, tab) {
      if (!answer.file_code) {
        tab.close();
        making.refuse(text.failed);
        return;
      }
      notify.success(text.done);
      const open_path = answer.open_path || `/server-copy-unofficial/${answer.file_code}/`;
      setMade({ ...answer, open_path, opened: tab.go(open_path) });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    words: (error) => unofficialRefusal(error instanceof ApiError ? error.body : undefined, text.failed),
    onFields: setErrors,
  });

  const set = (change: Partial<UnofficialValues>) => {
    draft.set((old) => ({ ...old, ...change }));
    setErrors((old) => ({
      ...old,
      ...Object.fromEntries(Object.keys(change).map((key) => [key, undefined])),
    }));
    making.clearRefusal();
  };

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findUnofficialErrors(values, text);
    setErrors(found);
    const first = (['nid', 'date_of_birth'] as const).find((field) => found[field]);
    if (first) {
      making.refuse(found[first]!);
      focusField(first);
      return;
    }
    setMade(undefined);
    making.start({ ...values, shown_price: formatDecimal(pricePaisa) });
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {made ? <MadeNotice title={text.done} made={made} /> : null}
      {draft.restored && !made ? <DraftNotice onForget={draft.forget} /> : null}
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.nid} hint={text.nidHint} required error={errors.nid}>
            {(control) => (
              <Input
                {...control}
                name="nid"
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                value={format.digits(values.nid)}
                onChange={(event) => set({ nid: toAsciiDigits(event.target.value).replace(/\D/g, '') })}
              />
            )}
          </Field>
          <Field label={text.birthDate} hint={text.birthDateHint} required error={errors.date_of_birth}>
            {(control) => (
              <Input
                {...control}
                name="date_of_birth"
                autoComplete="off"
                maxLength={12}
                value={format.digits(values.date_of_birth)}
                onChange={(event) => set({ date_of_birth: toAsciiDigits(event.target.value) })}
              />
            )}
          </Field>
        </div>
        <div className="mt-4">
          <ChoiceCards
            legend={text.type}
            name="type"
            value={values.type}
            choices={unofficialCopyTypes.map((type) => ({ value: type, label: text.types[type] }))}
            onChange={(type) => set({ type })}
          />
        </div>
      </Card>
      <Card>
        <PricePreview
          pricePaisa={pricePaisa}
          labels={{ price: nid.price, after: nid.after, short: nid.short, recharge: recharge.goOn }}
          hint={nid.consent}
        />
        {making.refusal === '' || Object.values(errors).includes(making.refusal) ? null : (
          <Notice tone="bad" role="alert" className="mt-4">
            {making.refusal}
          </Notice>
        )}
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit" size="large" busy={making.busy}>
            {making.busy ? text.submitting : text.submit}
          </Button>
        </div>
      </Card>
    </form>
  );
}
