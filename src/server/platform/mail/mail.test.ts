// Mail servers that are silent, or say a byte now and then: a mail is given up and tried again, and a stop does not wait for it.
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { asOwner, useDatabase } from '../../../../tests/support/database.ts';
import { timed } from '../../../../tests/support/stopwatch.ts';
import { createLog } from '../log.ts';
import { createVault } from '../vault.ts';
import { countUnsent } from './mail.queries.ts';
import { createMail, recipientOf, recipientPurpose } from './mail.ts';

const base = useDatabase();
const vault = createVault(new Map([[1, randomBytes(32)]]), randomBytes(32));
const letter = { to: 'karim@shop.test', subject: 'স্বাগতম', text: 'ভালো থাকবেন।' };

type Manner = 'silent' | 'a byte now and then' | 'well';
let server: Server | undefined;
let lines = new Set<Socket>();
/** How many times a server was called. */
let asked = 0;
afterEach(async () => {
  for (const line of lines) line.destroy();
  await new Promise((done) => server?.close(done));
});

interface Refusing {
  readonly command: string;
  readonly refusal?: string;
}

/** Says all that a mail server says, with a refusal of one command if there is one, or never comes to the end of its first answer. */
function converse(line: Socket, manner: Manner, received: string[], { command, refusal }: Refusing): void {
  line.write('220 mail.test\r\n');
  let isText = false;
  line.on('data', (bytes: Buffer) => {
    const said = bytes.toString();
    if (manner !== 'well') return;
    if (isText) received.push(said);
    if (isText && !said.endsWith('\r\n.\r\n')) return;
    if (refusal && said.startsWith(command)) return void line.write(`${refusal}\r\n`);
    const isNext = said.startsWith('DATA');
    isText = isNext;
    line.write(isNext ? '354 go on\r\n' : '250 fine\r\n');
  });
  if (manner !== 'a byte now and then') return;
  line.write('250-');
  const dripping = setInterval(() => line.write('x'), 20);
  line.on('close', () => clearInterval(dripping));
}

async function openServer(manner: Manner, refusing: Refusing = { command: 'RCPT' }) {
  const received: string[] = [];
  lines = new Set();
  server = createServer((line) => {
    asked += 1;
    lines.add(line);
    line.on('close', () => lines.delete(line));
    line.on('error', () => undefined);
    converse(line, manner, received, refusing);
  });
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { received, url: `smtp://127.0.0.1:${port}` };
}

const openMail = (
  url: string,
  patience: Parameters<typeof createMail>[1],
  notifyFailing = async (): Promise<void> => undefined,
  log = createLog('silent'),
  meanwhile = async (): Promise<unknown> => undefined,
) =>
  createMail(
    {
      db: base.db,
      config: { DATA_DIR: '/nowhere', SMTP_URL: url, PUBLIC_ORIGIN: 'https://shop.test' },
      vault,
      log,
      emailHeader: async () => {
        await meanwhile();
        return { from: { name: '', address: 'shop@shop.test' }, name: { bn: 'দোকান', en: 'Shop' } };
      },
      notifyFailing,
    },
    patience,
  );

const waiting = () =>
  asOwner<{ attempts: number }>(base.ownerUrl, 'select attempts from mails order by created_at');
const begin = () => asOwner(base.ownerUrl, 'delete from mails');

describe.each<Manner>(['silent', 'a byte now and then'])('a mail server that is %s', (manner) => {
  it('is given up, and the mail is tried again later', async () => {
    await begin();
    const { url } = await openServer(manner);
    const mail = openMail(url, { longestMs: 300 });
    await mail.queue(base.db, letter);
    expect(await timed(mail.sendDue())).toBeLessThan(2_000);
    expect(await waiting()).toEqual([{ attempts: 1 }]);
    await expect.poll(() => lines.size).toBe(0);
  });

  it('delays no stop', async () => {
    await begin();
    const { url } = await openServer(manner);
    const mail = openMail(url, { longestMs: 60_000, lastMs: 200 });
    await mail.queue(base.db, letter);
    mail.wake();
    const turn = mail.sendDue();
    await expect.poll(() => lines.size).toBe(1);
    expect(await timed(Promise.all([mail.stop(), turn]))).toBeLessThan(2_000);
    expect(await waiting()).toEqual([{ attempts: 1 }]);
  });
});

it('a mail server that answers gets the mail once', async () => {
  await begin();
  const { received, url } = await openServer('well');
  const mail = openMail(url, {});
  await mail.queue(base.db, letter);
  await mail.sendDue();
  expect(received.join('')).toContain('To: karim@shop.test');
  expect(await waiting()).toEqual([]);
  await mail.stop();
});

it('several processes send each mail once', async () => {
  await begin();
  const { received, url } = await openServer('well');
  const all = [1, 2, 3, 4].map(() => openMail(url, {}));
  for (let count = 0; count < 20; count += 1) await all[0]!.queue(base.db, letter);
  await Promise.all(all.map((mail) => mail.sendDue()));
  expect(received.join('').match(/^To: /gm)).toHaveLength(20);
  expect(await waiting()).toEqual([]);
});

const makeDue = () =>
  asOwner(base.ownerUrl, `update mails set next_attempt_at = now() - interval '1 second'`);
const age = (by: string) =>
  asOwner(
    base.ownerUrl,
    'update mails set created_at = created_at - $1::interval, useful_until = useful_until - $1::interval',
    [by],
  );

it('a mail that does not go is tried for three days, and is reported at the third try and the last', async () => {
  await begin();
  const reported: number[] = [];
  const mail = openMail('smtp://127.0.0.1:1', {}, async () => {
    reported.push((await waiting())[0]?.attempts ?? 0);
  });
  await mail.queue(base.db, letter);
  for (let turn = 1; turn <= 14; turn += 1) {
    await makeDue();
    await mail.sendDue();
  }
  await age('71 hours 59 minutes');
  await makeDue();
  await mail.sendDue();
  expect(await waiting()).toEqual([{ attempts: 15 }]);
  expect(reported).toEqual([3]);
  await age('2 minutes');
  await makeDue();
  await mail.sendDue();
  expect(await waiting()).toEqual([]);
  expect(reported).toEqual([3, 0]);
});

it('a server that says nothing is asked once, and the rest waits as if it had been asked too', async () => {
  await begin();
  const { url } = await openServer('silent');
  const reported: number[] = [];
  const mail = openMail(url, { longestMs: 100 }, async () => void reported.push((await waiting()).length));
  for (let count = 0; count < 20; count += 1) await mail.queue(base.db, letter);
  for (const attempts of [1, 2, 3]) {
    const before = asked;
    await mail.sendDue();
    expect(asked - before).toBe(1);
    expect(await waiting()).toEqual(Array(20).fill({ attempts }));
    await makeDue();
  }
  expect(reported).toEqual([20]);
});

it('a mail that its server never ends keeps no other back', async () => {
  await begin();
  const away = openMail('smtp://127.0.0.1:1', {});
  for (const to of ['first@shop.test', 'second@shop.test', 'third@shop.test'])
    await away.queue(base.db, { ...letter, to });
  await away.sendDue();
  const rows = await asOwner<{ next_attempt_at: Date }>(
    base.ownerUrl,
    'select next_attempt_at from mails order by created_at',
  );
  const [first, second, third] = rows.map(({ next_attempt_at: at }) => at.getTime());
  expect(second).toBe(third);
  expect(first! - second!).toBe(60_000);
});

it('a link that ends goes before what nobody waits for', async () => {
  await begin();
  const { received, url } = await openServer('well');
  const mail = openMail(url, {});
  for (let count = 0; count < 5; count += 1) await mail.queue(base.db, letter);
  await mail.queue(base.db, { ...letter, to: 'temporary@shop.test', usefulMinutes: 24 * 60 });
  await mail.queue(base.db, { ...letter, to: 'link@shop.test', usefulMinutes: 30 });
  await mail.sendDue();
  const order = received.join('').match(/^To: .*$/gm);
  expect(order).toHaveLength(7);
  expect(order!.slice(0, 2).map((line) => line.trim())).toEqual([
    'To: link@shop.test',
    'To: temporary@shop.test',
  ]);
});

it('a link that ends while others are sent is not sent, and is counted', async () => {
  await begin();
  await asOwner(base.ownerUrl, 'delete from unsent_mails');
  const { received, url } = await openServer('well');
  const mail = openMail(url, {}, undefined, undefined, () =>
    asOwner(base.ownerUrl, `update mails set useful_until = now() - interval '1 second' where attempts = 0`),
  );
  await mail.queue(base.db, { ...letter, to: 'first@shop.test', usefulMinutes: 20 });
  await mail.queue(base.db, { ...letter, to: 'second@shop.test', usefulMinutes: 30 });
  await mail.sendDue();
  await mail.sendDue();
  expect(received.join('')).toContain('To: first@shop.test');
  expect(received.join('')).not.toContain('second@shop.test');
  expect(await waiting()).toEqual([]);
  expect(await countUnsent(base.db)).toBe(1);
});

it('what was never sent is logged without an address, and counted for a week', async () => {
  await begin();
  await asOwner(base.ownerUrl, 'delete from unsent_mails');
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const away = openMail('smtp://127.0.0.1:1', {}, undefined, log);
  for (const usefulMinutes of [30, 30, undefined])
    await away.queue(base.db, { ...letter, ...(usefulMinutes ? { usefulMinutes } : {}) });
  await asOwner(base.ownerUrl, `update mails set useful_until = useful_until - interval '1 hour'`);
  await away.sendDue();
  expect(await waiting()).toEqual([{ attempts: 1 }]);
  expect(await countUnsent(base.db)).toBe(2);
  await age('4 days');
  await makeDue();
  await away.sendDue();
  expect(await waiting()).toEqual([]);
  expect(await countUnsent(base.db)).toBe(3);
  expect(lines.join()).toMatch(/"mails":2.*ended before it could be sent/);
  expect(lines.join()).toMatch(/"mails":1.*three days/);
  expect(lines.join()).not.toContain('shop.test');
  await asOwner(base.ownerUrl, `update unsent_mails set day = day - 7`);
  expect(await countUnsent(base.db)).toBe(0);
});

it('a mail of two days goes once its server is back, but not a link that has ended meanwhile', async () => {
  await begin();
  const away = openMail('smtp://127.0.0.1:1', {});
  await away.queue(base.db, letter);
  await away.queue(base.db, { ...letter, to: 'link@shop.test', usefulMinutes: 30 });
  await away.sendDue();
  await age('2 days');
  await makeDue();
  const { received, url } = await openServer('well');
  await openMail(url, {}).sendDue();
  const text = received.join('');
  expect(text).toContain('To: karim@shop.test');
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).not.toContain('link@shop.test');
  expect(await waiting()).toEqual([]);
});

it.each([
  ['550 5.1.1 <karim@shop.test>: Recipient address rejected: User unknown', []],
  ['556 5.1.10 Recipient address has null MX', []],
  ['550 5.2.1 The email account that you tried to reach is disabled', []],
  // What its administrator can mend is sent again.
  ['554 5.7.1 <karim@shop.test>: Relay access denied', [{ attempts: 1 }]],
  ['550 5.1.1 <shop@shop.test>: Sender unknown', [{ attempts: 1 }], 'MAIL'],
  ['553 5.1.8 <shop@shop.test>: Sender address rejected: Domain not found', [{ attempts: 1 }]],
  ['450 4.1.1 <karim@shop.test>: Recipient address rejected: greylisted', [{ attempts: 1 }]],
])('a server that answers %s', async (refusal, left, command = 'RCPT') => {
  await begin();
  const { url } = await openServer('well', { command, refusal });
  await openMail(url, {}).queue(base.db, letter);
  await openMail(url, {}).sendDue();
  expect(await waiting()).toEqual(left);
});

it('a mail waits for its next try, but not for one that a wrong clock has put off by days', async () => {
  await begin();
  const { received, url } = await openServer('well');
  const mail = openMail(url, {});
  await mail.queue(base.db, letter);
  const putOff = (by: string) =>
    asOwner(base.ownerUrl, 'update mails set next_attempt_at = now() + $1::interval', [by]);
  await putOff('1 hour');
  await mail.sendDue();
  expect(received).toEqual([]);
  await putOff('3 days');
  await mail.sendDue();
  expect(received.join('')).toContain('To: karim@shop.test');
});

it('a mail is found by its address, however that was written', async () => {
  await begin();
  await openMail('smtp://127.0.0.1:1', {}).queue(base.db, { ...letter, to: 'Karim@Shop.test' });
  const rows = await asOwner<{ recipient_index: Buffer }>(base.ownerUrl, 'select recipient_index from mails');
  expect(
    rows[0]!.recipient_index.equals(vault.blindIndex(recipientOf('KARIM@shop.test'), recipientPurpose)),
  ).toBe(true);
});
