// The TIN certificate: takes one number, shows a summary and the certificate.

import { CircleCheck, Download } from 'lucide-react';
import { useState } from 'react';
import { cleanText } from '#contract/clean-text.ts';
import { groupCode } from '#contract/codes.ts';
import type { TinResult } from '#contract/documents/calls.ts';
import { openPathOf } from '#contract/documents/kinds.ts';
import { wordOfValue } from '#contract/documents/values.ts';
import { formatDecimal } from '#contract/money.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { onApiHost } from '../../../lib/new-tab.ts';
import { notify } from '../../../lib/notify.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Badge, Card, Fact, Facts } from '../../../ui/surface.tsx';
import { useDraft } from '../../drafts/draft.ts';
import { PricePreview } from '../../wallet/price-preview.tsx';
import { AutoRetryNotice } from '../auto-retry.tsx';
import { AlreadyMadeNote } from '../made/already-made-note.tsx';
import { dayFirst } from '../record/record-values.ts';
import { afterCharge } from '../service-gate.tsx';
import { useDocumentsText } from '../text.ts';
import { refusalMessage, useDocumentForm } from '../use-document-form.ts';

/** In summary order; fields without a value are left out. */
const summary = [
  'name_english',
  'tin',
  'previous_tin',
  'status',
  'date',
  'father_name',
  'mother_name',
  'present_address',
  'permanent_address',
  'tax_zone',
  'tax_circle',
  'zone_address',
  'zone_phone',
] as const satisfies readonly (keyof TinResult)[];

const defaultStatus = 'Active';

type Found = TinResult & { before?: Date | undefined };

export function TinSearch({ pricePaisa }: { pricePaisa: bigint }) {
  const { tin: text, nid, noResponse } = useDocumentsText();
  const format = useFormat();
  const draft = useDraft('tin', () => ({ tin_number: '' }));
  const [found, setFound] = useState<Found>();

  const making = useDocumentForm({
    draft,
    send: (body: { tin_number: string; shown_price: string }, idempotencyKey) =>
      call('POST /account/extract-tin-data/', { body, idempotencyKey }),
    onMade(answer, _, before) {
      notify.success(text.found);
      setFound({ ...answer, before });
      draft.forget();
      window.scrollTo({ top: 0 });
    },
    words: (failure) =>
      failure instanceof ApiError
        ? (failure.serverError ?? refusalMessage(failure, text.notFound))
        : // No lookup took place, so 'not found' would be untrue.
          noResponse,
    fields: ['tin_number'],
    check: ({ tin_number }) => ({ tin_number: cleanText(tin_number) === '' ? text.missing : undefined }),
    body: ({ tin_number }) => ({
      tin_number: cleanText(tin_number),
      shown_price: formatDecimal(pricePaisa),
    }),
    withoutTab: true,
  });

  if (found) return <FoundCard found={found} onAnother={() => setFound(undefined)} />;
  return (
    <Form form={making}>
      <Card>
        <FormField
          form={making}
          name="tin_number"
          label={text.number}
          hint={text.numberHint}
          show={format.digits}
          required
        >
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" />}
        </FormField>
        <div className="mt-4">
          <PricePreview
            pricePaisa={pricePaisa}
            form={making}
            labels={{ price: nid.price, after: nid.after }}
            hint={text.once}
          />
          <AutoRetryNotice {...making.autoRetry} />
        </div>
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit" size="large" busy={making.busy}>
            {making.busy ? text.searching : text.search}
          </Button>
        </div>
      </Card>
    </Form>
  );
}

function FoundCard({ found, onAnother }: { found: Found; onAnother: () => void }) {
  const { tin: text, nid } = useDocumentsText();
  const format = useFormat();
  const language = useLanguage();
  const shownValue = (field: (typeof summary)[number]) => {
    const value = found[field] ?? '';
    if (field === 'date') return format.digits(dayFirst(value));
    return field === 'tin' || field === 'previous_tin' || field === 'zone_phone'
      ? format.digits(value)
      : value;
  };
  return (
    <Card className={afterCharge}>
      <div role="status" className="flex items-center gap-3">
        <CircleCheck className="size-8 shrink-0 text-good" strokeWidth={1.5} aria-hidden="true" />
        <h2 className="text-xl">{text.found}</h2>
      </div>
      <AlreadyMadeNote at={found.before} className="mt-2" />
      <Facts className="mt-3">
        {summary.map((field) => {
          const value = shownValue(field);
          return value === '' ? null : (
            <Fact key={field} label={text.fields[field]}>
              {field === 'status' ? (
                <Badge tone={value === defaultStatus ? 'good' : 'neutral'}>
                  {wordOfValue('tax_status', value, language)}
                </Badge>
              ) : (
                <span className={field === 'name_english' ? 'font-medium' : undefined}>{value}</span>
              )}
            </Fact>
          );
        })}
        {found.verification_code ? (
          <Fact label={nid.verification}>{groupCode(found.verification_code)}</Fact>
        ) : null}
      </Facts>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        {found.file_code ? (
          <a
            href={onApiHost(found.open_path || openPathOf('tin', found.file_code))}
            target="_blank"
            rel="noopener noreferrer"
            className={button({ size: 'large' })}
          >
            <Download className="size-5" aria-hidden="true" />
            {text.download}
          </a>
        ) : (
          <Button size="large" onClick={() => notify.error(text.noLink)}>
            <Download className="size-5" aria-hidden="true" />
            {text.download}
          </Button>
        )}
        <Button variant="quiet" size="large" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </Card>
  );
}
