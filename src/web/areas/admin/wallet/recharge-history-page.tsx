// Recharges of all customers, by staff and by the customers themselves; staff make new ones here.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import { parseDate } from '#contract/dates/typed-dates.ts';
import { type DepositWay, depositWays, wayNames } from '#contract/wallet/ways.ts';
import { ExportButton } from '../../../features/exports/export-button.tsx';
import { rechargesQuery } from '../../../features/wallet/queries.ts';
import { rechargeStatuses, useRechargeRows } from '../../../features/wallet/recharge-rows.tsx';
import { StaffMoneyDialog } from '../../../features/wallet/staff-money-dialog.tsx';
import { useWalletStaffText } from '../../../features/wallet/staff-text.ts';
import { useWalletText } from '../../../features/wallet/text.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DayInput } from '../../../ui/form/day-input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { FilterSelect, List, ListFilters } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 10;
const defaults = {
  search: '',
  status: '' as '' | (typeof rechargeStatuses)[number],
  day: '',
  way: '' as '' | DepositWay,
};

export function RechargeHistoryPage() {
  const { recharges: text, cash } = useWalletStaffText();
  const { recharge } = useWalletText();
  const { roles } = useUser();
  const mayTake = hasRight(roles, 'cash.take');
  const add = hasRight(roles, 'wallets.move') ? text.add : cash.take;
  const inAddress = useSearch({ from: '/admin/recharge-history' });
  const address = useListAddress(defaults, {
    ...inAddress,
    status: rechargeStatuses.find((one) => one === inAddress.status),
    // The URL can be typed by hand: an invalid date selects nothing.
    day: parseDate(inAddress.day ?? '') ?? '',
    way: depositWays.find((one) => one === inAddress.way),
  });
  const { search, status, day, way } = address.filters;
  const [adding, setAdding] = useState(false);
  const rows = useRechargeRows();
  const language = useLanguage();
  useTitle(text.title);
  const query = useQuery(
    rechargesQuery({
      page: address.page,
      page_size: pageSize,
      search,
      status: status === '' ? 'all' : status,
      ...(day === '' ? {} : { day }),
      ...(way === '' ? {} : { way }),
    }),
  );
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <ExportButton
          path="/account/transactions/export/"
          name="recharges.csv"
          filter={{ search, status, day, way }}
        />
        {mayTake ? (
          <Button onClick={() => setAdding(true)}>
            <Plus className="size-5" aria-hidden="true" />
            {add}
          </Button>
        ) : null}
      </PageHeading>
      <Card>
        <ListFilters
          address={address}
          searchLabel={text.search}
          layout="sm:grid-cols-2 lg:grid-cols-[1fr_11rem_12rem_11rem]"
        >
          <FilterSelect
            label={text.status}
            value={status}
            options={[
              ['', text.allStatuses],
              ...rechargeStatuses.map((one) => [one, recharge.statuses[one]] as const),
            ]}
            onChange={(next) => address.change({ status: next })}
          />
          <FilterSelect
            label={text.way}
            value={way}
            options={[
              ['', text.allWays],
              ...depositWays.map((one) => [one, wayNames[one][language]] as const),
            ]}
            onChange={(next) => address.change({ way: next })}
          />
          <DayInput
            aria-label={text.day}
            placeholder={text.day}
            value={day}
            onDay={(picked) => {
              if (picked !== undefined) address.change({ day: picked });
            }}
          />
        </ListFilters>
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          toast
          empty={{
            title: text.empty,
            hint: text.emptyHint,
            icon: <ReceiptText />,
            children: mayTake ? <Button onClick={() => setAdding(true)}>{add}</Button> : null,
          }}
          notFound={{ title: text.emptySearch }}
          rows={rows}
        />
      </Card>
      {adding ? <StaffMoneyDialog kind="recharge" onClose={() => setAdding(false)} /> : null}
    </>
  );
}
