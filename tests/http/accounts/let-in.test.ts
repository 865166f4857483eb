// `npm run let-in`: an owner who has lost password and second factor gets back in, and the audit log records it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { useAddresses } from '../../support/addresses.ts';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
const callFrom = useAddresses(portal);
const run = (...flags: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/let-in.ts', ...flags], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...bareEnvironment(), DATA_DIR: portal.dataDir, DATABASE_URL: portal.ownerUrl },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

it('lets an owner in who has lost password and second factor', async () => {
  const owner = await makeStaff(portal, 'owner');
  const { body: started } = await portal.call('POST', '/account/second-factor/', {
    token: owner.token,
    body: { password: owner.password },
  });
  await portal.call('POST', '/account/second-factor/confirm/', {
    token: owner.token,
    body: { code: new TOTP({ secret: started.secret }).generate() },
  });
  expectRefusal(await portal.signIn(owner.email, owner.password), 'second_factor_required');
  expect(
    await asOwner(
      portal.ownerUrl,
      `select actor_id from trail where subject_id = $1 and kind = 'second_factor.on'`,
      [owner.id],
    ),
  ).toEqual([{ actor_id: owner.id }]);

  const { code, stdout } = await run(owner.email.toUpperCase());
  expect(code).toBe(0);
  const known = 'select from known_devices where user_id = $1';
  expect(await asOwner(portal.ownerUrl, known, [owner.id])).toEqual([]);
  const password = /with ((?:\w{4}-){3}\w{4}) /.exec(stdout)?.[1] ?? '';
  expect((await portal.call('GET', '/account/notices/', { token: owner.token })).status).toBe(401);
  expectRefusal(await portal.signIn(owner.email, owner.password), 'invalid_credentials');
  const { status, body } = await portal.signIn(owner.email, password);
  expect(status).toBe(200);
  expectRefusal(
    await portal.call('GET', '/account/notices/', { token: body.access }),
    'password_change_required',
  );
  expect(
    await asOwner(
      portal.ownerUrl,
      `select kind from trail where subject_id = $1 and reason = 'npm run let-in' order by id`,
      [owner.id],
    ),
  ).toEqual([{ kind: 'password.set_by_staff' }, { kind: 'second_factor.off' }]);
});

it('lets in an owner who was blocked for a day by wrong attempts, from a known or unknown place', async () => {
  const owner = await makeStaff(portal, 'owner');
  const tries = async (password: string) => {
    const body = { username: owner.email, password };
    return [
      await portal.call('POST', '/token/', { body }),
      await callFrom('127.1.0.7', 'POST', '/token/', { body }),
    ];
  };
  for (let wrong = 0; wrong < 5; wrong += 1)
    for (const answer of await tries('bhul-gopon-katha')) expectRefusal(answer, 'invalid_credentials');
  for (const answer of await tries(owner.password)) expectRefusal(answer, 'too_many_requests');
  // As after a day of tries.
  await asOwner(
    portal.ownerUrl,
    `update rate_limits set tries = (select array_agg(now() - i * interval '20 minutes') from generate_series(1, 60) i)
      where cardinality(tries) = 5`,
  );
  for (const { body } of await tries(owner.password)) expect(body.seconds).toBeGreaterThan(3600);

  const { stdout } = await run(owner.email);
  const password = /with ((?:\w{4}-){3}\w{4}) /.exec(stdout)?.[1] ?? '';
  // A temporary password is valid for one sign-in.
  expectRefusal((await tries('bhul-gopon-katha'))[0]!, 'invalid_credentials');
  expect(
    (await callFrom('127.1.0.7', 'POST', '/token/', { body: { username: owner.email, password } })).status,
  ).toBe(200);
});

it('reports a missing or unknown account', async () => {
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Say whom: /) });
  expect(await run('nobody@shop.test')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^No open account signs in as nobody@shop\.test: .* Nothing was changed\.\n$/,
    ),
  });
});
