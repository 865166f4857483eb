// What anybody may know of the shop: it stands in the page, and is asked again when it may have changed.
import { useQuery } from '@tanstack/react-query';
import type { PublicShop } from '#contract/settings/calls.ts';
import { call } from './api.ts';
import { keepShopName, shopOfPage } from './shop-name.ts';

export const shopKey = ['shop'] as const;

export function useShop(): PublicShop | undefined {
  return useQuery({
    queryKey: shopKey,
    queryFn: async ({ signal }) => {
      const shop = await call('GET /public/shop/', { signal });
      keepShopName(shop.name);
      return shop;
    },
    initialData: shopOfPage,
    staleTime: 60_000,
  }).data;
}
