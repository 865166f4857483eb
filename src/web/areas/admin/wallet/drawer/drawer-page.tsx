// A cash drawer: what should be in it, the movements since it was last counted, and the counts before.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Banknote, Coins, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { Drawer } from '#contract/wallet/drawer-calls.ts';
import { CountDialog } from '../../../../features/wallet/drawer/count-dialog.tsx';
import { useCountRows, useDrawerMovementRows } from '../../../../features/wallet/drawer/count-rows.tsx';
import { DrawerNow } from '../../../../features/wallet/drawer/drawer-sums.tsx';
import {
  cashCountsQuery,
  drawerMovementsQuery,
  drawerQuery,
} from '../../../../features/wallet/drawer/queries.ts';
import { useDrawerText } from '../../../../features/wallet/drawer/text.ts';
import { errorMessage } from '../../../../lib/api/api-error.ts';
import { useListAddress } from '../../../../lib/list-address.ts';
import { useUser } from '../../../../lib/session.ts';
import { Button, button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTitle } from '../../../../ui/frame/title.ts';
import { List } from '../../../../ui/list/list.tsx';
import { SkeletonRows } from '../../../../ui/states.tsx';
import { Card, PageHeading } from '../../../../ui/surface.tsx';

export { CashCountPage } from './cash-count-page.tsx';
export { CashCountsPage } from './cash-counts-page.tsx';

const movementsShown = 20;
const countsShown = 5;

export function DrawerPage() {
  const text = useDrawerText();
  const me = useUser();
  const inAddress = useSearch({ from: '/admin/cash-drawer' });
  const user = inAddress.user === me.id ? undefined : inAddress.user;
  const isOwn = user === undefined;
  const { data: drawer, error, isError, isPending, refetch } = useQuery(drawerQuery(user));
  const [counting, setCounting] = useState(false);
  const title = isOwn || !drawer ? text.title : text.titleOf(drawer.staff.name);
  useTitle(title);
  const mayCount = hasRight(me.roles, isOwn ? 'cash.take' : 'wallets.move');
  return (
    <>
      <PageHeading title={<span className="wrap-anywhere">{title}</span>} hint={text.hint}>
        {hasRight(me.roles, 'reports.read') ? (
          <Link to="/admin/cash-counts" className={button({ variant: 'quiet' })}>
            <ListChecks className="size-5" aria-hidden="true" />
            {text.counts.all}
          </Link>
        ) : null}
        {mayCount && drawer ? (
          <Button onClick={() => setCounting(true)}>
            <Coins className="size-5" aria-hidden="true" />
            {text.count}
          </Button>
        ) : null}
      </PageHeading>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(20rem,2fr)_3fr]">
        <Card title={text.sums.title}>
          {isError && !drawer ? (
            <ErrorState title={text.failed} hint={errorMessage(error, '')} onRetry={() => void refetch()} />
          ) : isPending ? (
            <SkeletonRows rows={4} />
          ) : (
            <DrawerNow drawer={drawer as Drawer} />
          )}
        </Card>
        <Movements user={user} />
        <div className="xl:col-span-2">
          <Counts user={inAddress.user ?? me.id} />
        </div>
      </div>
      {counting && drawer ? (
        <CountDialog drawer={drawer} isOwn={isOwn} onClose={() => setCounting(false)} />
      ) : null}
    </>
  );
}

function Movements({ user }: { user: number | undefined }) {
  const { movements: text } = useDrawerText();
  const address = useListAddress({}, useSearch({ from: '/admin/cash-drawer' }));
  const rows = useDrawerMovementRows(text.title);
  const query = useQuery(
    drawerMovementsQuery({
      page: address.page,
      page_size: movementsShown,
      ...(user === undefined ? {} : { user }),
    }),
  );
  return (
    <Card title={text.title} description={text.mistake}>
      <List
        query={query}
        address={address}
        pageSize={movementsShown}
        failed={text.failed}
        empty={{ title: text.empty, icon: <Banknote /> }}
        skeletonRows={4}
        rows={rows}
      />
    </Card>
  );
}

/** The newest counts; all others are in the list of counts. */
function Counts({ user }: { user: number }) {
  const { counts: text } = useDrawerText();
  const [page, toPage] = useState(1);
  const rows = useCountRows();
  const query = useQuery(cashCountsQuery({ user, page, page_size: countsShown }));
  return (
    <Card title={text.own}>
      <List
        query={query}
        address={{ page, toPage }}
        pageSize={countsShown}
        failed={text.failed}
        empty={{ title: text.empty, hint: text.emptyHint, icon: <Coins /> }}
        skeletonRows={3}
        rows={rows}
      />
    </Card>
  );
}
