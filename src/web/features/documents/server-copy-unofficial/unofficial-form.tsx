// The form of the unofficial server copy: takes a number and a birth date, opens the copy in a new tab.

import { useState } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { openPathOf } from '#contract/documents/kinds.ts';
import { unofficialCopyTypes } from '#contract/documents/rules.ts';
import { formatDecimal } from '#contract/money.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { PricePreview } from '../../wallet/price-preview.tsx';
import { AutoRetryNotice } from '../auto-retry.tsx';
import type { MadeCopy } from '../made/copy-made.tsx';
import { MadeNotice } from '../made/made-notice.tsx';
import { RecentCopyDialog, useRecentCopy } from '../made/recent-copy.tsx';
import { useDocumentsText } from '../text.ts';
import { useDocumentForm } from '../use-document-form.ts';
import { findUnofficialErrors, type UnofficialValues, unofficialRefusal } from './unofficial-rules.ts';

const blank = (): UnofficialValues => ({ nid: '', date_of_birth: '', type: 'OLD' });

export function UnofficialForm({ pricePaisa }: { pricePaisa: bigint }) {
  const { unofficial: text, nid } = useDocumentsText();
  const format = useFormat();
  const draft = useDraft('unofficial', blank);

  const [made, setMade] = useState<MadeCopy>();
  const values = draft.value;
  const recent = useRecentCopy('server_copy_unofficial', values.nid);

  const making = useDocumentForm({
    draft,
    asks: recent.asks,
    send: (body: UnofficialValues & { shown_price: string }, idempotencyKey) =>
      call('POST /account/server-copy-unofficial/', { body, idempotencyKey }),
    onMade(answer, tab, before) {
      if (!answer.file_code) {
        tab.close();
        making.refuse(text.failed);
        return;
      }
      notify.success(text.done);
      const open_path = answer.open_path || openPathOf('server_copy_unofficial', answer.file_code);
      setMade({ ...answer, open_path, opened: tab.navigate(open_path), before });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    words: (error) => unofficialRefusal(error instanceof ApiError ? error.body : undefined, text.failed),
    fields: ['nid', 'date_of_birth', 'type'],
    check: (typed) => findUnofficialErrors(typed, text),
    body: (typed) => ({ ...typed, shown_price: formatDecimal(pricePaisa) }),
  });

  return (
    <Form form={making} className="space-y-4">
      {made ? <MadeNotice title={text.done} made={made} /> : null}
      {draft.restored && !made ? <DraftNotice onForget={draft.forget} /> : null}
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            form={making}
            name="nid"
            label={text.nid}
            hint={text.nidHint}
            read={(typed) => toAsciiDigits(typed).replace(/\D/g, '')}
            show={format.digits}
            required
          >
            {(control) => <Input {...control} inputMode="numeric" autoComplete="off" />}
          </FormField>
          <FormField
            form={making}
            name="date_of_birth"
            label={text.birthDate}
            hint={text.birthDateHint}
            required
          >
            {(control) => <DateInput {...control} />}
          </FormField>
        </div>
        <div className="mt-4">
          <ChoiceCards
            legend={text.type}
            name="type"
            value={values.type}
            choices={unofficialCopyTypes.map((type) => ({ value: type, label: text.types[type] }))}
            onChange={(type) => making.set({ type })}
          />
        </div>
      </Card>
      <RecentCopyDialog recent={recent} pricePaisa={pricePaisa} onAgain={() => making.send(values)} />
      <Card>
        <PricePreview
          pricePaisa={pricePaisa}
          form={making}
          labels={{ price: nid.price, after: nid.after }}
          hint={nid.consent}
        />
        <AutoRetryNotice {...making.autoRetry} />
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit" size="large" busy={making.busy}>
            {making.busy ? text.submitting : text.submit}
          </Button>
        </div>
      </Card>
    </Form>
  );
}
