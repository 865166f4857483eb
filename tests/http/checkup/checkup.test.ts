// The health report for owners and auditors, and the first steps of a new shop.
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkupNames, firstSteps } from '#contract/checkup/rules.ts';
import { createCheckup } from '#server/checkup/checkup.service.ts';
import { readConfig } from '#server/platform/config.ts';
import { createDatabase, createPool } from '#server/platform/database/connect.ts';
import { createErrorRecorder } from '#server/platform/errors/unexpected-errors.ts';
import { createLog } from '#server/platform/log.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

/** Runs the checks as a process that has not cached any result. */
function openCheckup(
  settings: Record<string, string> = {},
  get: Storage['get'] = async () => Buffer.alloc(1),
  db = portal.db,
) {
  return createCheckup({
    config: readConfig({ DATA_DIR: portal.dataDir, ...settings }),
    db,
    storage: { probe: async () => undefined, get },
    measureLag: undefined,
    papers: 20,
    clock: { now: () => new Date() },
    log: createLog('silent'),
    settings: portal.portal.settings,
  });
}

async function runChecks(...given: Parameters<typeof openCheckup>) {
  const { results } = await openCheckup(...given).read();
  return Object.fromEntries(results.map(({ name, ...result }) => [name, result]));
}

const steps = async (by: Person = portal.admin) => {
  const { body } = await portal.call('GET', '/account/first-steps/', { token: by.token });
  const states: Record<string, string> = Object.fromEntries(
    body.results.map(({ name, state }) => [name, state]),
  );
  return { left: body.left, states };
};
const confirm = (name: string, confirmed: unknown, by: Person = portal.admin) =>
  portal.call('PUT', `/account/first-steps/${name}/`, { token: by.token, body: { confirmed } });

it('keeps the step for staff open while there are only customers', async () => {
  await portal.customer();
  expect((await steps()).states.staff).toBe('open');
  await makeStaff(portal, 'operator');
  expect((await steps()).states.staff).toBe('done');
});

describe('the health report', () => {
  it('lists every part in both languages, only for those who may read settings', async () => {
    const auditor = await makeStaff(portal, 'auditor');
    const { status, body } = await portal.call('GET', '/account/checkup/', { token: auditor.token });
    expect(status).toBe(200);
    expect(body.results.map(({ name }) => name)).toEqual([...checkupNames]);
    for (const { name, finding } of body.results) {
      expect(finding.bn, name).toMatch(/[\u0980-\u09ff]/);
      expect(finding.bn, name).not.toMatch(/\d/);
      expect(finding.en, name).toMatch(/[a-z]/i);
    }
    for (const person of [await makeStaff(portal, 'operator'), await portal.customer()])
      expectRefusal(await portal.call('GET', '/account/checkup/', { token: person.token }), 'not_allowed');
  });

  it('is healthy for a healthy shop, except that a test has no backups', async () => {
    await portal.portal.books.auditNightly();
    const found = await runChecks();
    const isNot = Object.entries(found).filter(([, { state }]) => state !== 'well');
    expect(isNot.map(([name, { state }]) => [name, state])).toEqual([['backups', 'wrong']]);
    expect(found.backups!.finding.en).toContain('BACKUP_TO');
  });

  it('reports a pooler that gives its connections no time limits', async () => {
    const pooler = `127.0.0.1:${new URL(portal.ownerUrl).port}`;
    const unlimited = createDatabase(createPool(portal.ownerUrl, 1, 3, pooler), undefined, false);
    onTestFinished(() => unlimited.destroy());
    const settings = { DATABASE_POOLER: pooler, DATABASE_URL: portal.ownerUrl };
    const found = (await runChecks(settings, undefined, unlimited)).settings!;
    expect(found.state).toBe('look');
    expect(found.finding.en).toMatch(/^DATABASE_POOLER: .* connect_query/);
    expect((await runChecks(settings)).settings!.state).toBe('well');
  });

  it('reports a database log that records personal data', async () => {
    const name = new URL(portal.ownerUrl).pathname.slice(1);
    const withSettings = async (...settings: string[]) => {
      await asOwner(portal.ownerUrl, `alter database ${name} reset all`);
      for (const setting of settings) await asOwner(portal.ownerUrl, `alter database ${name} set ${setting}`);
      const db = createDatabase(createPool(portal.ownerUrl, 1, 3), undefined, false);
      try {
        return (await runChecks({}, undefined, db)).settings!;
      } finally {
        await db.destroy();
      }
    };
    for (const records of [
      'log_min_duration_statement = 500',
      "log_statement = 'mod'",
      'log_min_duration_sample = 0',
      'log_transaction_sample_rate = 0.1',
    ]) {
      const { state, finding } = await withSettings(records);
      expect(state, records).toBe('look');
      expect(finding.en, records).toContain('log_parameter_max_length = 0');
      expect((await withSettings(records, 'log_parameter_max_length = 0')).state, records).toBe('well');
    }
    expect((await withSettings("log_statement = 'ddl'")).state).toBe('well');
    expect((await withSettings()).state).toBe('well');
  });

  it('reports a mail server that only sends its greeting, and closes the connection', async () => {
    let open = 0;
    const server = createServer((line) => {
      open += 1;
      line.on('close', () => {
        open -= 1;
      });
      line
        .on('error', () => undefined)
        .resume()
        .write('220 mail.test\r\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const { mail } = await runChecks({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect(mail).toMatchObject({ state: 'wrong', finding: { en: 'the mail server does not answer' } });
    await expect.poll(() => open).toBe(0);
    server.close();
  });

  it('reports a mail server that rejects the password', async () => {
    const server = createServer((line) => {
      const answers: Record<string, string> = { EHLO: '250 AUTH PLAIN', AUTH: '535 no', QUIT: '221 bye' };
      line
        .on('error', () => undefined)
        .on('data', (said) => line.write(`${answers[String(said).slice(0, 4)] ?? '250 ok'}\r\n`))
        .write('220 mail.test\r\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const { mail } = await runChecks({ SMTP_URL: `smtp://shop:wrong@127.0.0.1:${port}` });
    expect(mail).toMatchObject({
      state: 'wrong',
      finding: { en: 'the mail server does not take name and password' },
    });
    server.close();
  });

  it('reports an untrusted mail server, an unusable sender address, and undelivered mail', async () => {
    const fixture = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../fixtures/tls', `server.${name}`));
    const converse = (line: Socket) =>
      line
        .on('error', () => undefined)
        .on('data', () => line.write('250 ok\r\n'))
        .write('220 mail.test\r\n');
    const open = async (server: Server) => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close());
      return (server.address() as { port: number }).port;
    };
    const secure = await open(createTlsServer({ key: fixture('key'), cert: fixture('pem') }, converse));
    const plain = await open(createServer(converse));
    const checkMail = async (url: string, MAIL_FROM: string) =>
      (await runChecks({ SMTP_URL: url, MAIL_FROM })).mail!;
    expect(await checkMail(`smtps://127.0.0.1:${secure}`, 'shop@shop.com.bd')).toMatchObject({
      state: 'wrong',
      finding: { en: 'the certificate of the mail server is not trusted' },
    });
    for (const nobody of ['দোকান <no-reply@nothipotro.test>', 'shop@shop.example', 'a@mail.example.com'])
      expect(await checkMail(`smtp://127.0.0.1:${plain}`, nobody)).toMatchObject({
        state: 'look',
        finding: { en: expect.stringContaining('no real address') },
      });
    const own = 'দোকান <shop@shop.com.bd>';
    expect((await checkMail(`smtp://127.0.0.1:${plain}`, own)).state).toBe('well');
    await asOwner(portal.ownerUrl, 'insert into unsent_mails (day, count) values (current_date, 4)');
    onTestFinished(() => asOwner(portal.ownerUrl, 'delete from unsent_mails').then(() => undefined));
    expect(await checkMail(`smtp://127.0.0.1:${plain}`, own)).toMatchObject({
      state: 'look',
      finding: { en: 'emails of the last seven days that did not go in time, and will not be sent: 4' },
    });
    await asOwner(
      portal.ownerUrl,
      `insert into mails (id, sealed_mail, attempts, next_attempt_at) values (gen_random_uuid(), '', 3, now() + interval '1 hour')`,
    );
    onTestFinished(() =>
      asOwner(portal.ownerUrl, 'delete from mails where attempts = 3').then(() => undefined),
    );
    expect(await checkMail(`smtp://127.0.0.1:${plain}`, own)).toMatchObject({
      state: 'wrong',
      finding: { en: 'emails that the server has not taken: 1' },
    });
  });

  it('lists the newest unexpected errors of a week by the reference that customers see', async () => {
    const remove = () => asOwner(portal.ownerUrl, 'delete from unexpected_errors').then(() => undefined);
    onTestFinished(remove);
    await asOwner(
      portal.ownerUrl,
      `insert into unexpected_errors
       select 'ref-' || age, now() - age * interval '1 day', '/file/:code/' from generate_series(1, 8) age`,
    );
    const { errors } = await runChecks();
    expect(errors!.state).toBe('look');
    for (const words of [errors!.finding.bn, errors!.finding.en]) {
      for (const reference of ['ref-1', 'ref-2', 'ref-3']) expect(words).toContain(`${reference} (`);
      expect(words).toContain('/file/:code/');
      expect(words).not.toContain('ref-4');
    }
    // The insert was a moment ago, so the seventh day is just outside the week.
    expect(errors!.finding.en).toMatch(/^in the last seven days: 6;/);
    expect(errors!.finding.bn).toMatch(/^গত সাত দিনে ৬টি;/);
  });

  it('lists a single unexpected error alongside one that recurs', async () => {
    onTestFinished(() => asOwner(portal.ownerUrl, 'delete from unexpected_errors').then(() => undefined));
    await asOwner(
      portal.ownerUrl,
      `insert into unexpected_errors
       select 'often-' || age, now() - age * interval '1 hour', '/file/:code/' from generate_series(1, 20) age
       union all select 'once', now() - interval '5 days', '/token/'`,
    );
    const { errors } = await runChecks();
    expect([...errors!.finding.en.matchAll(/(\S+) \(/g)].map(([, name]) => name)).toEqual([
      'often-1',
      'once',
      'often-2',
    ]);
  });

  it('limits how many errors are recorded a minute, and does not wait for an unreachable database', async () => {
    const count = async () =>
      (await asOwner(portal.ownerUrl, 'select count(*)::int as n from unexpected_errors'))[0]!.n;
    onTestFinished(() => asOwner(portal.ownerUrl, 'delete from unexpected_errors').then(() => undefined));
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
    const keep = createErrorRecorder(portal.db, createLog('silent'));
    for (let at = 0; at < 50; at += 1) keep({ reference: `storm-${at}`, path: '/' });
    await expect.poll(count).toBe(20);
    now.mockReturnValue(60_000);
    keep({ reference: 'a minute later', path: '/' });
    await expect.poll(count).toBe(21);
    const lines: string[] = [];
    const away = createDatabase(createPool('postgres://nobody@127.0.0.1:1/nothing', 1, 3), undefined, false);
    onTestFinished(() => away.destroy());
    createErrorRecorder(
      away,
      createLog('info', { write: (line) => void lines.push(line) }),
    )({
      reference: 'unkept',
      path: '/',
    });
    await expect.poll(() => lines.join()).toContain('"reference":"unkept"');
  });

  it('reports what is wrong with the certificate of the web address', async () => {
    const fixture = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../fixtures/tls', `server.${name}`));
    const server = createTlsServer({ key: fixture('key'), cert: fixture('pem') });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const finding = async (host: string) =>
      (await runChecks({ PUBLIC_ORIGIN: `https://${host}`, SANDBOX: '1' })).certificate!;
    expect(await finding(`127.0.0.1:${port}`)).toMatchObject({
      state: 'wrong',
      finding: { en: 'its issuer is not known to this machine' },
    });
    await new Promise((done) => server.close(done));
    expect(await finding(`127.0.0.1:${port}`)).toMatchObject({
      state: 'wrong',
      finding: { en: 'no secure connection to the web address' },
    });
  });

  it('reports a clock that is behind the latest records, as after a power cut with an empty battery', async () => {
    const [row] = await asOwner<{ id: string }>(
      portal.ownerUrl,
      "insert into trail (at, kind) values (now() + interval '2 hours', 'session.started') returning id",
    );
    const { clock } = await runChecks();
    await asOwner(portal.ownerUrl, 'delete from trail where id = $1', [row!.id]);
    expect(clock!.state).toBe('wrong');
    expect(clock!.finding.en).toMatch(/^(119|120) min behind the latest log entry/);
  });

  it('reports unreachable servers, audit findings, failing jobs, missing backups and late orders', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '5000');
    const { id } = await placeOrder(portal, person, services.AB!);
    const corrupt = (statement: string, values: unknown[] = []) =>
      asOwner(portal.ownerUrl, statement, values);
    await corrupt(`update orders set due_on = now() - interval '1 hour' where id = $1`, [id]);
    await corrupt(
      // Not due, because a successful run meanwhile would reset the failures.
      `insert into jobs (name, every_seconds, failures, next_run_at)
       values ('close days', 600, 3, now() + interval '5 minutes'), ('prove the audit log', 600, 1, now() + interval '5 minutes')
       on conflict (name) do update set failures = excluded.failures, next_run_at = excluded.next_run_at`,
    );
    await corrupt(`update ledger_audits set findings = 2`);
    const dead = 'http://127.0.0.1:9';
    const found = await runChecks(
      {
        BKASH_URL: dead,
        PAYMENT_PROVIDERS: 'bkash',
        BKASH_APP_KEY: 'a',
        BKASH_APP_SECRET: 'b',
        BKASH_USERNAME: 'c',
        BKASH_PASSWORD: 'd',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'shop@mail.test',
        BACKUP_TO: join(portal.dataDir, 'no-backups-yet'),
        BACKUP_PASSPHRASE: 'onek-boro-ekta-gopon-katha',
      },
      () => Promise.reject(new Error('gone')),
    );
    const state = (name: string) => found[name]?.state;
    expect(found.late_orders).toEqual({
      state: 'look',
      finding: { bn: '১টি অর্ডারে দেরি হয়ে গেছে', en: 'overdue orders: 1' },
    });
    expect(found.jobs!.finding).toEqual({ bn: '১টি কাজ বারবার ব্যর্থ হচ্ছে', en: 'close days' });
    for (const name of ['jobs', 'audit_log', 'books', 'payments', 'mail', 'backups'])
      expect(state(name), name).toBe('wrong');
    expect(JSON.stringify(found)).not.toContain('gone');
  });

  it('reports a part that could not be checked, and still shows the others', async () => {
    const found = await runChecks({ DATA_DIR: join(portal.dataDir, 'nowhere') });
    expect(found.disk).toEqual({
      state: 'wrong',
      finding: { bn: 'দেখা যায়নি', en: 'could not be checked' },
    });
    expect(found.clock!.state).toBe('well');
  });
});

describe('the first steps', () => {
  it('are open in a new shop, and marked as done automatically', async () => {
    const before = await steps();
    expect(Object.keys(before.states)).toEqual([...firstSteps]);
    expect(before.states).toMatchObject({ name: 'open', contact: 'open', prices: 'open', mail: 'sandbox' });
    const put = async (key: string, value: object) => {
      const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
      const { version } = body.results.find((group) => group.key === key)!;
      const { status } = await portal.call('PUT', `/account/settings/${key}/`, {
        token: portal.admin.token,
        body: { version, value },
      });
      expect(status).toBe(200);
    };
    await put('shop', { name_bn: 'রহিম ডিজিটাল', name_en: 'Rahim Digital' });
    await put('contact', { phone: '01712345678', mail: '', address: '' });
    await put('opening', { opens: '', closes: '', closed_weekdays: [5], holidays: [] });
    await vi.waitFor(
      async () =>
        expect(await steps()).toMatchObject({
          states: { name: 'done', contact: 'done', opening: 'done' },
          left: before.left - 3,
        }),
      { timeout: 10_000 },
    );
  });

  it('count email as set up with a server and a real sender address', async () => {
    const stateOf = async (settings: Record<string, string>) => {
      const { results } = await openCheckup(settings).firstSteps();
      return results.find(({ name }) => name === 'mail')!.state;
    };
    const settings = { SMTP_URL: 'smtps://mail.shop.com.bd' };
    expect([await stateOf({}), await stateOf(settings)]).toEqual(['sandbox', 'open']);
    const current = await portal.portal.settings.get();
    const real = { ...current, mail: { sender: 'দোকান <shop@shop.com.bd>' } };
    const get = vi.spyOn(portal.portal.settings, 'get').mockResolvedValue(real);
    onTestFinished(() => get.mockRestore());
    expect([await stateOf({}), await stateOf(settings)]).toEqual(['sandbox', 'done']);
  });

  it('are confirmed and reopened only by an owner, and logged', async () => {
    const { left } = await steps();
    expect((await confirm('prices', true)).body).toMatchObject({ left: left - 1 });
    expect((await confirm('registry', true)).status).toBe(200);
    const again = await confirm('registry', true);
    const { body } = await portal.call('GET', '/account/first-steps/', { token: portal.admin.token });
    expect(again).toMatchObject({ status: 200, body });
    expect(await steps()).toMatchObject({
      states: { prices: 'confirmed', registry: 'confirmed' },
      left: left - 2,
    });
    expect((await confirm('registry', false)).status).toBe(200);
    expect(await steps()).toMatchObject({
      states: { prices: 'confirmed', registry: 'sandbox' },
      left: left - 1,
    });
    const events = await asOwner<{ details: object }>(
      portal.ownerUrl,
      `select details from trail where object_kind = 'setting' and object_id = 'first_steps' order by id`,
    );
    expect(events.map(({ details }) => details)).toEqual([
      { step: 'prices', confirmed: 'no → yes' },
      { step: 'registry', confirmed: 'no → yes' },
      { step: 'registry', confirmed: 'yes → no' },
    ]);
    const auditor = await makeStaff(portal, 'auditor');
    expect((await steps(auditor)).states.prices).toBe('confirmed');
    expectRefusal(await confirm('logo', true, auditor), 'not_allowed');
    expect((await confirm('nothing', true)).status).toBe(400);
    expect((await confirm('logo', 'yes')).status).toBe(400);
  });

  it('are confirmed concurrently without one undoing another', async () => {
    const answers = await Promise.all(['logo', 'mail', 'backups'].map((name) => confirm(name, true)));
    const taken = answers.filter(({ status }) => status === 200).length;
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectRefusal(answer, 'setting_changed');
    const states = Object.values((await steps()).states);
    expect(taken).toBeGreaterThan(0);
    expect(states.filter((state) => state === 'confirmed')).toHaveLength(1 + taken);
  });
});
