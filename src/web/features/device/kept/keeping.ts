// Whether the signed-in user wants lists and papers kept on this device. The choice belongs to the device and is removed at sign-out.
import { clearDeviceData, onSessionChange, session, useUser } from '../../../lib/session.ts';
import { readStored, writeStored } from '../../../lib/storage/stored.ts';
import { createStore, useStore } from '../../../lib/store.ts';

const storedKey = 'keeping';
const chosenBy = createStore(readStored(storedKey));

function choose(userId: string | null): void {
  writeStored(storedKey, userId);
  chosenBy.set(userId);
}

onSessionChange(() => {
  const now = session();
  if (now.status === 'signed_out' && now.left) choose(null);
});

export function isKeeping(): boolean {
  const now = session();
  return now.status === 'signed_in' && chosenBy.get() === String(now.user.id);
}

export function useIsKeeping(): boolean {
  const { id } = useUser();
  return useStore(chosenBy) === String(id);
}

export function setKeeping(isWanted: boolean): void {
  if (!isWanted) clearDeviceData();
  const now = session();
  choose(isWanted && now.status === 'signed_in' ? String(now.user.id) : null);
}
