// How live messages change the lists on staff screens.
import type { Query, QueryClient } from '@tanstack/react-query';
import { invalidateThrottled } from '../../../lib/api/invalidation.ts';
import { everyOrderList } from '../queries.ts';
import {
  applyMessage,
  mayShiftRows,
  mustReload,
  type OrderListFilters,
  type OrderMessage,
  type OrderPage,
} from './order-cache.ts';

function applyAll(client: QueryClient, messages: readonly OrderMessage[], pageSize: number): void {
  for (const query of client.getQueryCache().findAll({ queryKey: everyOrderList })) {
    const [, filters] = query.queryKey as [unknown, OrderListFilters | undefined];
    if (!filters) continue;
    const page = query.state.data as OrderPage | undefined;
    const isAbout = messages.some((message) => mustReload(page, filters, message));
    const isOutdated =
      query.state.isInvalidated || messages.some((message) => mayShiftRows(page, filters, message));
    applyToList(client, query, messages, pageSize);
    // The rows of a page that is being read stay where they are.
    if (isOutdated) void client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
    if (isAbout) void invalidateThrottled(client, query.queryKey);
    // A response in flight may predate the messages.
    else if (query.state.fetchStatus === 'fetching')
      void query.fetch().then(
        () => applyToList(client, query, messages, pageSize),
        () => undefined,
      );
  }
}

/** The list does not count as freshly loaded, because it is still unknown whether other orders belong to it. */
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

/** A list that changes more often would be unreadable, and would keep a slow device busy. */
const listGapMs = 1_000;

interface ListUpdates {
  /** Applies a message to the lists, or soon together with others if many arrive. Lists sorted by the server are reloaded. */
  apply(message: OrderMessage): void;
  /** Drops pending messages, so that the next user sees none of them. */
  stop(): void;
}

/** Active as long as a live channel is open. */
export function createListUpdates(client: QueryClient, pageSize: number): ListUpdates {
  /** Messages received since the lists were last changed. */
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
