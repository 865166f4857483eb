// Providers' settlement reports: taken in, laid beside our payments, and what of each is still open.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { SettlementFile } from '#contract/payments/operation-calls.ts';
import { useProviderName, useProviders } from '../../features/payments/providers.ts';
import { settlementsQuery } from '../../features/payments/queries.ts';
import { useMoneyText } from '../../features/wallet/staff-text.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useListAddress } from '../../lib/list-address.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { Button, button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Select } from '../../ui/input.tsx';
import { List } from '../../ui/list.tsx';
import { Badge, Card, Notice, PageHeading } from '../../ui/surface.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 10;

export function SettlementsPage() {
  const { settlements: text } = useMoneyText();
  const { roles } = useUser();
  useTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <div className="grid gap-4">
        {hasRight(roles, 'wallets.move') ? <Upload /> : null}
        <Files />
      </div>
    </>
  );
}

function Upload() {
  const { settlements: text } = useMoneyText();
  const navigate = useNavigate();
  const submitKey = useSubmitKey();
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const providers = useProviders(true);
  const provider = chosen ?? providers.data?.[0]?.id ?? '';
  const upload = useMutation({
    mutationFn(report: File) {
      const form = new FormData();
      form.set('provider', provider);
      form.set('file', report);
      return call('POST /account/settlements/', { form, idempotencyKey: submitKey.for([provider, report]) });
    },
    onSuccess({ id }) {
      submitKey.done();
      notify.success(text.uploaded);
      void navigate({ to: '/admin/settlements/$id', params: { id } });
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (file) upload.mutate(file);
    else setWrong(text.fileMissing);
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-4 lg:grid-cols-[1fr_16rem]">
        <FileDrop
          label={text.file}
          hint={text.fileHint}
          accept=".csv,text/csv"
          file={file}
          error={wrong}
          required
          onFile={(given) => {
            const fits = /\.(csv|txt)$/i.test(given.name);
            setFile(fits ? given : undefined);
            setWrong(fits ? undefined : text.notCsv);
            upload.reset();
          }}
          onRemove={() => {
            setFile(undefined);
            upload.reset();
          }}
        />
        <div className="space-y-4">
          <Field label={text.provider} required>
            {(control) => (
              <Select {...control} value={provider} onChange={(event) => setChosen(event.target.value)}>
                {providers.data?.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" wide busy={upload.isPending}>
            {text.upload}
          </Button>
        </div>
        {upload.isError ? (
          <Notice tone="bad" role="alert" className="lg:col-span-2">
            {errorWords(upload.error, text.uploadFailed)}
          </Notice>
        ) : null}
      </form>
    </Card>
  );
}

function Files() {
  const { settlements: text } = useMoneyText();
  const address = useListAddress({}, useSearch({ from: '/admin/settlements' }));
  const query = useQuery(settlementsQuery(address.page, pageSize));
  return (
    <Card title={text.list}>
      <List
        query={query}
        address={address}
        pageSize={pageSize}
        failed={text.failed}
        empty={{ title: text.empty, hint: text.emptyHint, icon: <FileSpreadsheet /> }}
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
  const { settlements: text, payments } = useMoneyText();
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
          {providerName(file.provider)} · {format.date(file.first_at)} – {format.date(file.last_at)} ·{' '}
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
        className={button({ look: 'quiet', size: 'small' })}
      >
        {payments.open}
      </Link>
    </li>
  );
}
