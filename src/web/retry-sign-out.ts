// Repeats a sign-out that did not reach the portal, on the next page or once there is a network. Until then the session lives on, and its cookie,
// which no page can remove, opens papers. The tokens are already deleted; the cookie identifies the session.
import { send } from './lib/api/http.ts';
import { sessionReady } from './lib/session.ts';
import { readStored, writeStored } from './lib/storage/stored.ts';

const toldKey = 'left_told';

export async function retrySignOut(): Promise<void> {
  await sessionReady();
  const leftAt = readStored('left_at');
  if (!leftAt || leftAt === readStored(toldKey) || readStored('refresh_token')) return;
  await send({ method: 'POST', path: '/token/logout/', body: {} }).then(
    () => writeStored(toldKey, leftAt),
    () => {},
  );
}
