// Queries of public pages.
import { queryOptions } from '@tanstack/react-query';
import { shopOfPage, storeShop } from '../shop.ts';
import { call } from './api.ts';

/** Public facts about the shop. They are embedded in the page and refetched when they may have changed. */
export const shopQuery = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: async ({ signal }) => {
      const shop = await call('GET /public/shop/', { signal });
      storeShop(shop);
      return shop;
    },
    initialData: shopOfPage,
    staleTime: 60_000,
  });

/** The services on the front page, also used when the build prerenders it. */
export const publicServicesQuery = () =>
  queryOptions({
    queryKey: ['public-services'],
    queryFn: ({ signal }) => call('GET /public/services/', { signal }),
    staleTime: 300_000,
  });
