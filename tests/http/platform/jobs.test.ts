import { expect, it } from 'vitest';
import { jobNames } from '#contract/jobs.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
const list = (token: string) => portal.call('GET', '/account/jobs/', { token });

it('shows only owners and auditors when each job last ran', async () => {
  await expect
    .poll(
      async () => (await list(portal.admin.token)).body.results.filter((job) => job.last_succeeded_at).length,
      {
        timeout: 30_000,
      },
    )
    .toBeGreaterThan(10);
  const { status, body } = await list(portal.admin.token);
  expect(status).toBe(200);
  expect(body.count).toBe(body.results.length);
  for (const job of body.results) {
    expect(jobNames).toContain(job.name);
    expect(job.failures, `${job.name}: ${job.last_error}`).toBe(0);
  }
  expect((await list((await makeStaff(portal, 'auditor')).token)).status).toBe(200);
  expectRefusal(await list((await makeStaff(portal, 'operator')).token), 'not_allowed');
  expectRefusal(await list((await portal.customer()).token), 'not_allowed');
});
