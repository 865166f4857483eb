// Every copy that the automatic services made: found by words and by customer, taken along as a table.
import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { HistoryFilters, useHistoryAddress } from '../../features/accounts/history-filters.tsx';
import { FileNumber } from '../../features/files/file-number.tsx';
import { filesQuery } from '../../features/files/queries.ts';
import { ExportButton } from '../../features/orders/export-button.tsx';
import { useFormat } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { useOfficeText } from '../../text/office.ts';
import { useText } from '../../text/text.ts';
import { ListBody } from '../../ui/list-body.tsx';
import { PersonCell, PersonLink } from '../../ui/person-cell.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 50;
const pagesShown = 3;

const nameOf = ({ user }: PortalFile) => `${user.first_name} ${user.last_name}`.trim() || user.username;

export function AutoServicesHistoryPage() {
  const { autoHistory: text } = useOfficeText();
  const { roles } = useUser();
  const { filter, isFiltered, change, clear } = useHistoryAddress('/admin/auto-services-history');
  useTitle(text.title);
  const list = useQuery(filesQuery({ ...filter, page_size: pageSize }));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {hasRight(roles, 'files.read') ? (
          <ExportButton
            path="/account/myfile/export/"
            name="auto-services.csv"
            filter={{ search: filter.search, user: filter.user }}
          />
        ) : null}
      </PageHeading>
      <Card>
        <HistoryFilters {...filter} searchLabel={text.search} onChange={change} />
        <ListBody
          list={list}
          pager={{ page: filter.page, pageSize, window: pagesShown, onPage: (page) => change({ page }) }}
          failed={text.failed}
          toast
          empty={{ title: text.empty, icon: <FileClock /> }}
          notFound={isFiltered && { title: text.emptySearch, onClear: clear }}
        >
          {(files) => (
            <>
              <FileTable files={files} />
              <FileCards files={files} />
            </>
          )}
        </ListBody>
      </Card>
    </>
  );
}

function FileTable({ files }: { files: readonly PortalFile[] }) {
  const { autoHistory: text } = useOfficeText();
  const { fileTypes } = useText();
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.user}</Th>
          <Th>{text.columns.type}</Th>
          <Th>{text.columns.name}</Th>
          <Th>{text.columns.number}</Th>
          <Th end>{text.columns.charge}</Th>
          <Th end>{text.columns.balance}</Th>
          <Th>{text.columns.date}</Th>
        </>
      }
    >
      {files.map((file) => (
        <tr key={file.id}>
          <Td className="max-w-48 min-w-44 break-words">
            <PersonCell id={file.user.id} name={nameOf(file)} email={file.user.username} />
          </Td>
          <Td>
            <Badge tone="accent">{fileTypes[file.type]}</Badge>
          </Td>
          <Td className="max-w-48 break-words">{file.full_name}</Td>
          <Td className="money">
            <FileNumber file={file} />
          </Td>
          <Td end>{format.taka(file.charge)}</Td>
          <Td end>{file.new_balance === null ? text.noBalance : format.taka(file.new_balance)}</Td>
          <Td>
            <When at={file.created_at} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function FileCards({ files }: { files: readonly PortalFile[] }) {
  const { autoHistory: text } = useOfficeText();
  const { fileTypes } = useText();
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {files.map((file) => (
        <li key={file.id} className="rounded-lg border border-line p-4">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 font-medium break-words">{file.full_name}</p>
            <Badge tone="accent">{fileTypes[file.type]}</Badge>
          </div>
          <p className="money text-muted">
            <FileNumber file={file} />
          </p>
          <p className="mt-1">
            <PersonLink id={file.user.id} name={nameOf(file)} />
          </p>
          <p className="text-sm break-all text-muted">{file.user.username}</p>
          <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="money font-medium">{format.taka(file.charge)}</span>
            <span className="text-sm text-muted">
              {text.columns.balance}:{' '}
              {file.new_balance === null ? text.noBalance : format.taka(file.new_balance)}
            </span>
          </div>
          <p className="text-sm text-muted">{format.dateTime(file.created_at)}</p>
        </li>
      ))}
    </ul>
  );
}
