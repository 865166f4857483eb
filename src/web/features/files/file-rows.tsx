// The customer's own papers as rows and cards of a list.
import { Link } from '@tanstack/react-router';
import { groupCode } from '#contract/codes.ts';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { useFormat } from '../../lib/format.ts';
import type { RowsProps } from '../../ui/list/list.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { FileActions } from './file-actions.tsx';
import { usePaperText } from './paper-text.ts';
import { useFilesText } from './text.ts';

const linkClass = 'text-accent-text underline decoration-1 underline-offset-4';

const FileLink = ({ file }: { file: PortalFile }) => (
  <Link
    to="/app/my-files/$id"
    params={{ id: String(file.id) }}
    className={`inline-flex min-h-11 max-w-full items-center font-medium wrap-anywhere ${linkClass}`}
  >
    {file.full_name}
  </Link>
);

const Code = ({ code }: { code: string }) => (
  <Link
    to="/verify/$code"
    params={{ code }}
    className={`-my-2.5 inline-block py-2.5 whitespace-nowrap ${linkClass}`}
  >
    {groupCode(code)}
  </Link>
);

export function useFileRows(onShare: (file: PortalFile) => void): RowsProps<PortalFile> {
  const { list: text } = useFilesText();
  const { common } = useUiText();
  const { fileTypes } = usePaperText();
  const format = useFormat();
  const version = (file: PortalFile) => text.version(format.digits(file.version));
  return {
    label: text.title,
    keyOf: ({ id }) => id,
    fits: true,
    // Where there is no room for all columns, the kind is above the name and the code below the number.
    columns: [
      {
        head: text.columns.type,
        className: 'max-lg:hidden',
        headClassName: 'max-lg:hidden',
        cell: ({ type }) => <Badge tone="accent">{fileTypes[type]}</Badge>,
      },
      {
        head: text.columns.name,
        className: 'min-w-40 max-w-64 break-words',
        cell: (file) => (
          <>
            <span className="mb-1 block lg:hidden">
              <Badge tone="accent">{fileTypes[file.type]}</Badge>
            </span>
            <FileLink file={file} />
            {file.version > 1 ? <span className="block text-sm text-muted">{version(file)}</span> : null}
          </>
        ),
      },
      {
        head: text.columns.number,
        className: 'tabular-nums',
        cell: (file) => (
          <>
            {format.digits(file.nid_or_brn_number)}
            <span className="block text-sm 2xl:hidden">
              <Code code={file.verification_code} />
            </span>
          </>
        ),
      },
      {
        head: text.columns.code,
        className: 'max-2xl:hidden',
        headClassName: 'max-2xl:hidden',
        cell: (file) => <Code code={file.verification_code} />,
      },
      { head: text.columns.date, cell: (file) => <When at={file.created_at} /> },
      {
        head: common.actions,
        unseen: true,
        cell: (file) => (
          <div className="grid grid-cols-[auto_auto] justify-end gap-2">
            <FileActions file={file} onShare={onShare} compact />
          </div>
        ),
      },
    ],
    card: (file) => (
      <>
        <div className="mb-2">
          <Badge tone="accent">{fileTypes[file.type]}</Badge>
        </div>
        <p className="break-words">
          <FileLink file={file} />
        </p>
        <p className="text-muted tabular-nums">{format.digits(file.nid_or_brn_number)}</p>
        <p className="text-sm text-muted">
          {format.dateTime(file.created_at)}
          {file.version > 1 ? ` · ${version(file)}` : ''}
        </p>
        <p className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm">
          <span className="text-muted">{text.columns.code}:</span> <Code code={file.verification_code} />
        </p>
        <div className="grid grid-cols-2 gap-2 pt-2 cramped:grid-cols-1 sm:flex sm:flex-wrap">
          <FileActions file={file} onShare={onShare} />
        </div>
      </>
    ),
  };
}
