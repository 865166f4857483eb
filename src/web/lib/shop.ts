// The shop as its settings describe it.
import { useQuery } from '@tanstack/react-query';
import type { PublicShop } from '#contract/settings/calls.ts';
import { shopQuery } from './api/queries.ts';

export const useShop = (): PublicShop | undefined => useQuery(shopQuery()).data;
