// Providers' settlement reports: imported, reconciled with our payments, and what is still open in each.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import { formatPeriod } from '#contract/dates/periods.ts';
import type { SettlementFile } from '#contract/payments/operation-calls.ts';
import { useProviderName, useProviders } from '../../../features/payments/providers.ts';
import { settlementsQuery } from '../../../features/payments/queries.ts';
import { usePaymentsStaffText } from '../../../features/payments/staff-text.ts';
import { call } from '../../../lib/api/api.ts';
import { useSubmitKey } from '../../../lib/api/submit-key.ts';
import { useFormat } from '../../../lib/format.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button, button } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { List } from '../../../ui/list/list.tsx';
import { Badge, Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 10;

export function SettlementsPage() {
  const { settlements: text } = usePaymentsStaffText();
  const mayUpload = hasRight(useUser().roles, 'wallets.move');
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} hint={mayUpload ? text.hint : text.readHint} />
      <div className="grid gap-4">
        {mayUpload ? <Upload /> : null}
        <Files mayUpload={mayUpload} />
      </div>
    </>
  );
}

function Upload() {
  const { settlements: text } = usePaymentsStaffText();
  const navigate = useNavigate();
  const submitKey = useSubmitKey();
  const providers = useProviders(true);
  const form = useForm({
    blank: { file: undefined as File | undefined, provider: '' },
    check: ({ file }) => ({ file: file ? undefined : text.fileMissing }),
    send({ file, provider }) {
      const sent = new FormData();
      const chosen = provider || providers.data?.[0]?.id || '';
      sent.set('provider', chosen);
      sent.set('file', file!);
      return call('POST /account/settlements/', {
        form: sent,
        idempotencyKey: submitKey.for([chosen, file]),
      });
    },
    onSent({ id }) {
      submitKey.done();
      notify.success(text.uploaded);
      // A user who has gone on to another page meanwhile stays there.
      if (window.location.pathname === '/admin/settlements')
        void navigate({ to: '/admin/settlements/$id', params: { id } });
    },
    failed: text.uploadFailed,
    fieldsOf: () => ({}),
    quiet: true,
  });
  return (
    <Card>
      <Form form={form} className="grid gap-4 lg:grid-cols-[1fr_16rem]">
        <FileDrop
          label={text.file}
          hint={text.fileHint}
          accept=".csv,text/csv"
          file={form.values.file}
          error={form.errors.file}
          required
          onFile={(picked) => {
            const fits = /\.(csv|txt)$/i.test(picked.name);
            form.set({ file: fits ? picked : undefined });
            if (!fits) form.refuse('', { file: text.notCsv });
          }}
          onRemove={() => form.set({ file: undefined })}
        />
        <div className="space-y-4">
          <FormField
            form={form}
            name="provider"
            label={text.provider}
            show={(chosen) => chosen || (providers.data?.[0]?.id ?? '')}
            required
          >
            {(control) => (
              <Select {...control}>
                {providers.data?.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <Button type="submit" wide busy={form.busy} disabled={providers.isPending}>
            {text.upload}
          </Button>
        </div>
        <FormRefusal form={form} className="lg:col-span-2" />
      </Form>
    </Card>
  );
}

function Files({ mayUpload }: { mayUpload: boolean }) {
  const { settlements: text } = usePaymentsStaffText();
  const address = useListAddress({}, useSearch({ from: '/admin/settlements' }));
  const query = useQuery(settlementsQuery(address.page, pageSize));
  return (
    <Card title={text.list}>
      <List
        query={query}
        address={address}
        pageSize={pageSize}
        failed={text.failed}
        empty={{
          title: text.empty,
          icon: <FileSpreadsheet />,
          ...(mayUpload ? { hint: text.emptyHint } : {}),
        }}
        skeletonRows={4}
        rows={(files) => (
          <ul className="divide-y divide-line">
            {files.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
      />
    </Card>
  );
}

function FileRow({ file }: { file: SettlementFile }) {
  const { settlements: text, payments } = usePaymentsStaffText();
  const providerName = useProviderName();
  const format = useFormat();
  const counts = [
    ['matched', file.matched],
    ['ours_only', file.ours_only],
    ['theirs_only', file.theirs_only],
    ['differing', file.differing],
  ] as const;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{file.name}</span>
          <Badge tone={file.open > 0 ? 'bad' : 'good'}>
            {file.open > 0 ? text.stillOpen(format.count(file.open)) : text.allDone}
          </Badge>
        </p>
        <p className="text-sm text-muted">
          {providerName(file.provider)} ·{' '}
          {formatPeriod(format.date(file.first_at), format.date(file.last_at))} ·{' '}
          {text.lines(format.count(file.lines))} · <span className="money">{format.taka(file.total)}</span>
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {counts.map(([match, count]) => (
            <span key={match}>
              {text.matches[match]}: {format.count(count)}
            </span>
          ))}
        </p>
        <p className="text-sm text-muted">
          {file.uploaded_by.name}, {format.dateTime(file.uploaded_at)}
        </p>
      </div>
      <Link
        to="/admin/settlements/$id"
        params={{ id: file.id }}
        aria-label={text.openOf(file.name)}
        className={button({ variant: 'quiet', size: 'small' })}
      >
        {payments.open}
      </Link>
    </li>
  );
}
