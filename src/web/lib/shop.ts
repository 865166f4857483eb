// The shop as its settings describe it: embedded in the page, and updated by every response about it. It is outside the query cache, because every
// text that names the portal depends on it, and a first visit shows pages before the cache exists.
import type { PublicShop } from '#contract/settings/calls.ts';
import { createStore, useStore } from './store.ts';

export function shopOfPage(): PublicShop | undefined {
  if (typeof document === 'undefined') return undefined;
  try {
    return JSON.parse(document.getElementById('shop-data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

const shop = createStore<PublicShop | undefined>(shopOfPage());
export const shopName = createStore<PublicShop['name'] | undefined>(shop.get()?.name);

export const useShop = (): PublicShop | undefined => useStore(shop);

/** Keeps the same name object while the name is unchanged, so that no text re-renders. */
export function storeShop(next: PublicShop | undefined): void {
  shop.set(next);
  const stored = shopName.get();
  if (next?.name.bn !== stored?.bn || next?.name.en !== stored?.en) shopName.set(next?.name);
}
