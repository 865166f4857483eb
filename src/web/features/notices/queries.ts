import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { noticePageSize } from '#contract/notices/rules.ts';
import { call } from '../../lib/api/api.ts';

const pollMs = 60_000;
const shownInBell = 6;

export const noticesQuery = (page: number, unread: 'yes' | undefined) =>
  queryOptions({
    queryKey: ['notices', 'list', page, unread],
    queryFn: ({ signal }) =>
      call('GET /account/notices/', { query: { page, page_size: noticePageSize, unread }, signal }),
    placeholderData: keepPreviousData,
  });

export const newestNoticesQuery = () =>
  queryOptions({
    queryKey: ['notices', 'newest'],
    queryFn: ({ signal }) => call('GET /account/notices/', { query: { page_size: shownInBell }, signal }),
  });

export const unreadQuery = () =>
  queryOptions({
    queryKey: ['notices', 'unread'],
    queryFn: ({ signal }) => call('GET /account/notices/unread/', { signal }),
    refetchInterval: pollMs,
    staleTime: 5_000,
  });

export const noticeChoicesQuery = () =>
  queryOptions({
    queryKey: ['notice-choices'],
    queryFn: ({ signal }) => call('GET /account/notices/choices/', { signal }),
  });
