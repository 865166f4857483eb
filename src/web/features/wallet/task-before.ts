// The form that somebody left to recharge: the provider's page lies between, so the way back is kept for this tab.
import { readStored, writeStored } from '../../lib/stored.ts';

const storedAs = 'task_before_recharge';

export const rememberTask = () => writeStored(storedAs, window.location.pathname, 'sessionStorage');

export const forgetTask = () => writeStored(storedAs, null, 'sessionStorage');

export function findTask(): string | undefined {
  const path = readStored(storedAs, 'sessionStorage');
  return path?.startsWith('/app/') ? path : undefined;
}
