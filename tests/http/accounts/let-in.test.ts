// `npm run let-in`: an owner who has lost password and second factor gets back in, and the audit log says so.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
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

  const { code, stdout } = await run(owner.email.toUpperCase());
  expect(code).toBe(0);
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

it('says so when there is nobody to let in', async () => {
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Say whom: /) });
  expect(await run('nobody@shop.test')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^No open account signs in as nobody@shop\.test: .* Nothing was changed\.\n$/,
    ),
  });
});
