import { queryOptions } from '@tanstack/react-query';
import type { Verification } from '#contract/files/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

async function verify(code: string, signal: AbortSignal): Promise<Verification | 'unknown'> {
  try {
    return await call('GET /verify-document/:code/', { params: { code }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'unknown';
    throw error;
  }
}

/** @param code the code read from `entered`; undefined if it cannot be one of ours */
export const verificationQuery = (entered: string, code: string | undefined) =>
  queryOptions({
    queryKey: ['verification', code ?? entered],
    queryFn: ({ signal }) => (code === undefined ? ('unknown' as const) : verify(code, signal)),
    staleTime: 0,
    retry: (count, failure) => !(failure instanceof ApiError) && count < 2,
  });
