import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type QueryOf } from '../../lib/api/api.ts';
import { fetchPublicAddress, type SeenAddress } from './public-address.ts';

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call('GET /account/user/:id/', { params: { id }, signal }),
  });

export const userNotesQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', id, 'notes'],
    queryFn: ({ signal }) => call('GET /account/user/:id/notes/', { params: { id }, signal }),
  });

export const usersQuery = (query: QueryOf<'GET /account/users/'>) =>
  queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => call('GET /account/users/', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** For choosing a user: results of an earlier search must not be selectable. */
export const usersToChooseQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'to-choose', search],
    queryFn: ({ signal }) => call('GET /account/users/', { query: { search, page_size: 20 }, signal }),
  });

/** Only names, for a filter. */
export const shortUsersQuery = () =>
  queryOptions({
    queryKey: ['short-users'],
    queryFn: ({ signal }) => call('GET /account/user/shorted/', { signal }),
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call('GET /account/sessions/', { signal }),
    staleTime: 0,
  });

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => call('GET /account/second-factor/', { signal }),
  });

export const clientIpQuery = () =>
  queryOptions({
    queryKey: ['client-ip'],
    queryFn: async ({ signal }): Promise<SeenAddress> => {
      const { ip, ask } = await call('GET /account/client-ip/', { signal });
      return ask === undefined ? { ip } : fetchPublicAddress(ask);
    },
    staleTime: 600_000,
    retry: false,
  });
