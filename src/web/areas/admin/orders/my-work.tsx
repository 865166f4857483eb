// The start page of an operator: what they have taken, what is waiting, and how much is late.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { OrderKeys } from '../../../features/orders/keys/order-keys.tsx';
import { useListKeys } from '../../../features/orders/keys/use-list-keys.ts';
import { ordersQuery, overdueCountQuery } from '../../../features/orders/queries.ts';
import { useSnoozeText } from '../../../features/orders/snooze/staff-text.ts';
import { useRefetchOnWake } from '../../../features/orders/snooze/use-wake.ts';
import { useStaffOrderRows } from '../../../features/orders/staff/staff-order-rows.tsx';
import { useOrdersStaffText } from '../../../features/orders/staff/text.ts';
import { useOrderActions } from '../../../features/orders/staff/use-order-actions.tsx';
import { useOrdersText } from '../../../features/orders/text.ts';
import { useFormat } from '../../../lib/format.ts';
import { button } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { List } from '../../../ui/list/list.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';
import { orderPageSize } from './orders-page-size.ts';

const anybody = { page: 1, search: '', service: '' } as const;
const soonest = { page: 1, search: '', service: '', due: 'first', snoozed: 'no' } as const;
const places = {
  mine: { to: '/admin/orders', search: { mine: 'yes', due: 'first' } },
  waiting: { to: '/admin/orders/pending', search: { due: 'first' } },
  late: { to: '/admin/orders', search: { due: 'overdue' } },
  later: { to: '/admin/orders', search: { snoozed: 'mine' } },
} as const;

export function MyWork() {
  const { myWork: text } = useOrdersStaffText();
  const snoozeText = useSnoozeText();
  const { failed } = useOrdersText();
  useTitle(text.title);
  const mine = useQuery(ordersQuery({ ...soonest, status: 'all', mine: 'yes' }, orderPageSize));
  const waiting = useQuery(ordersQuery({ ...soonest, status: 'pending' }, orderPageSize));
  const paused = useQuery(
    ordersQuery({ ...anybody, status: 'all', mine: 'yes', waiting: 'yes', snoozed: 'no' }, orderPageSize),
  );
  const later = useQuery(ordersQuery({ ...anybody, status: 'all', snoozed: 'mine' }, orderPageSize));
  useRefetchOnWake(later.data?.results);
  const late = useQuery(overdueCountQuery());
  const actions = useOrderActions();
  const mineRows = useStaffOrderRows(text.mine, actions, { isMine: true });
  const pausedRows = useStaffOrderRows(text.paused, actions, { isMine: true });
  const laterRows = useStaffOrderRows(snoozeText.later, actions);
  const waitingRows = useStaffOrderRows(text.waiting, actions);
  const listed = useMemo(
    () => [mine.data, waiting.data, later.data].flatMap((page) => page?.results ?? []),
    [mine.data, waiting.data, later.data],
  );
  const onKey = useListKeys(listed, actions);
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        <OrderKeys onKey={onKey} isList />
      </PageHeading>
      <div
        className={clsx(
          'mb-4 grid gap-2 sm:gap-4',
          later.data?.count ? 'grid-cols-2 sm:max-w-3xl sm:grid-cols-4' : 'grid-cols-3 sm:max-w-xl',
        )}
      >
        <Figure place="mine" label={text.mine} count={mine.data?.count} />
        <Figure place="waiting" label={text.waiting} count={waiting.data?.count} />
        <Figure place="late" label={text.late} count={late.data} isBad />
        {later.data?.count ? (
          <Figure place="later" label={snoozeText.later} count={later.data.count} />
        ) : null}
      </div>
      {actions.dialogs}
      <div className="grid gap-4">
        <Card title={text.mine} aside={<ShowAll place="mine" shown={mine.data} />}>
          <List
            isLive
            query={mine}
            failed={failed}
            skeletonRows={2}
            empty={{ title: text.mineEmpty, hint: waiting.data?.count ? text.mineHint : '' }}
            rows={mineRows}
          />
        </Card>
        {paused.data?.count ? (
          <Card title={text.paused}>
            <List isLive query={paused} failed={failed} empty={{ title: text.mineEmpty }} rows={pausedRows} />
          </Card>
        ) : null}
        <Card title={text.waiting} aside={<ShowAll place="waiting" shown={waiting.data} />}>
          <List
            isLive
            query={waiting}
            failed={failed}
            toast
            empty={{ title: text.waitingEmpty }}
            rows={waitingRows}
          />
        </Card>
        {later.data?.count ? (
          <Card title={snoozeText.later} aside={<ShowAll place="later" shown={later.data} />}>
            <List isLive query={later} failed={failed} empty={{ title: snoozeText.empty }} rows={laterRows} />
          </Card>
        ) : null}
      </div>
    </>
  );
}

interface PlaceProps {
  place: keyof typeof places;
}

/** Links to the list of the rows that it counts. */
function Figure({
  place,
  label,
  count,
  isBad = false,
}: PlaceProps & { label: string; count: number | undefined; isBad?: boolean }) {
  const format = useFormat();
  return (
    <Link
      to={places[place].to}
      search={places[place].search}
      className="min-w-0 rounded-lg border border-line bg-surface px-3 py-2 no-underline shadow-card hover:border-line-strong sm:px-4"
    >
      <span className="block text-sm leading-snug text-muted wrap-anywhere">{label}</span>
      <span className={`text-xl font-semibold ${isBad && count ? 'text-bad' : 'text-ink'}`}>
        {count === undefined ? '—' : format.count(count)}
      </span>
    </Link>
  );
}

function ShowAll({ place, shown }: PlaceProps & { shown: { results: object[]; count: number } | undefined }) {
  const { myWork: text } = useOrdersStaffText();
  return shown && shown.count > shown.results.length ? (
    <Link
      to={places[place].to}
      search={places[place].search}
      className={button({ variant: 'quiet', size: 'small' })}
    >
      {text.all}
    </Link>
  ) : null;
}
