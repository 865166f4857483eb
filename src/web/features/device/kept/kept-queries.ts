// Lists and balance as they were last seen, kept on the device for people who want that.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { DataName } from '../../../lib/api/query.ts';
import { deviceOwnerId } from '../device-owner.ts';
import { storageProblem } from '../storage-problem.ts';
import { isKeeping } from './keeping.ts';
import { isFull, openUserStore } from './user-store.ts';

const place = 'lists';
/** Records with identity data ('document') are not among them: every access to one has to be logged. */
const keptNames: ReadonlySet<DataName> = new Set<DataName>([
  'balance',
  'customer-overview',
  'files',
  'form',
  'notices',
  'order',
  'orders',
  'service',
  'service-status',
  'services',
  'transactions',
  'user',
  'usual-times',
]);
const longestList = 40;
const pauseMs = 1_500;

interface KeptQuery {
  key: QueryKey;
  data: unknown;
  at: number;
}

async function restore(client: QueryClient): Promise<void> {
  const store = await openUserStore('kept');
  const bytes = await store?.read(place);
  // Somebody else may be in by now.
  if (!bytes || deviceOwnerId() !== store?.ownerId) return;
  for (const { key, data, at } of JSON.parse(new TextDecoder().decode(bytes)) as KeptQuery[]) {
    // What came from the server meanwhile is newer. What is kept from a time to come, by a clock that has been put right since, would pass for new until then.
    if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < at && at <= Date.now())
      client.setQueryData(key, data, { updatedAt: at });
  }
}

async function keep(client: QueryClient): Promise<void> {
  // The choice may have been taken back, or the person have left, since this was planned.
  const store = isKeeping() ? await openUserStore('kept') : undefined;
  if (!store || !isKeeping()) return;
  // The query library's own dehydrate would weigh on every first visit, as its code comes in one piece.
  const newest: KeptQuery[] = client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => keptNames.has(queryKey[0]) && state.data !== undefined)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, longestList)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }));
  await store.put(place, new TextEncoder().encode(JSON.stringify(newest)));
}

/** Brings back what was kept, and keeps what comes from now on. @returns what ends it */
export function keepLists(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    keep(client).then(
      () => storageProblem.set(undefined),
      (error) => storageProblem.set(isFull(error) ? 'full' : 'impossible'),
    );
  };
  const plan = () => {
    timer ??= setTimeout(save, pauseMs);
  };
  let unsubscribe = () => {};
  let isCancelled = false;
  void restore(client)
    .catch(() => storageProblem.set('impossible'))
    .then(() => {
      if (isCancelled) return;
      unsubscribe = client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') plan();
      });
      plan();
    });
  return () => {
    isCancelled = true;
    unsubscribe();
    clearTimeout(timer);
  };
}
