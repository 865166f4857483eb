// Copies made through an operator's gateway: the same results, and the behaviour when it gives no valid response.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { createBreaker } from '#server/registry/circuit-breaker.ts';
import { createGatewayRegistry } from '#server/registry/gateway.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, startTestPortal, type TestPortal } from '../../support/portal.ts';
import {
  type GatewayFault,
  gatewayClient,
  type ReferenceGateway,
  startReferenceGateway,
} from '../../support/registry-gateway.ts';
import { balanceOf, expectRefusal } from '../steps.ts';
import { richCustomer, trailOf } from './copy-steps.ts';

let gateway: ReferenceGateway;
let portal: TestPortal & { stop(): Promise<void> };
const start = () =>
  startTestPortal({
    REGISTRY_URL: `${gateway.url}/`,
    REGISTRY_CLIENT_ID: gatewayClient.id,
    REGISTRY_CLIENT_SECRET: gatewayClient.secret,
    REGISTRY_TIMEOUT_SECONDS: '1',
  });
const askCopy = (person: Person, index: number, change: Record<string, string> = {}) =>
  portal.call('POST', '/account/server-copy-unofficial/', {
    token: person.token,
    body: { nid: syntheticPeople[index]!.nid, date_of_birth: syntheticPeople[index]!.dateOfBirth, ...change },
  });
const askTin = (person: Person, tin_number: string) =>
  portal.call('POST', '/account/extract-tin-data/', { token: person.token, body: { tin_number } });

beforeAll(async () => {
  gateway = await startReferenceGateway();
  portal = await start();
});
afterAll(async () => {
  await portal.stop();
  await gateway.stop();
});
beforeEach(() => {
  gateway.fault = 'none';
  gateway.changed = {};
  gateway.asked.length = 0;
});

describe('a working gateway', () => {
  it('produces the same copies from one exact query, with a reused token', async () => {
    const person = await richCustomer(portal);
    expect((await askCopy(person, 1)).status).toBe(200);
    const tin = await askTin(person, syntheticPeople[2]!.mobile);
    expect(tin.status, JSON.stringify(tin.body)).toBe(200);
    expect(tin.body).toMatchObject({ tin: syntheticPeople[2]!.tin, status: 'Active', previous_tin: '' });
    // Already bought: the gateway is not queried again.
    const again = await askTin(person, syntheticPeople[2]!.mobile);
    expect(again.body.file_code).toBe(tin.body.file_code);
    expect((await askTin(person, syntheticPeople[3]!.tin)).body.name_english).toBe(
      syntheticPeople[3]!.nameEn,
    );
    expect(gateway.asked).toEqual([
      {
        path: '/v1/identities/lookup',
        question: { nid: syntheticPeople[1]!.nid, date_of_birth: syntheticPeople[1]!.dateOfBirth },
      },
      { path: '/v1/taxpayers/lookup', question: { mobile: syntheticPeople[2]!.mobile } },
      { path: '/v1/taxpayers/lookup', question: { tin: syntheticPeople[3]!.tin } },
    ]);
    expect(gateway.tokensGiven).toBe(1);
    gateway.endTokens();
    expect((await askCopy(person, 4)).status).toBe(200);
    expect(gateway.tokensGiven).toBe(2);
    expectRefusal(await askCopy(person, 5, { date_of_birth: '1950-01-01' }), 'not_found');
    expect((await portal.call('GET', '/sandbox/people/', { token: person.token })).status).toBe(404);
    expect((await portal.call('GET', '/sandbox/status/')).body.registry).toBe(false);
  });
});

it('leaves a nationality empty that the register does not state', async () => {
  const registry = createGatewayRegistry({
    url: gateway.url,
    clientId: gatewayClient.id,
    clientSecret: gatewayClient.secret,
    timeoutMilliseconds: 3_000,
    log: createLog('silent'),
  });
  const { birthCertificateNo, dateOfBirth } = syntheticPeople[1]!;
  const nationalities = async () => {
    const found = await registry.findByBirthCertificate(birthCertificateNo, dateOfBirth);
    return [found?.fatherNationality, found?.motherNationality];
  };
  expect(await nationalities()).toEqual(['Bangladeshi', 'Bangladeshi']);
  gateway.changed = { father_nationality: undefined, mother_nationality: undefined };
  expect(await nationalities()).toEqual(['', '']);
  registry.close();
});

it.each([
  ['nid', { nid: '0000000000' }],
  ['nid', { date_of_birth: '1950-01-01' }],
  ['tin', { tin: '970000000000' }],
  ['mobile', { mobile: '01999999999' }],
  ['birth', { certificate_number: '1' }],
  ['birth', { date_of_birth: '1950-01-01' }],
] as const)(
  'rejects a response to a query by %s with %o as being about somebody else',
  async (by, changed) => {
    const registry = createGatewayRegistry({
      url: gateway.url,
      clientId: gatewayClient.id,
      clientSecret: gatewayClient.secret,
      timeoutMilliseconds: 3_000,
      log: createLog('silent'),
    });
    const { nid, tin, mobile, birthCertificateNo, dateOfBirth } = syntheticPeople[1]!;
    const asks = {
      nid: () => registry.findByNid(nid, dateOfBirth),
      tin: () => registry.findByTinOrMobile(tin),
      mobile: () => registry.findByTinOrMobile(mobile),
      birth: () => registry.findByBirthCertificate(birthCertificateNo, dateOfBirth),
    };
    expect(await asks[by]()).toBeDefined();
    gateway.changed = changed;
    await expect(asks[by]()).rejects.toThrow('about somebody else');
    registry.close();
  },
);

it('lists in the operators’ description exactly the registers that the portal queries', async () => {
  const registry = createGatewayRegistry({
    url: gateway.url,
    clientId: gatewayClient.id,
    clientSecret: gatewayClient.secret,
    timeoutMilliseconds: 3_000,
    log: createLog('silent'),
  });
  const { close, ...asks } = registry;
  for (const ask of Object.values(asks)) expect(await ask('970000000000', '1950-01-01')).toBeUndefined();
  close();
  const described = readFileSync(
    join(import.meta.dirname, '../../../docs/registry-gateway.openapi.yaml'),
    'utf8',
  );
  const registers = [...described.matchAll(/^ {2}(\/v1\/\S+):$/gm)].map(([, path]) => path);
  expect(new Set(gateway.asked.map(({ path }) => path))).toEqual(new Set(registers));
});

describe('a gateway that gives no valid response', () => {
  it.each<GatewayFault>([
    'error',
    'silent',
    'no_json',
    'other_shape',
    'somebody_else',
    'wrong_404',
    'redirect',
  ])('(%s) costs nothing, counts as no miss, and is left alone only after five in a row', async (fault) => {
    const person = await richCustomer(portal);
    const standing = async () =>
      (
        await asOwner<{ n: number }>(
          portal.ownerUrl,
          'select coalesce(sum(cardinality(tries)), 0)::int as n from rate_limits',
        )
      )[0]!.n;
    const before = await standing();
    gateway.fault = fault;
    expectRefusal(await askCopy(person, 6), 'registry_unavailable');
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
    expect(await standing()).toBe(before);
    expect(await trailOf(portal, person, 'registry.looked_up')).toMatchObject([
      { details: { outcome: 'unavailable' } },
    ]);
    gateway.fault = 'none';
    expect((await askCopy(person, 6)).status).toBe(200);
  });

  it('is announced as an outage after three failures, until the first valid response', async () => {
    const person = await richCustomer(portal);
    const outage = async () =>
      (await portal.call('GET', '/account/services/lookup/?code=AJ', { token: person.token })).body.outage;
    gateway.fault = 'error';
    for (const isSaid of [false, false, true]) {
      expectRefusal(await askTin(person, syntheticPeople[7]!.tin), 'registry_unavailable');
      await expect.poll(outage).toEqual(isSaid ? { since: expect.any(String), reason: '' } : null);
    }
    gateway.fault = 'none';
    expect((await askTin(person, syntheticPeople[7]!.tin)).status).toBe(200);
    await expect.poll(outage).toBeNull();
  });

  it('ends an automatic outage of another process, but not one announced by staff, when it responds again', async () => {
    const person = await richCustomer(portal);
    const say = (isAutomatic: boolean) =>
      asOwner(
        portal.ownerUrl,
        `update services set outage_since = now(), outage_reason = $1, outage_is_automatic = $2 where code = 'AJ'`,
        [isAutomatic ? '' : 'সার্ভার বন্ধ', isAutomatic],
      );
    const outage = async () =>
      (await portal.call('GET', '/account/services/lookup/?code=AJ', { token: person.token })).body.outage;
    await say(true);
    expect((await askTin(person, syntheticPeople[6]!.tin)).status).toBe(200);
    await expect.poll(outage).toBeNull();
    await say(false);
    gateway.fault = 'error';
    for (let turn = 0; turn < 3; turn += 1)
      expectRefusal(await askTin(person, syntheticPeople[7]!.tin), 'registry_unavailable');
    gateway.fault = 'none';
    expect((await askTin(person, syntheticPeople[7]!.tin)).status).toBe(200);
    expect(await outage()).toMatchObject({ reason: 'সার্ভার বন্ধ' });
    await asOwner(
      portal.ownerUrl,
      `update services set outage_since = null, outage_reason = '' where code = 'AJ'`,
      [],
    );
  });

  it('is no longer queried after five consecutive failures', async () => {
    const person = await richCustomer(portal);
    gateway.fault = 'error';
    for (let turn = 0; turn < 8; turn += 1)
      expectRefusal(await askTin(person, syntheticPeople[7]!.tin), 'registry_unavailable');
    expect(gateway.asked).toHaveLength(5);
    expect((await balanceOf(portal, person)).current_balance).toBe(200);
  });
});

describe('the breaker', () => {
  it('tries once after its pause, and closes again after a success', async () => {
    let at = 0;
    const refusal = new Error('resting');
    const breaker = createBreaker({
      failures: 2,
      restMilliseconds: 100,
      refused: () => refusal,
      now: () => at,
    });
    const fail = () => breaker.run(() => Promise.reject(new Error('down')));
    const work = () => breaker.run(async () => 'answer');
    await expect(fail()).rejects.toThrow('down');
    await expect(work()).resolves.toBe('answer');
    await expect(fail()).rejects.toThrow('down');
    await expect(fail()).rejects.toThrow('down');
    await expect(work()).rejects.toBe(refusal);
    at = 100;
    let finish = (_: string) => {};
    const trial = breaker.run(
      () =>
        new Promise<string>((done) => {
          finish = done;
        }),
    );
    await expect(work()).rejects.toBe(refusal);
    finish('back');
    await expect(trial).resolves.toBe('back');
    await expect(work()).resolves.toBe('answer');
  });
});

describe('settings of a gateway', () => {
  const complete = {
    REGISTRY_URL: 'https://gateway.test',
    REGISTRY_CLIENT_ID: 'portal',
    REGISTRY_CLIENT_SECRET: 'secret',
  };
  it.each([
    ['REGISTRY_CLIENT_ID', { ...complete, REGISTRY_CLIENT_ID: '' }],
    ['REGISTRY_CLIENT_SECRET', { ...complete, REGISTRY_CLIENT_SECRET: '' }],
    ['REGISTRY_URL', { ...complete, REGISTRY_URL: 'http://gateway.test' }],
    ['REGISTRY_KEY_FILE', { ...complete, REGISTRY_CERT_FILE: 'client.pem' }],
    ['REGISTRY_TIMEOUT_SECONDS', { ...complete, REGISTRY_TIMEOUT_SECONDS: '0' }],
  ])('name %s when it is wrong', (name, settings) => {
    expect(() => readConfig(settings)).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });
  it('are accepted when complete', () => {
    expect(readConfig(complete).sandbox.registry).toBe(false);
  });
});
