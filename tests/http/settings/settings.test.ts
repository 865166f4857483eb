// The shop's settings: validated, stored with their history, effective everywhere immediately, closed to others.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverFieldMessages } from '#contract/fields/server-field-messages.ts';
import { defaultSettings, dueAfter, settingKeys, soundsLikeGovernment } from '#contract/settings/rules.ts';
import { createPortal, type Portal } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { createSettings } from '#server/settings/settings.service.ts';
import { findEmail } from '../../journeys/steps.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { eventually, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal({ APPROVAL_SUM: '7000' });

interface Group {
  key: string;
  version: number;
  value: Record<string, unknown>;
}
async function read(key: string): Promise<Group> {
  const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  return body.results.find((group) => group.key === key)!;
}
async function put(key: string, value: unknown, by: Person = portal.admin, version?: number) {
  return portal.call('PUT', `/account/settings/${key}/`, {
    token: by.token,
    body: { version: version ?? (await read(key)).version, value },
  });
}

describe('the settings', () => {
  it('start with the environment’s values and list every group', async () => {
    const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
    expect(body.results.map(({ key }: Group) => key)).toEqual([...settingKeys]);
    expect(body.results.every(({ version }: Group) => version === 0)).toBe(true);
    expect((await read('money')).value).toEqual({ minimum_recharge: '100.00', approval_sum: '7000.00' });
    expect((await read('security')).value).toEqual(defaultSettings.security);
  });

  it('are checked field by field, and a refusal changes nothing', async () => {
    const wrong: [string, Record<string, unknown>, string[]][] = [
      ['shop', { name_bn: '', name_en: 'Election Commission Service' }, ['name_bn', 'name_en']],
      ['shop', { name_bn: 'গণপ্রজাতন্ত্রী বাংলাদেশ সরকার', name_en: 'x', extra: 1 }, ['extra', 'name_bn']],
      // Printed on every paper.
      ['shop', { name_bn: '＜নথিপত্র＞', name_en: 'Nothi 漢' }, ['name_bn', 'name_en']],
      ['contact', { phone: 'ফোন', mail: 'nobody', address: 'ক'.repeat(201) }, ['address', 'mail', 'phone']],
      ['announcement', { bn: 'ক'.repeat(301), en: 3 }, ['bn', 'en']],
      [
        'opening',
        { opens: '25:00', closes: '', closed_weekdays: [7], holidays: ['31-02-2027'] },
        ['closed_weekdays', 'holidays', 'opens'],
      ],
      ['opening', { opens: '18:00', closes: '09:00', closed_weekdays: [], holidays: [] }, ['closes']],
      [
        'opening',
        { opens: '', closes: '', closed_weekdays: [0, 1, 2, 3, 4, 5, 6], holidays: [] },
        ['closed_weekdays'],
      ],
      ['money', { minimum_recharge: '-1', approval_sum: '1e3' }, ['approval_sum', 'minimum_recharge']],
      [
        'security',
        { staff_second_factor: 'yes', remembered_days: 31, brief_hours: 0 },
        ['brief_hours', 'remembered_days', 'staff_second_factor'],
      ],
      ['retention', { readings_days: 0 }, ['readings_days']],
      ['mail', { sender: 'nobody' }, ['sender']],
    ];
    for (const [key, value, fields] of wrong) {
      const before = await read(key);
      const answer = await put(key, value);
      expect(answer.status, key).toBe(400);
      expect(Object.keys(answer.body).sort(), key).toEqual(fields);
      expect(await read(key)).toEqual(before);
    }
    expect((await put('nothing', {}, portal.admin, 0)).body).toHaveProperty('key');
    expect(
      (
        await portal.call('PUT', '/account/settings/shop/', {
          token: portal.admin.token,
          body: { version: -1 },
        })
      ).body,
    ).toHaveProperty('version');
  });

  it('accept Bengali digits, record who changed what, and appear in the activity with before and after', async () => {
    const changed = await put('retention', { readings_days: '১৪' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        value: { readings_days: 14 },
        version: 1,
        changed_by: { id: portal.admin.id },
      },
    });
    await put('retention', { readings_days: 30 });
    const { body } = await portal.call('GET', '/account/settings/retention/history/', {
      token: portal.admin.token,
    });
    expect(body.count).toBe(2);
    expect(body.results[0]).toMatchObject({
      version: 2,
      before: { readings_days: 14 },
      after: { readings_days: 30 },
      changed_by: { id: portal.admin.id },
    });
    const trail = await portal.call('GET', '/account/activity/?kind=setting.changed', {
      token: portal.admin.token,
    });
    expect(trail.body.results[0]).toMatchObject({
      object: { kind: 'setting', id: 'retention' },
      details: { readings_days: '14 → 30' },
    });
  });

  it('are not overwritten by someone who read an older version', async () => {
    const first = (await read('announcement')).version;
    for (const version of [first, first + 1]) {
      const { value } = await read('announcement');
      const answers = await Promise.all(
        ['এক', 'দুই', 'তিন'].map((bn) =>
          put('announcement', { ...value, bn: `${bn} ${version}` }, portal.admin, version),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expectRefusal(answers.find(({ status }) => status === 409)!, 'setting_changed');
      expect((await read('announcement')).version).toBe(version + 1);
    }
    const { body } = await portal.call('GET', '/account/settings/announcement/history/', {
      token: portal.admin.token,
    });
    expect(body.results, 'of this setting alone').toHaveLength(body.count);
  });

  it('are read by owner and auditor, and changed only by the owner', async () => {
    const auditor = await makeStaff(portal, 'auditor');
    expect((await portal.call('GET', '/account/settings/', { token: auditor.token })).status).toBe(200);
    for (const person of [auditor, await makeStaff(portal, 'operator', 'accountant')])
      expectRefusal(await put('shop', { name_bn: 'ক', name_en: 'K' }, person), 'not_allowed');
  });

  it('reach other processes within two seconds', async () => {
    const elsewhere = createSettings({
      db: portal.db,
      storage: undefined as never,
      clock: { now: () => new Date() },
      config: readConfig({}),
      readPicture: undefined as never,
    });
    expect((await elsewhere.get()).contact.phone).toBe('');
    await put('contact', { phone: '০১৭০০-১১১২২২', mail: 'help@shop.test', address: 'বরিশাল' });
    const there = await eventually(elsewhere.get, ({ contact }) => contact.phone !== '');
    expect(there.contact).toEqual({ phone: '01700-111222', mail: 'help@shop.test', address: 'বরিশাল' });
    const { body } = await portal.call('GET', '/public/shop/');
    expect(body.contact).toEqual(there.contact);
  });
});

describe('immediately effective are', () => {
  const recharge = async (amount: string) => {
    const person = await portal.customer();
    await portal.db.deleteFrom('cash_days').execute();
    return (
      await portal.call('POST', '/account/transactions/create/', {
        token: portal.admin.token,
        body: { user: person.id, amount },
      })
    ).status;
  };

  it('the approval sum and the stated minimum', async () => {
    expect([await recharge('7000'), await recharge('7000.01')]).toEqual([201, 202]);
    expect((await put('money', { minimum_recharge: '২০০', approval_sum: '500' })).status).toBe(200);
    expect([await recharge('500'), await recharge('501')]).toEqual([201, 202]);
    const person = await portal.customer();
    const { body } = await portal.call('GET', '/payment/providers/', { token: person.token });
    expect(body[0]!.minimum).toBe('200.00');
    expect((await portal.call('GET', '/public/shop/')).body.minimum_recharge).toBe('200.00');
    const refused = await portal.call('POST', '/payment/sandbox/create/', {
      token: person.token,
      body: { amount: '0.5', payment_type: 'custom' },
    });
    expect(refused.body.error).toBe('সর্বনিম্ন রিচার্জ ২০০ টাকা');
  });

  it('the name of the shop: in served pages, in mails, and next to second-factor codes', async () => {
    const before = await read('shop');
    await put('shop', { name_bn: 'মেঘনা & সেবা', name_en: 'Meghna: Seba' });
    for (const path of ['/', '/login']) {
      const { bytes } = await portal.call('GET', path, { headers: { Accept: 'text/html' } });
      expect(bytes.toString()).toContain('<title>মেঘনা &amp; সেবা — ');
      // The services' own data may use the word for papers.
      expect(bytes.toString().replace(/<script[^>]*services-data[\s\S]*?<\/script>/, '')).not.toContain(
        'নথিপত্র',
      );
    }
    const person = await portal.customer();
    const { body } = await portal.call('POST', '/account/second-factor/', {
      token: person.token,
      body: { password: person.password },
    });
    expect(decodeURIComponent(body.otpauth_url)).toContain('issuer=Meghna  Seba');

    expect((await portal.portal.settings.emailHeader()).from).toEqual({
      name: 'মেঘনা & সেবা',
      address: 'no-reply@nothipotro.test',
    });
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const letter = await findEmail(portal, person.email, 'মেঘনা & সেবা · Meghna: Seba');
    expect(letter).not.toMatch(/নথিপত্র|Nothipotro/);
    await put('shop', before.value);
  });

  it('the session length, the second factor of staff and the mail sender', async () => {
    await put('security', { staff_second_factor: true, remembered_days: 2, brief_hours: 1 });
    const operator = await makeStaff(portal, 'operator');
    expectRefusal(
      await portal.call('GET', '/account/orders/', { token: operator.token }),
      'second_factor_setup_required',
    );
    const security = (value: object) => ({ ...defaultSettings.security, ...value });
    // The owner has none either and could only set it up, so the test changes the setting back in the database.
    await portal.portal.settings.change(
      {
        userId: portal.admin.id,
        sessionId: '',
        roles: ['owner'],
        mustChangePassword: false,
        mustSetUpSecondFactor: false,
      },
      'security',
      { version: 1, value: security({ remembered_days: 2, brief_hours: 1 }) },
      { ip: '', userAgent: '', language: 'bn' },
    );
    const person = await portal.customer();
    for (const [remember, hours] of [
      [true, 48],
      [false, 1],
    ] as const) {
      const { body } = await portal.signIn(person.email, person.password, remember);
      const sessions = await portal.call('GET', '/account/sessions/', { token: body.access });
      const own = sessions.body.find(({ is_current }: { is_current: boolean }) => is_current);
      expect((Date.parse(own!.expires_at) - Date.parse(own!.created_at)) / 3_600_000).toBeCloseTo(hours, 1);
    }
    // Characters with a meaning in mail headers are part of the name.
    await put('mail', { sender: 'দোকান: "ঢাকা, সদর" <shop@dokan.test>' });
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const folder = join(portal.dataDir, 'outbox');
    const letters = await eventually(
      async () =>
        Promise.all(
          (await readdir(folder).catch(() => []))
            .filter((name) => name.endsWith('.eml'))
            .map((name) => readFile(join(folder, name), 'utf8')),
        ),
      (found) => found.some((letter) => letter.includes('shop@dokan.test')),
    );
    const heads = letters.map((letter) => letter.replace(/\r?\n[ \t]+/g, ' '));
    expect(heads.join('')).toMatch(/^From: =\?UTF-8\?[^<:;]+\?= <shop@dokan\.test>\r?$/m);
  });

  it('closed days: they do not count towards the due time', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '500');
    const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10);
    await put('opening', { opens: '০৯:০০', closes: '18:00', closed_weekdays: [], holidays: [today] });
    const order = await placeOrder(portal, person, services.AB!);
    const midnight = Date.parse(`${today}T00:00:00Z`) + 18 * 3_600_000;
    expect(Math.abs(Date.parse(order.due_on) - (midnight + 48 * 3_600_000))).toBeLessThan(20_000);
    await put('opening', defaultSettings.opening);
  });

  it('opening hours and holidays as people write them', async () => {
    const written = { opens: 'সকাল ৯টা', closes: '৮:৩০ pm', closed_weekdays: [5], holidays: ['১/১/২০২৭'] };
    const { body } = await put('opening', written);
    expect(body.value).toEqual({
      opens: '09:00',
      closes: '20:30',
      closed_weekdays: [5],
      holidays: ['2027-01-01'],
    });
    const refused = await put('opening', { ...written, opens: 'সকাল' });
    expect(refused.body).toEqual({ opens: [serverFieldMessages.time_invalid.bn] });
    await put('opening', defaultSettings.opening);
  });

  it('the shop’s name on verification pages, and a re-encoded logo', async () => {
    await put('shop', { name_bn: 'মেঘনা সেবা', name_en: 'Meghna Services' });
    const shop = await portal.call('GET', '/public/shop/');
    expect(shop.body).toMatchObject({ name: { bn: 'মেঘনা সেবা', en: 'Meghna Services' }, logo: null });
    expect((await portal.call('GET', '/public/shop-logo/')).status).toBe(404);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
      'base64',
    );
    const form = new FormData();
    form.set('file', new Blob([png]), 'logo.png');
    const changed = await portal.call('PUT', '/account/shop-logo/', { token: portal.admin.token, form });
    expect(changed.body.logo).toBe('/public/shop-logo/?v=1');
    const logo = await portal.call('GET', changed.body.logo!);
    expect(logo.headers.get('content-type')).toBe('image/png');
    await portal.portal.maintenance.sweepStorage({ seconds: -60, isConfirmed: true });
    expect((await portal.call('GET', changed.body.logo!)).status).toBe(200);
    expect(logo.bytes.subarray(1, 4).toString()).toBe('PNG');
    const broken = new FormData();
    broken.set('file', new Blob([png.subarray(0, 30)]), 'logo.png');
    expectRefusal(
      await portal.call('PUT', '/account/shop-logo/', { token: portal.admin.token, form: broken }),
      'image_refused',
    );
    const gone = await portal.call('DELETE', '/account/shop-logo/', { token: portal.admin.token });
    expect(gone.body.logo).toBeNull();
  });
});

describe('immediately shown by every process are', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC',
    'base64',
  );
  let other: Portal;
  let there: string;
  beforeAll(async () => {
    other = await createPortal({
      config: readConfig({
        DATA_DIR: portal.dataDir,
        PORT: '0',
        PUBLIC_ORIGIN: portal.origin,
        DOCUMENT_WORKERS: '1',
        LOG_LEVEL: 'silent',
      }),
      databaseUrl: portal.databaseUrl,
      log: createLog('silent'),
    });
    there = `http://127.0.0.1:${await other.start()}`;
  });
  afterAll(() => other.stop());
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as an outside client would
  const see = async (path: string): Promise<any> =>
    (await fetch(`${there}${path}`, { headers: { Authorization: `Bearer ${portal.admin.token}` } })).json();

  it('the shop’s details and the remaining set-up steps, for pages that are notified to reload', async () => {
    const stepOf = async (name: string) =>
      (await see('/account/first-steps/')).results.find((step: { name: string }) => step.name === name).state;
    expect(await stepOf('contact')).toBe('done');
    expect((await see('/public/shop/')).contact.phone).not.toBe('');
    await put('contact', { phone: '', mail: '', address: 'ভোলা' });
    expect(await stepOf('contact')).toBe('open');
    await put('contact', { phone: '01700-333444', mail: '', address: 'ভোলা' });
    expect((await see('/public/shop/')).contact.phone).toBe('01700-333444');
  });

  it('a logo, which browsers keep for a day', async () => {
    expect((await see('/public/shop/')).logo).toBeNull();
    const form = new FormData();
    form.set('file', new Blob([png]), 'logo.png');
    const { body } = await portal.call('PUT', '/account/shop-logo/', { token: portal.admin.token, form });
    expect((await fetch(`${there}${body.logo}`)).status).toBe(200);
    await portal.call('DELETE', '/account/shop-logo/', { token: portal.admin.token });
    expect((await fetch(`${there}${body.logo}`)).status).toBe(404);
  });

  it('changes made while the clock is set back', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    try {
      await put('retention', { readings_days: '21' });
      const read = await eventually(other.settings.get, ({ retention }) => retention.readings_days === 21);
      expect(read.retention.readings_days).toBe(21);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('the rules', () => {
  it('recognise names that would pass for the state', () => {
    for (const name of [
      'বাংলাদেশ সরকার',
      'নির্বাচন কমিশন সেবা',
      'Govt Print',
      'Ministry Shop',
      'National ID Centre',
      'জাতীয় পরিচয় কেন্দ্র',
    ])
      expect(soundsLikeGovernment(name), name).toBe(true);
    for (const name of ['নথিপত্র', 'মেঘনা সেবা', 'Rahim Telecom', 'জাতীয় কম্পিউটার্স'])
      expect(soundsLikeGovernment(name), name).toBe(false);
  });

  it('count clock hours, and no closed days', () => {
    const opening = { closed_weekdays: [5], holidays: ['2026-11-28'] };
    const due = (from: string, hours: number) => dueAfter(new Date(from), hours, opening).toISOString();
    const open = { closed_weekdays: [], holidays: [] };
    expect(dueAfter(new Date('2026-11-26T10:00:00Z'), 24, open).toISOString()).toBe(
      '2026-11-27T10:00:00.000Z',
    );
    // Thursday, 4 p.m. in Dhaka; Friday is closed, Saturday a holiday.
    expect(due('2026-11-26T10:00:00Z', 8)).toBe('2026-11-26T18:00:00.000Z');
    expect(due('2026-11-26T10:00:00Z', 24)).toBe('2026-11-29T10:00:00.000Z');
    // Placed on the closed day itself.
    expect(due('2026-11-27T10:00:00Z', 1)).toBe('2026-11-28T19:00:00.000Z');
  });
});
