// Repeats a sign-out that the portal has not heard of, on the next page or once there is a network: until then the session lives on, and its cookie, which
// no page can remove, opens papers. The tokens are gone by now; the cookie says whose session it was.
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
