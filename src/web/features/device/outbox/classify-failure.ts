// Decides what a failed send means for an entry of the outbox.
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import type { Verdict } from './outbox.ts';

/** Refusals of an account that its owner can still put right; any other 403 is final. */
const setUpCodes: ReadonlySet<string | undefined> = new Set([
  'password_change_required',
  'email_unconfirmed',
  'second_factor_setup_required',
]);

export function classifyFailure(error: unknown): Verdict {
  if (!(error instanceof ApiError)) return { state: 'later' };
  const { status, code } = error;
  if (code === 'price_changed')
    return { state: 'asks', price: String((error.body as { price?: unknown }).price) };
  // Refused before it was processed: it waits for the next sign-in of the same user, or for the rate limit to reset.
  if (status === 401 || status === 429 || (status === 403 && setUpCodes.has(code)))
    return { state: 'later', isUndone: true };
  // 502 to 504 come from a server that is starting, stopping or too busy: the entry is not the cause.
  if (status === 500) return { state: 'later', isFault: true };
  if (status > 500 || status === 408 || status === 425) return { state: 'later' };
  const words = errorMessage(error, String(status)).slice(0, 300);
  const isReused = code === 'idempotency_key_reused';
  return { state: 'refused', words, isBlind: status === 403 || isReused, isReused };
}
