// Payments through providers: mismatches first, then all others on request.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { PaymentDialog } from '../../../features/payments/payment-dialog.tsx';
import { usePaymentRows } from '../../../features/payments/payment-rows.tsx';
import { paymentsQuery } from '../../../features/payments/queries.ts';
import { usePaymentsStaffText } from '../../../features/payments/staff-text.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { Button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { FilterSelect, List, ListFilters } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 10;
const filters = ['attention', 'open', 'all'] as const;
const endings = ['completed', 'failed', 'cancelled', 'expired', 'closed', 'refunded'] as const;
const known = [...filters, ...endings];
const defaults = { search: '', state: 'attention' as (typeof known)[number] };

export function PaymentsPage() {
  const { payments: text } = usePaymentsStaffText();
  const navigate = useNavigate();
  const { payment, ...given } = useSearch({ from: '/admin/payments' });
  const address = useListAddress(defaults, { ...given, state: known.find((one) => one === given.state) }, [
    'state',
  ]);
  const { state } = address.filters;
  const open = (id: string | undefined) =>
    void navigate({
      to: '/admin/payments',
      replace: id === undefined,
      search: { ...given, ...(id === undefined ? {} : { payment: id }) },
    });
  const router = useRouter();
  // A user who has gone on to another page meanwhile stays there.
  const close = () =>
    (router.latestLocation.search as { payment?: string }).payment === payment && open(undefined);
  const rows = usePaymentRows(open);
  useTitle(text.title);
  const query = useQuery(paymentsQuery({ page: address.page, page_size: pageSize, ...address.filters }));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <ExportButton path="/account/payments/export/" name="payments.csv" filter={address.filters} />
      </PageHeading>
      <Card>
        <ListFilters address={address} searchLabel={text.search} layout="lg:grid-cols-[1fr_14rem]">
          <FilterSelect
            label={text.state}
            value={state}
            options={[
              ...filters.map((one) => [one, text.filters[one]] as const),
              ...endings.map((one) => [one, text.states[one]] as const),
            ]}
            onChange={(next) => address.change({ state: next })}
          />
        </ListFilters>
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          empty={{
            title: text.empty,
            hint: text.emptyHint,
            icon: <CircleCheck />,
            children:
              state === 'all' ? null : (
                <Button variant="quiet" onClick={() => address.change({ state: 'all' })}>
                  {text.showAll}
                </Button>
              ),
          }}
          notFound={{ title: text.emptySearch }}
          skeletonRows={6}
          rows={rows}
        />
      </Card>
      {payment ? <PaymentDialog id={payment} onClose={close} /> : null}
    </>
  );
}
