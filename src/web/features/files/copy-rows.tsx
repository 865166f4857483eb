// Copies of all customers as rows and cards of a list, for staff.
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { useFormat } from '../../lib/format.ts';
import { EmailText } from '../../ui/email-text.tsx';
import type { RowsProps } from '../../ui/list/list.tsx';
import { PersonCell, PersonLink } from '../../ui/list/person-cell.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge } from '../../ui/surface.tsx';
import { FileNumber } from './file-number.tsx';
import { usePaperText } from './paper-text.ts';
import { useFilesStaffText } from './staff-text.ts';

const nameOf = ({ user }: PortalFile) => shownNameOf(user);

export function useCopyRows(): RowsProps<PortalFile> {
  const text = useFilesStaffText();
  const { fileTypes } = usePaperText();
  const format = useFormat();
  const type = (file: PortalFile) => <Badge tone="accent">{fileTypes[file.type]}</Badge>;
  const balance = ({ new_balance }: PortalFile) =>
    new_balance === null ? text.noBalance : format.taka(new_balance);
  return {
    label: text.title,
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      {
        head: text.columns.user,
        className: 'max-w-48 min-w-24 break-words xl:min-w-44',
        cell: (file) => <PersonCell id={file.user.id} name={nameOf(file)} email={file.user.username} />,
      },
      { head: text.columns.type, wideOnly: true, cell: type },
      {
        head: text.columns.name,
        className: 'max-w-48 break-words',
        cell: (file) => (
          <>
            <span className="block">{file.full_name}</span>
            <span className="block xl:hidden">{type(file)}</span>
          </>
        ),
      },
      {
        head: text.columns.number,
        headClassName: 'max-w-32 whitespace-normal! leading-tight 2xl:max-w-none',
        className: 'money',
        cell: (file) => <FileNumber file={file} />,
      },
      {
        head: text.columns.charge,
        end: true,
        cell: (file) => (
          <>
            {format.taka(file.charge)}
            <span className="block text-sm whitespace-normal text-muted xl:hidden">
              {text.columns.balance} {balance(file)}
            </span>
          </>
        ),
      },
      { head: text.columns.balance, wideOnly: true, end: true, cell: balance },
      { head: text.columns.date, cell: (file) => <When at={file.created_at} /> },
    ],
    card: (file) => (
      <>
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 font-medium break-words">{file.full_name}</p>
          {type(file)}
        </div>
        <p className="money text-muted">
          <FileNumber file={file} />
        </p>
        <p className="mt-1">
          <PersonLink id={file.user.id} name={nameOf(file)} />
        </p>
        <p className="text-sm text-muted">
          <EmailText email={file.user.username} />
        </p>
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="money font-medium">{format.taka(file.charge)}</span>
          <span className="text-sm text-muted">
            {text.columns.balance}: {balance(file)}
          </span>
        </div>
        <p className="text-sm text-muted">{format.dateTime(file.created_at)}</p>
      </>
    ),
  };
}
