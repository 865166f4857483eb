// Lists and balance as they were last seen, kept on the device for users who want that.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { DataName } from '../../../lib/api/query.ts';
import { deviceOwnerId } from '../device-owner.ts';
import { storageProblem } from '../storage-problem.ts';
import { isKeeping } from './keeping.ts';
import { isQuotaError, openUserStore } from './user-store.ts';

const place = 'lists';
/** Records with identity data ('document') are not included, because every access to one must be logged. */
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
  // Another user may have signed in meanwhile.
  if (!bytes || deviceOwnerId() !== store?.ownerId) return;
  for (const { key, data, at } of JSON.parse(new TextDecoder().decode(bytes)) as KeptQuery[]) {
    // Data that has come from the server meanwhile is newer. Data with a future time, from a clock that has since been corrected, would count as
    // fresh until then.
    if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < at && at <= Date.now())
      client.setQueryData(key, data, { updatedAt: at });
  }
}

async function keep(client: QueryClient): Promise<void> {
  // Keeping may have been turned off, or the user signed out, since this was scheduled.
  const store = isKeeping() ? await openUserStore('kept') : undefined;
  if (!store || !isKeeping()) return;
  // The query library's own `dehydrate` would enlarge every first visit, because its code is a single chunk.
  const newest: KeptQuery[] = client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => keptNames.has(queryKey[0]) && state.data !== undefined)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, longestList)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }));
  await store.put(place, new TextEncoder().encode(JSON.stringify(newest)));
}

/**
 * Restores what was kept, and keeps what is loaded from now on.
 * @returns a function that stops it
 */
export function keepLists(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    keep(client).then(
      () => storageProblem.set(undefined),
      (error) => storageProblem.set(isQuotaError(error) ? 'full' : 'impossible'),
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
