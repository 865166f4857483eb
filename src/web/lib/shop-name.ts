// What the shop calls itself: it stands in the page, and is renewed with what is asked of the shop.
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

/** Outside the memory of calls, because every text that names the portal follows it. */
export const shopName = createStore<PublicShop['name'] | undefined>(shopOfPage()?.name);

/** Keeps the same object while the names are unchanged, so that nothing re-renders. */
export function storeShopName(name: PublicShop['name'] | undefined): void {
  const stored = shopName.get();
  if (name && (name.bn !== stored?.bn || name.en !== stored?.en)) shopName.set(name);
}
