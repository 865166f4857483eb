// The path of the form that the user left to recharge. The provider's page comes in between, so the path is stored for this tab.
import { readStored, writeStored } from '../../lib/storage/stored.ts';

const storedKey = 'task_before_recharge';

export const saveReturnPath = () => writeStored(storedKey, window.location.pathname, 'sessionStorage');

export const clearReturnPath = () => writeStored(storedKey, null, 'sessionStorage');

export function readReturnPath(): string | undefined {
  const path = readStored(storedKey, 'sessionStorage');
  return path?.startsWith('/app/') ? path : undefined;
}
