// One of the customer's documents: its first page, who may see it, how its versions differ, who opened it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, FileQuestion, Link2Off, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { groupCode } from '#contract/codes.ts';
import type { FileDetails, FileVersion } from '#contract/files/detail-calls.ts';
import { FileActions } from '../../features/files/file-actions.tsx';
import { usePaperText } from '../../features/files/paper-text.ts';
import {
  fileOpensQuery,
  fileQuery,
  fileSharesQuery,
  fileVersionsQuery,
  findListedFile,
} from '../../features/files/queries.ts';
import { SendPaper } from '../../features/files/send-paper.tsx';
import { ShareDialog } from '../../features/files/share-dialog.tsx';
import { ShareList } from '../../features/files/share-list.tsx';
import { useFilesText } from '../../features/files/text.ts';
import { ApiError, isUnreachable } from '../../lib/api/api-error.ts';
import { fetchProtected } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { List } from '../../ui/list/list.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { Card, Fact, Facts, PageHeading } from '../../ui/surface.tsx';

const pageSize = 10;

export function FilePage() {
  const { file: text } = useFilesText();
  const { fileTypes } = usePaperText();
  const id = Number(useParams({ from: '/app/my-files/$id' }).id);
  const [sharing, setSharing] = useState(false);
  const { data, error, isPending, refetch } = useQuery(fileQuery(id));
  const listed = findListedFile(useQueryClient(), id);
  useTitle(data ? data.full_name : text.details);
  const back = (
    <Link
      to="/app/my-files"
      className="inline-flex min-h-11 items-center gap-1 text-accent-text underline underline-offset-4"
    >
      <ChevronLeft className="size-4" aria-hidden="true" />
      {text.back}
    </Link>
  );
  if (error && !(data && isUnreachable(error))) {
    const isGone = error instanceof ApiError && [400, 404].includes(error.status);
    return (
      <>
        {back}
        <PageHeading
          title={listed && !isGone ? listed.full_name : text.details}
          hint={listed && !isGone ? fileTypes[listed.type] : undefined}
        />
        {listed && !isGone ? (
          <div className="mb-6 flex flex-wrap gap-2">
            <FileActions file={listed} onShare={() => setSharing(true)} />
            <SendPaper file={listed} />
          </div>
        ) : null}
        <Card>
          {isGone ? (
            <EmptyState title={text.gone} icon={<FileQuestion />} />
          ) : (
            <ErrorState title={text.failed} onRetry={() => void refetch()} />
          )}
        </Card>
      </>
    );
  }
  if (isPending) return <SkeletonRows rows={6} />;
  return (
    <>
      {back}
      <PageHeading title={data.full_name} hint={fileTypes[data.type]} />
      <div className="mb-6 flex flex-wrap gap-2">
        <FileActions file={data} onShare={() => setSharing(true)} />
        <SendPaper file={data} />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div className="space-y-6">
          <Preview id={id} version={data.version} />
        </div>
        <div className="min-w-0 space-y-6">
          <About file={data} />
          <Links id={id} onShare={() => setSharing(true)} />
          <Versions id={id} version={data.version} />
          <Opens id={id} />
        </div>
      </div>
      <ShareDialog file={sharing ? data : undefined} onClose={() => setSharing(false)} />
    </>
  );
}

function Preview({ id, version }: { id: number; version: number }) {
  const { file: text } = useFilesText();
  const [picture, setPicture] = useState<string | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has another first page
  useEffect(() => {
    const stop = new AbortController();
    let address: string | undefined;
    fetchProtected(`/account/myfile/${id}/preview/`, stop.signal)
      .then((response) => response.blob())
      .then((blob) => {
        if (stop.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setPicture(address);
      })
      .catch(() => stop.signal.aborted || setPicture('failed'));
    return () => {
      stop.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [id, version]);
  if (picture === 'failed') return <p className="text-muted">{text.previewFailed}</p>;
  if (!picture) return <Skeleton className="aspect-[1/1.414]" />;
  return (
    <img src={picture} alt={text.preview} className="w-full rounded-md border border-line shadow-card" />
  );
}

function About({ file }: { file: FileDetails }) {
  const { file: text } = useFilesText();
  const format = useFormat();
  const { checks, last_checked_at } = file;
  return (
    <Card>
      <Facts>
        <Fact label={text.number}>{format.digits(file.nid_or_brn_number)}</Fact>
        <Fact label={text.madeAt}>{format.dateTime(file.created_at)}</Fact>
        <Fact label={text.code}>
          <Link
            to="/verify/$code"
            params={{ code: file.verification_code }}
            className="whitespace-nowrap text-accent-text underline underline-offset-4"
          >
            {groupCode(file.verification_code)}
          </Link>
        </Fact>
        <Fact label={text.checks}>
          {checks === 0
            ? text.neverChecked
            : text.checkCount(format.digits(checks), format.dateTime(last_checked_at))}
        </Fact>
      </Facts>
    </Card>
  );
}

function Links({ id, onShare }: { id: number; onShare: () => void }) {
  const { file: text, links, share } = useFilesText();
  const [page, setPage] = useState(1);
  const query = useQuery(fileSharesQuery(id, page, pageSize));
  const make = (
    <Button variant="quiet" size="small" onClick={onShare}>
      <Share2 className="size-4" aria-hidden="true" />
      {share.make}
    </Button>
  );
  return (
    <Card title={text.links} aside={query.data && query.data.count > 0 ? make : undefined}>
      <List
        query={query}
        address={{ page, toPage: setPage }}
        pageSize={pageSize}
        failed={links.failed}
        empty={{ title: text.noLinks, hint: text.noLinksHint, icon: <Link2Off />, children: make }}
        skeletonRows={2}
        rows={(shares) => <ShareList shares={shares} />}
      />
    </Card>
  );
}

function Versions({ id, version }: { id: number; version: number }) {
  const { file: text } = useFilesText();
  const { data, isPending, isError, refetch } = useQuery(fileVersionsQuery(id, version));
  return (
    <Card title={text.versions}>
      {isError ? (
        <ErrorState title={text.versionsFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <ol className="divide-y divide-line">
          {data.results.map((one) => (
            <Version key={one.version} one={one} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Version({ one }: { one: FileVersion }) {
  const { file: text } = useFilesText();
  const format = useFormat();
  const language = useLanguage();
  return (
    <li className="py-3">
      <p className="font-medium">
        {text.version(format.digits(one.version))}
        <span className="font-normal text-muted"> · {format.dateTime(one.made_at)}</span>
      </p>
      {one.changes.length === 0 ? (
        <p className="text-sm text-muted">{one.version === 1 ? text.first : text.noChange}</p>
      ) : (
        <dl className="text-sm">
          {one.changes.map(({ label, before, after }) => (
            <div key={label.en} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{label[language]}:</dt>
              <dd className="min-w-0 break-words">
                <del className="text-muted">{before || text.blank}</del>
                {' → '}
                <ins className="no-underline">{after || text.blank}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Opens({ id }: { id: number }) {
  const { file: text } = useFilesText();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { data, isPending, isError, refetch } = useQuery(fileOpensQuery(id, page, pageSize));
  return (
    <Card title={text.opens}>
      {isError ? (
        <ErrorState title={text.opensFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={3} />
      ) : data.count === 0 ? (
        <p className="text-muted">{text.noOpens}</p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {data.results.map(({ id: open, at, by, name }) => (
              <li key={open} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="break-words">
                  {by === 'owner'
                    ? text.you
                    : by === 'staff'
                      ? text.staff(name)
                      : name
                        ? text.reader(name)
                        : text.someone}
                </span>
                <time dateTime={at} className="text-sm text-muted">
                  {format.dateTime(at)}
                </time>
              </li>
            ))}
          </ul>
          <Pagination page={page} pageSize={10} count={data.count} onPage={setPage} />
        </>
      )}
    </Card>
  );
}
