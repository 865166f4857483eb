// The orders of the list viewed last: next and previous on an order's page step through them.
import { createStore, useStore } from '../../../lib/store.ts';

const lastList = createStore<readonly number[]>([]);

export const rememberList = (ids: readonly number[]): void => lastList.set(ids);

export function useNeighbours(id: number): { previous: number | undefined; next: number | undefined } {
  const ids = useStore(lastList);
  const index = ids.indexOf(id);
  return index === -1
    ? { previous: undefined, next: undefined }
    : { previous: ids[index - 1], next: ids[index + 1] };
}
