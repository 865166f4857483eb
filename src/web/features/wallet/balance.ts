// The available balance: fetched on entry and every 30 seconds, and updated at once when the live channel pushes it.
import { useQuery } from '@tanstack/react-query';
import { isUnreachable } from '../../lib/api/api-error.ts';
import { paisaOf } from '../../lib/format.ts';
import { connection, isWithoutNetwork } from '../../lib/loading/code.ts';
import { useStore } from '../../lib/store.ts';
import { balanceQuery } from './queries.ts';

export function useBalance() {
  return useQuery(balanceQuery());
}

/** For the portal's frame: fetches the balance on entry even if one was kept on the device. Components shown later do not fetch it again. */
export function useBalanceOnEntry() {
  return useQuery({ ...balanceQuery(), refetchOnMount: 'always' });
}

/** The available balance in paisa; undefined until known. */
export function useAvailablePaisa(): bigint | undefined {
  const { data } = useBalance();
  return data ? paisaOf(data.current_balance) : undefined;
}

/** Whether there is neither a network nor a kept balance. This is shown at once, before the last retry has failed. */
export function useIsBalanceUnreachable(): boolean {
  const isOffline = isWithoutNetwork(useStore(connection));
  return useBalance().data === undefined && isOffline;
}

/** When the shown balance was loaded, if it cannot be loaded again. */
export function useBalanceSeenAt(): number | undefined {
  const { data, isError, error, dataUpdatedAt } = useBalance();
  return data && isError && isUnreachable(error) ? dataUpdatedAt : undefined;
}
