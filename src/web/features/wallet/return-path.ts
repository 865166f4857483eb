// The path of the form that the user left to recharge. The provider's page comes in between, so the path is stored for this tab.
import { readStored, writeStored } from '../../lib/storage/stored.ts';

const storedAs = 'task_before_recharge';

export const saveReturnPath = () => writeStored(storedAs, window.location.pathname, 'sessionStorage');

export const clearReturnPath = () => writeStored(storedAs, null, 'sessionStorage');

export function readReturnPath(): string | undefined {
  const path = readStored(storedAs, 'sessionStorage');
  return path?.startsWith('/app/') ? path : undefined;
}
