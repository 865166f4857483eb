import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { call, type QueryOf } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

export const filesQuery = (query: QueryOf<'GET /account/myfile/'>) =>
  queryOptions({
    queryKey: ['files', query],
    queryFn: ({ signal }) => call('GET /account/myfile/', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['files', 'one', id],
    queryFn: ({ signal }) => call('GET /account/myfile/:id/', { params: { id }, signal }),
    retry: (count, failure) => !(failure instanceof ApiError) && count < 2,
  });

/** Finds the list entry of a file in the cache: enough to open, save and send a paper kept on this device. */
export const findListedFile = (client: QueryClient, id: number): PortalFile | undefined =>
  client
    .getQueriesData<{ results?: PortalFile[] }>({ queryKey: ['files'] })
    .flatMap(([, list]) => list?.results ?? [])
    .find((file) => file.id === id && 'open_path' in file);

/** @param version the newest version: a correction changes the list */
export const fileVersionsQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['files', 'versions', id, version],
    queryFn: ({ signal }) => call('GET /account/myfile/:id/versions/', { params: { id }, signal }),
  });

export const fileOpensQuery = (id: number, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['files', 'opens', id, page],
    queryFn: ({ signal }) =>
      call('GET /account/myfile/:id/opens/', {
        params: { id },
        query: { page, page_size: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Links to one file. */
export const fileSharesQuery = (id: number, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['shares', id, page],
    queryFn: ({ signal }) =>
      call('GET /account/myfile/:id/shares/', {
        params: { id },
        query: { page, page_size: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Links to all files of the user. */
export const sharesQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['shares', 'all', page],
    queryFn: ({ signal }) => call('GET /account/shares/', { query: { page, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

/**
 * What the recipient of a link sees; it must not stay cached once the link has ended.
 * @param turn a new value fetches anew and hides the previous response
 */
export const sharedQuery = (token: string, turn: number) =>
  queryOptions({
    queryKey: ['shared', token, turn],
    queryFn: ({ signal }) => call('GET /s/:token/state/', { params: { token }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const qrQuery = <Drawing>(text: string, draw: (text: string) => Promise<Drawing>) =>
  queryOptions({
    queryKey: ['qr', text],
    queryFn: () => draw(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
