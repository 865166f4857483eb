// The shop's name: embedded in the page, and updated with every answer about the shop.
import type { PublicShop } from '#contract/settings/calls.ts';
import { createStore } from './store.ts';

export function shopOfPage(): PublicShop | undefined {
  if (typeof document === 'undefined') return undefined;
  try {
    return JSON.parse(document.getElementById('shop-data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

/** Outside the query cache, because every text that names the portal depends on it. */
export const shopName = createStore<PublicShop['name'] | undefined>(shopOfPage()?.name);

/** Keeps the same object while the names are unchanged, so that nothing re-renders. */
export function storeShopName(name: PublicShop['name'] | undefined): void {
  const stored = shopName.get();
  if (name && (name.bn !== stored?.bn || name.en !== stored?.en)) shopName.set(name);
}
