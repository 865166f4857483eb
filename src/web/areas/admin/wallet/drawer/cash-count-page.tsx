// A count of a cash drawer, to view and to print: the slip that goes with the money.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Banknote, FileX, Printer } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import type { CashCount } from '#contract/wallet/drawer-calls.ts';
import { noteValues, sumOfNotes } from '#contract/wallet/drawer-rules.ts';
import { useDrawerMovementRows } from '../../../../features/wallet/drawer/count-rows.tsx';
import { CountedSums } from '../../../../features/wallet/drawer/drawer-sums.tsx';
import { cashCountQuery, drawerMovementsQuery } from '../../../../features/wallet/drawer/queries.ts';
import { useDrawerText } from '../../../../features/wallet/drawer/text.ts';
import { ApiError, errorMessage } from '../../../../lib/api/api-error.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useListAddress } from '../../../../lib/list-address.ts';
import { useUser } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTitle } from '../../../../ui/frame/title.ts';
import { List } from '../../../../ui/list/list.tsx';
import { Table, Td, Th } from '../../../../ui/list/table.tsx';
import { SkeletonRows } from '../../../../ui/states.tsx';
import { Card, PageHeading } from '../../../../ui/surface.tsx';

const pageSize = 50;

export function CashCountPage() {
  const id = Number(useParams({ from: '/admin/cash-counts/$id' }).id);
  const { counts: text, title } = useDrawerText();
  const format = useFormat();
  const me = useUser();
  const { data: count, error, isPending, refetch } = useQuery(cashCountQuery(id));
  const name = count ? text.oneOf(count.staff.name, format.digits(count.number)) : text.title;
  useTitle(name);
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <Link
        to={hasRight(me.roles, 'reports.read') ? '/admin/cash-counts' : '/admin/cash-drawer'}
        className="no-print mb-2 inline-flex min-h-11 items-center gap-2 text-accent-text underline decoration-1 underline-offset-4"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {hasRight(me.roles, 'reports.read') ? text.all : title}
      </Link>
      <PageHeading
        title={<span className="wrap-anywhere">{name}</span>}
        hint={count ? <When count={count} /> : undefined}
      >
        {count ? (
          <Button variant="quiet" className="no-print" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            {text.print}
          </Button>
        ) : null}
      </PageHeading>
      {count ? (
        <div className="print-sheet grid items-start gap-4 xl:grid-cols-[minmax(20rem,2fr)_3fr] print:gap-2 print:text-sm">
          <div className="grid items-start gap-4 print:grid-cols-2 print:gap-2">
            <Card>
              <CountedSums count={count} />
            </Card>
            {count.notes === null ? null : <NotesTable notes={count.notes} />}
          </div>
          <Movements id={id} />
        </div>
      ) : isMissing ? (
        <EmptyState title={text.missing} icon={<FileX />} />
      ) : isPending ? (
        <SkeletonRows rows={8} />
      ) : (
        <ErrorState title={text.failed} hint={errorMessage(error, '')} onRetry={() => void refetch()} />
      )}
    </>
  );
}

function When({ count }: { count: CashCount }) {
  const { counts: text } = useDrawerText();
  const format = useFormat();
  return `${format.dateTime(count.counted_at)} · ${text.by(count.counted_by.name)}`;
}

function NotesTable({ notes }: { notes: NonNullable<CashCount['notes']> }) {
  const { counts: text } = useDrawerText();
  const format = useFormat();
  const rows = noteValues.filter((value) => notes[value]);
  if (rows.length === 0) return null;
  return (
    <Card title={text.notes}>
      <Table
        dense
        label={text.notes}
        head={
          <>
            <Th>{text.note}</Th>
            <Th end>{text.pieces}</Th>
            <Th end>{text.amount}</Th>
          </>
        }
      >
        {rows.map((value) => (
          <tr key={value}>
            <Td>৳ {format.digits(value)}</Td>
            <Td end>{format.count(notes[value] ?? 0)}</Td>
            <Td end>{format.taka(sumOfNotes({ [value]: notes[value] ?? 0 }))}</Td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Movements({ id }: { id: number }) {
  const { movements: text } = useDrawerText();
  const address = useListAddress({}, useSearch({ from: '/admin/cash-counts/$id' }));
  const rows = useDrawerMovementRows(text.titleCounted);
  const query = useQuery(drawerMovementsQuery({ count: id, page: address.page, page_size: pageSize }));
  return (
    <Card title={text.titleCounted}>
      <List
        query={query}
        address={address}
        pageSize={pageSize}
        failed={text.failed}
        empty={{ title: text.emptyCounted, icon: <Banknote /> }}
        skeletonRows={4}
        rows={rows}
      />
    </Card>
  );
}
