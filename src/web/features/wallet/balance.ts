// The available balance: fetched on entry and every 30 seconds, and set at once when the live channel pushes it.
import { useQuery } from '@tanstack/react-query';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { paisaOf } from '../../lib/format.ts';
import { connection, isWithoutNetwork } from '../../lib/loading/code.ts';
import { useStore } from '../../lib/store.ts';
import { balanceQuery } from './queries.ts';

export function useBalance() {
  return useQuery(balanceQuery());
}

/** For the portal's frame: asked for on entry even if one was kept on the device. Whatever shows it later does not ask again. */
export function useBalanceOnEntry() {
  return useQuery({ ...balanceQuery(), refetchOnMount: 'always' });
}

/** What can be spent now, in paisa; undefined until known. */
export function useAvailablePaisa(): bigint | undefined {
  const { data } = useBalance();
  return data ? paisaOf(data.current_balance) : undefined;
}

/** No network, and no balance was kept: this is shown at once, before the last try has failed. */
export function useIsBalanceUnreachable(): boolean {
  const isOffline = isWithoutNetwork(useStore(connection));
  return useBalance().data === undefined && isOffline;
}

/** When the shown balance was loaded, while it cannot be loaded again. */
export function useBalanceSeenAt(): number | undefined {
  const { data, isError, error, dataUpdatedAt } = useBalance();
  return data && isError && isUnreachable(error) ? dataUpdatedAt : undefined;
}
