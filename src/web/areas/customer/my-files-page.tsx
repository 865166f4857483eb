import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Files, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { groupCode } from '#contract/codes.ts';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { FileActions } from '../../features/files/file-actions.tsx';
import { filesQuery } from '../../features/files/queries.ts';
import { ShareDialog } from '../../features/files/share-dialog.tsx';
import { useFormat } from '../../lib/format.ts';
import { useDebounced } from '../../lib/timing.ts';
import { usePortalText } from '../../text/portal.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/input.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 50;

export function MyFilesPage() {
  const { files: text, shell } = usePortalText();
  const common = useText().common;
  const navigate = useNavigate();
  const { page = 1, search = '' } = useSearch({ from: '/app/my-files' });
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  const [shared, setShared] = useState<PortalFile>();
  useTitle(text.title);

  const go = (next: { page?: number; search?: string }) =>
    void navigate({
      to: '/app/my-files',
      replace: true,
      search: {
        ...(next.page && next.page > 1 ? { page: next.page } : {}),
        ...(next.search ? { search: next.search } : {}),
      },
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) go({ search: debounced });
  }, [debounced]);

  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(
    filesQuery({ page, search, page_size: pageSize }),
  );

  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        <SearchInput className="mb-4 max-w-xl" label={text.search} value={typed} onChange={setTyped} />
        {isError ? (
          <ErrorState title={text.failed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={6} />
        ) : data.results.length === 0 ? (
          search === '' ? (
            <EmptyState title={text.empty} hint={text.emptyHint} icon={<Files />}>
              <Link to="/app/new-nid" className={button()}>
                {shell.newNid}
              </Link>
            </EmptyState>
          ) : (
            <EmptyState title={text.emptySearch} icon={<SearchX />}>
              <Button look="quiet" onClick={() => setTyped('')}>
                {common.clearSearch}
              </Button>
            </EmptyState>
          )
        ) : (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
            <FilesTable files={data.results} onShare={setShared} />
            <FileCards files={data.results} onShare={setShared} />
            <Pagination
              page={page}
              pageSize={pageSize}
              count={data.count}
              onPage={(next) => go({ page: next, search })}
            />
          </div>
        )}
      </Card>
      <ShareDialog file={shared} onClose={() => setShared(undefined)} />
    </>
  );
}

interface FileListProps {
  files: readonly PortalFile[];
  onShare: (file: PortalFile) => void;
}

function FileLink({ file }: { file: PortalFile }) {
  return (
    <Link
      to="/app/my-files/$id"
      params={{ id: String(file.id) }}
      className="inline-flex min-h-11 max-w-full items-center font-medium wrap-anywhere text-accent-text underline decoration-1 underline-offset-4"
    >
      {file.full_name}
    </Link>
  );
}

function Code({ code }: { code: string }) {
  return (
    <Link
      to="/verify/$code"
      params={{ code }}
      className="whitespace-nowrap text-accent-text underline decoration-1 underline-offset-4"
    >
      {groupCode(code)}
    </Link>
  );
}

function FilesTable({ files, onShare }: FileListProps) {
  const { files: text } = usePortalText();
  const { common, fileTypes } = useText();
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.type}</Th>
          <Th>{text.columns.name}</Th>
          <Th>{text.columns.number}</Th>
          <Th>{text.columns.code}</Th>
          <Th>{text.columns.date}</Th>
          <Th>
            <span className="sr-only">{common.actions}</span>
          </Th>
        </>
      }
    >
      {files.map((file) => (
        <tr key={file.id}>
          <Td>
            <Badge tone="accent">{fileTypes[file.type]}</Badge>
          </Td>
          <Td className="max-w-64 break-words">
            <FileLink file={file} />
            {file.version > 1 ? (
              <span className="block text-sm text-muted">{text.version(format.digits(file.version))}</span>
            ) : null}
          </Td>
          <Td className="tabular-nums">{format.digits(file.nid_or_brn_number)}</Td>
          <Td>
            <Code code={file.verification_code} />
          </Td>
          <Td>
            <When at={file.created_at} />
          </Td>
          <Td>
            <div className="flex justify-end gap-2">
              <FileActions file={file} onShare={onShare} compact />
            </div>
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function FileCards({ files, onShare }: FileListProps) {
  const { files: text } = usePortalText();
  const { fileTypes } = useText();
  const format = useFormat();
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:hidden">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 flex-col rounded-lg border border-line p-4">
          <div className="mb-2">
            <Badge tone="accent">{fileTypes[file.type]}</Badge>
          </div>
          <p className="break-words">
            <FileLink file={file} />
          </p>
          <p className="text-muted tabular-nums">{format.digits(file.nid_or_brn_number)}</p>
          <p className="text-sm text-muted">
            {format.dateTime(file.created_at)}
            {file.version > 1 ? ` · ${text.version(format.digits(file.version))}` : ''}
          </p>
          <p className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm">
            <span className="text-muted">{text.columns.code}:</span> <Code code={file.verification_code} />
          </p>
          <div className="mt-auto flex flex-wrap gap-2 pt-2">
            <FileActions file={file} onShare={onShare} />
          </div>
        </li>
      ))}
    </ul>
  );
}
