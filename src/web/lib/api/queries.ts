// What anybody may ask, on pages that know nobody yet.
import { queryOptions } from '@tanstack/react-query';
import { keepShopName, shopOfPage } from '../shop-name.ts';
import { call } from './api.ts';

/** What anybody may know of the shop: it stands in the page, and is asked again when it may have changed. */
export const shopQuery = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: async ({ signal }) => {
      const shop = await call('GET /public/shop/', { signal });
      keepShopName(shop.name);
      return shop;
    },
    initialData: shopOfPage,
    staleTime: 60_000,
  });

/** Of what the front page offers; the build draws it too. */
export const publicServicesQuery = () =>
  queryOptions({
    queryKey: ['public-services'],
    queryFn: ({ signal }) => call('GET /public/services/', { signal }),
    staleTime: 300_000,
  });

export const sandboxQuery = () =>
  queryOptions({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => call('GET /sandbox/status/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
