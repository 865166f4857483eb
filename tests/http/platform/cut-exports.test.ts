// An export is interrupted while it is sent, because the client left or the server failed. The portal keeps running, logs only the second case, and the
// reader can tell that the table is incomplete.
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { eventually, makeStaff } from '../steps.ts';

const logLines: string[] = [];
const portal = usePortal({ LOG_LEVEL: 'info' }, {}, { write: (line) => void logLines.push(line) });
/** Together more than the kernel buffers for a stalled reader (some 36 MB), so that the sender has to wait. */
const rows = 30_000;
const addressBytes = 1_500;
const path = `/account/users/export/?search=${encodeURIComponent('অনেক')}`;

interface Received {
  isComplete: boolean;
  bytes: number;
}

/** @param onPart is called with the bytes so far after each part; `cut` ends the request */
function read(
  path: string,
  token: string,
  onPart: (bytes: number) => 'go on' | 'cut' | Promise<'go on'>,
): Promise<Received> {
  return new Promise((done) => {
    const sent = request(
      `${portal.origin}${path}`,
      { headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          const next = onPart(bytes);
          if (next === 'cut') sent.destroy();
          else if (next !== 'go on') {
            answer.pause();
            void next.then(() => answer.resume());
          }
        });
        answer.on('error', () => undefined);
        answer.on('close', () => done({ isComplete: answer.complete, bytes }));
      },
    );
    sent.on('error', () => undefined);
    sent.end();
  });
}

it('logs no fault when its reader disconnects, and serves the next reader completely', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  await asOwner(
    portal.ownerUrl,
    `insert into users (username, email, first_name, last_name, password_hash, p_code)
     select 'many' || n || '@x.test', 'many' || n || rpad('@', ${addressBytes}, 'x') || '.test', 'অনেক', n::text, '', 'M' || n from generate_series(1, ${rows}) n`,
    [],
  );
  logLines.length = 0;
  const cut = await read(path, auditor.token, (bytes) => (bytes > 200_000 ? 'cut' : 'go on'));
  expect(cut.isComplete).toBe(false);
  const whole = await read(path, auditor.token, () => 'go on');
  expect(whole.isComplete).toBe(true);
  expect(whole.bytes).toBeGreaterThan(cut.bytes);
  const faults = logLines
    .map((line) => JSON.parse(line) as { level: number })
    .filter(({ level }) => level >= 40);
  expect(faults).toEqual([]);
});

/** Ends the portal's connections and prevents new ones, or allows them again. */
const shutOut = (isOut: boolean) =>
  asOwner(
    portal.ownerUrl,
    `do $$ begin
       execute format('alter database %I connection limit ${isOut ? 0 : -1}', current_database());
       perform pg_terminate_backend(pid) from pg_stat_activity where ${isOut} and datname = current_database() and pid <> pg_backend_pid();
     end $$`,
    [],
  );

it('is recognisably incomplete when the database goes away, and the portal keeps running', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  logLines.length = 0;
  let isGone = false;
  const cut = await read(path, auditor.token, (bytes) => {
    if (isGone || bytes < 200_000) return 'go on';
    isGone = true;
    return shutOut(true).then(() => 'go on' as const);
  }).finally(() => shutOut(false));
  // A chunked response without its end: browsers and curl report an error, and no file is saved.
  expect(cut.isComplete).toBe(false);
  const whole = await eventually(
    () => read(path, auditor.token, () => 'go on'),
    ({ isComplete, bytes }) => isComplete && bytes > cut.bytes,
  );
  expect(whole.bytes).toBeGreaterThan(cut.bytes);
  const faults = logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(faults.filter(({ msg }) => msg === 'an answer broke off while it was sent')).toMatchObject([
    {
      ...{ level: 50, path: '/account/users/export/' },
      // Over a socket the connection may be gone before its last message is read.
      fault: expect.stringMatching(/^(?:57P01|53300|EPIPE|ECONNRESET|Connection terminated)$/),
    },
  ]);
});

it('waits for a slow reader instead of filling the memory', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  let parts = 0;
  const slow = await read(path, auditor.token, (bytes) => {
    parts += 1;
    // The reader stalls for a while: reading from the database has to wait.
    return parts === 2
      ? new Promise((done) => setTimeout(() => done('go on'), bytes > 0 ? 1_500 : 0))
      : 'go on';
  });
  expect(slow.isComplete).toBe(true);
});

it('stops when its reader loses the right to it', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  const whole = await read(path, auditor.token, () => 'go on');
  logLines.length = 0;
  let isDemoted = false;
  const cut = await read(path, auditor.token, (bytes) => {
    if (isDemoted || bytes < 200_000) return 'go on';
    isDemoted = true;
    return portal
      .call('PUT', `/account/user/${auditor.id}/roles/`, {
        token: portal.admin.token,
        body: { roles: ['operator'] },
      })
      .then(() => 'go on' as const);
  });
  expect(isDemoted).toBe(true);
  expect(cut.isComplete).toBe(false);
  expect(cut.bytes).toBeLessThan(whole.bytes);
  expect(logLines.filter((line) => line.includes('broke off'))).toEqual([]);
});
