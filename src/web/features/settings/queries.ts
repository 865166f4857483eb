import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call } from '../../lib/api/api.ts';

type SettingKey = CallOptions<'GET /account/settings/:key/history/'>['params']['key'];
const pollMs = 15_000;

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call('GET /account/settings/', { signal }),
    refetchInterval: pollMs,
  });

export const settingHistoryQuery = (key: SettingKey, page: number) =>
  queryOptions({
    queryKey: ['settings', key, page],
    queryFn: ({ signal }) =>
      call('GET /account/settings/:key/history/', { params: { key }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export const backupQuery = () =>
  queryOptions({
    queryKey: ['backup'],
    queryFn: ({ signal }) => call('GET /account/backup/', { signal }),
    refetchInterval: 60_000,
  });

export const jobsQuery = () =>
  queryOptions({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => call('GET /account/jobs/', { signal }),
    refetchInterval: pollMs,
  });
