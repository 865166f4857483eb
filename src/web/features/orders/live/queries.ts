// How live messages change the lists on staff's screens.
import type { Query, QueryClient } from '@tanstack/react-query';
import { invalidateThrottled } from '../../../lib/api/invalidation.ts';
import { everyOrderList } from '../queries.ts';
import {
  applyMessage,
  isForServer,
  movesRows,
  type OrderListFilters,
  type OrderMessage,
  type OrderPage,
} from './order-cache.ts';

function applyAll(client: QueryClient, messages: readonly OrderMessage[], pageSize: number): void {
  for (const query of client.getQueryCache().findAll({ queryKey: everyOrderList })) {
    const [, filters] = query.queryKey as [unknown, OrderListFilters | undefined];
    if (!filters) continue;
    const page = query.state.data as OrderPage | undefined;
    const isAbout = messages.some((message) => isForServer(page, filters, message));
    const isOutdated =
      query.state.isInvalidated || messages.some((message) => movesRows(page, filters, message));
    applyToList(client, query, messages, pageSize);
    // The rows of the page that is read stay where they are.
    if (isOutdated) void client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
    if (isAbout) void invalidateThrottled(client, query.queryKey);
    // An answer that is on its way may be from before the messages.
    else if (query.state.fetchStatus === 'fetching')
      void query.fetch().then(
        () => applyToList(client, query, messages, pageSize),
        () => undefined,
      );
  }
}

/** It does not count as newly loaded: whether other orders belong to it is still unknown. */
function applyToList(
  client: QueryClient,
  { queryKey, state }: Query,
  messages: readonly OrderMessage[],
  pageSize: number,
): void {
  const page = state.data as OrderPage | undefined;
  const filters = queryKey[1] as OrderListFilters;
  const changed =
    page && messages.reduce((so, message) => applyMessage(so, filters, message, pageSize), page);
  if (changed !== page) client.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
}

/** A list that changed more often would be unreadable, and a slow device would do nothing else. */
const listGapMs = 1_000;

interface FollowedLists {
  /** Applies a message to the lists, or soon together with others when many come; those ordered by the server are reloaded. */
  apply(message: OrderMessage): void;
  /** Drops what is waiting, so that the next person sees none of it. */
  stop(): void;
}

/** For as long as a live channel is open. */
export function followLists(client: QueryClient, pageSize: number): FollowedLists {
  /** What came since the lists were changed last. */
  let waiting: OrderMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const applyInTurn = () => {
    timer = waiting.length > 0 ? setTimeout(applyInTurn, listGapMs) : undefined;
    applyAll(client, waiting.splice(0), pageSize);
  };
  return {
    apply(message) {
      waiting.push(message);
      if (timer === undefined) applyInTurn();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
