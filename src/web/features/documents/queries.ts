import { queryOptions } from '@tanstack/react-query';
import type { DocumentKind } from '#contract/documents/kinds.ts';
import { call } from '../../lib/api/api.ts';

/** Every read of a record is logged, so it is fetched once and not cached. */
export const documentQuery = <R>(
  kind: string,
  id: number | undefined,
  load: (id: number, signal: AbortSignal) => Promise<R>,
) =>
  queryOptions({
    queryKey: ['document', kind, id],
    queryFn: ({ signal }) => load(id!, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** One image per captcha: only the user requests another. */
export const birthCaptchaQuery = () =>
  queryOptions({
    queryKey: ['birth-captcha'],
    queryFn: ({ signal }) => call('GET /account/new-birth/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A copy of this kind and number that the customer made within the last day. */
export const recentCopyQuery = (kind: DocumentKind, number: string) =>
  queryOptions({
    queryKey: ['recent-copy', kind, number],
    queryFn: ({ signal }) => call('POST /account/myfile/recent/', { body: { kind, number }, signal }),
    enabled: number !== '',
    gcTime: 0,
    retry: false,
  });
