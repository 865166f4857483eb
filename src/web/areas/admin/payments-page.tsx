// Payments through providers: first those that do not fit, then all others on request.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OperationPayment } from '#contract/payments/operation-calls.ts';
import { PaymentDialog } from '../../features/payments/payment-dialog.tsx';
import { attentionWords, paymentTones } from '../../features/payments/payment-words.ts';
import { useProviderName } from '../../features/payments/providers.ts';
import { paymentsQuery } from '../../features/payments/queries.ts';
import { useMoneyText } from '../../features/wallet/staff-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useDebounced } from '../../lib/timing.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { SearchInput, Select } from '../../ui/input.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { PersonCell, PersonLink } from '../../ui/person-cell.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Badge, Card, PageHeading } from '../../ui/surface.tsx';
import { Table, Td, Th, When } from '../../ui/table.tsx';
import { useTitle } from '../../ui/title.ts';

const pageSize = 10;
const filters = ['attention', 'open', 'all'] as const;
const endings = ['completed', 'failed', 'cancelled', 'expired', 'closed', 'refunded'] as const;
const known = [...filters, ...endings];

const nameOf = ({ user }: OperationPayment) => `${user.first_name} ${user.last_name}`.trim() || user.username;

interface Change {
  page?: number;
  search?: string;
  state?: string;
  payment?: string | undefined;
}

export function PaymentsPage() {
  const { payments: text } = useMoneyText();
  const common = useText().common;
  const navigate = useNavigate();
  const { page = 1, search = '', state: given, payment } = useSearch({ from: '/admin/payments' });
  const state = known.find((one) => one === given) ?? 'attention';
  useTitle(text.title);
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(
    paymentsQuery({ page, page_size: pageSize, search, state }),
  );
  const change = (next: Change) => {
    const all = { page: 'payment' in next ? page : 1, search, state: state as string, ...next };
    void navigate({
      to: '/admin/payments',
      replace: !next.payment,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.state === 'attention' ? {} : { state: all.state }),
        ...(all.payment ? { payment: all.payment } : {}),
      },
    });
  };
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        <Filters search={search} state={state} onChange={change} />
        {isError ? (
          <ErrorState title={text.failed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={6} />
        ) : data.results.length > 0 ? (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
            <PaymentTable rows={data.results} onOpen={(id) => change({ payment: id })} />
            <PaymentCards rows={data.results} onOpen={(id) => change({ payment: id })} />
            <Pagination
              page={page}
              pageSize={pageSize}
              count={data.count}
              onPage={(next) => change({ page: next })}
            />
          </div>
        ) : search !== '' ? (
          <EmptyState title={text.emptySearch} icon={<SearchX />}>
            <Button look="quiet" onClick={() => change({ search: '' })}>
              {common.clearSearch}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title={text.empty} hint={text.emptyHint} icon={<CircleCheck />}>
            {state === 'all' ? null : (
              <Button look="quiet" onClick={() => change({ state: 'all' })}>
                {text.showAll}
              </Button>
            )}
          </EmptyState>
        )}
      </Card>
      {payment ? <PaymentDialog id={payment} onClose={() => change({ payment: undefined })} /> : null}
    </>
  );
}

interface FiltersProps {
  search: string;
  state: string;
  onChange: (change: Change) => void;
}

function Filters({ search, state, onChange }: FiltersProps) {
  const { payments: text } = useMoneyText();
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) onChange({ search: debounced });
  }, [debounced]);
  useEffect(() => setTyped(search), [search]);
  return (
    <div className="mb-4 grid gap-2 lg:grid-cols-[1fr_14rem]">
      <SearchInput label={text.search} value={typed} onChange={setTyped} />
      <Select
        aria-label={text.state}
        value={state}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        {filters.map((one) => (
          <option key={one} value={one}>
            {text.filters[one]}
          </option>
        ))}
        {endings.map((one) => (
          <option key={one} value={one}>
            {text.states[one]}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface RowsProps {
  rows: readonly OperationPayment[];
  onOpen: (id: string) => void;
}

function StateOf({ payment }: { payment: OperationPayment }) {
  const text = useMoneyText();
  const reasons = attentionWords(payment.attention, text);
  return (
    <>
      <Badge tone={paymentTones[payment.state]}>{text.payments.states[payment.state]}</Badge>
      {reasons.length > 0 ? (
        <span className="mt-1 block text-sm text-muted">{reasons.join(', ')}</span>
      ) : null}
    </>
  );
}

function PaymentTable({ rows, onOpen }: RowsProps) {
  const { payments: text } = useMoneyText();
  const providerName = useProviderName();
  const format = useFormat();
  return (
    <Table
      label={text.title}
      className="hidden lg:block"
      head={
        <>
          <Th>{text.columns.user}</Th>
          <Th>{text.columns.provider}</Th>
          <Th end>{text.columns.asked}</Th>
          <Th end>{text.columns.paid}</Th>
          <Th>{text.columns.state}</Th>
          <Th>{text.columns.date}</Th>
          <Th>
            <span className="sr-only">{text.open}</span>
          </Th>
        </>
      }
    >
      {rows.map((payment) => (
        <tr key={payment.id}>
          <Td className="max-w-56 break-words">
            <PersonCell id={payment.user.id} name={nameOf(payment)} email={payment.user.username} />
          </Td>
          <Td>{providerName(payment.provider)}</Td>
          <Td end>{format.taka(payment.amount)}</Td>
          <Td end>{payment.facts ? format.taka(payment.facts.amount) : '—'}</Td>
          <Td className="max-w-56">
            <StateOf payment={payment} />
          </Td>
          <Td>
            <When at={payment.created_at} />
          </Td>
          <Td>
            <Button
              look="quiet"
              size="small"
              aria-label={text.openOf(payment.id)}
              onClick={() => onOpen(payment.id)}
            >
              {text.open}
            </Button>
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function PaymentCards({ rows, onOpen }: RowsProps) {
  const { payments: text } = useMoneyText();
  const providerName = useProviderName();
  const format = useFormat();
  return (
    <ul className="space-y-3 lg:hidden">
      {rows.map((payment) => (
        <li key={payment.id} className="rounded-lg border border-line p-4">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <div className="min-w-0">
              <p>
                <PersonLink id={payment.user.id} name={nameOf(payment)} />
              </p>
              <p className="text-sm break-all text-muted">{payment.user.username}</p>
            </div>
            <div>
              <StateOf payment={payment} />
            </div>
          </div>
          <p className="mt-2 text-sm">
            {text.columns.asked}: <span className="money font-medium">{format.taka(payment.amount)}</span>
          </p>
          {payment.facts ? (
            <p className="text-sm">
              {text.columns.paid}:{' '}
              <span className="money font-medium">{format.taka(payment.facts.amount)}</span>
            </p>
          ) : null}
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <span className="text-sm text-muted">
              {providerName(payment.provider)} · {format.dateTime(payment.created_at)}
            </span>
            <Button
              look="quiet"
              size="small"
              aria-label={text.openOf(payment.id)}
              onClick={() => onOpen(payment.id)}
            >
              {text.open}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
