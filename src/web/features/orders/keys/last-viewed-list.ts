// The orders of the list viewed last: "next" and "previous" on an order's page step through them.
import { createStore, useStore } from '../../../lib/store.ts';

const lastList = createStore<readonly number[]>([]);

export const saveViewedList = (ids: readonly number[]): void => lastList.set(ids);

let lastOpened: number | undefined;

/** On the way back, the list focuses the row of this order. */
export const rememberOpened = (id: number): void => {
  lastOpened = id;
};

export function takeLastOpened(): number | undefined {
  const id = lastOpened;
  lastOpened = undefined;
  return id;
}

export function useNeighbours(id: number): {
  previous: number | undefined;
  next: number | undefined;
  /** This is the last order of the list: the next step leads back to the list. */
  isLast: boolean;
} {
  const ids = useStore(lastList);
  const index = ids.indexOf(id);
  return index === -1
    ? { previous: undefined, next: undefined, isLast: false }
    : { previous: ids[index - 1], next: ids[index + 1], isLast: index === ids.length - 1 };
}
