// What anybody may know of the shop: it stands in the page, and is asked again when it may have changed.
import { useQuery } from '@tanstack/react-query';
import type { PublicShop } from '#contract/settings.ts';
import { call } from './api.ts';

export const shopKey = ['shop'] as const;

function shopOfPage(): PublicShop | undefined {
  if (typeof document === 'undefined') return undefined;
  try {
    return JSON.parse(document.getElementById('shop-data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

export function useShop(): PublicShop | undefined {
  return useQuery({
    queryKey: shopKey,
    queryFn: ({ signal }) => call('GET /public/shop/', { signal }),
    initialData: shopOfPage,
    staleTime: 60_000,
  }).data;
}
