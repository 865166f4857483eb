// What owners see of the backups; making and proving them is tested in tests/faults/backup.test.ts.
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';
import { makeStaff } from '../steps.ts';

const portal = usePortal();

it('says that nothing is backed up while no place is set, and starts nothing', async () => {
  const { token } = portal.admin;
  const light = await portal.call('GET', '/account/backup/', { token });
  expect(light).toMatchObject({
    status: 200,
    body: { state: 'off', made_at: null, proven_at: null, papers: null, is_running: false },
  });
  expect((await portal.call('POST', '/account/backup/', { token, body: {} })).status).toBe(404);
});

it('is for those who may see the settings; starting one is for those who may change them', async () => {
  const [operator, auditor] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'auditor')];
  expect((await portal.call('GET', '/account/backup/', { token: operator.token })).status).toBe(403);
  expect((await portal.call('GET', '/account/backup/', { token: auditor.token })).status).toBe(200);
  const refused = await portal.call('POST', '/account/backup/', { token: auditor.token, body: {} });
  expect(refused.status).toBe(403);
});
