// Recurring jobs: their names and the results of their runs, for the owners' page.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import * as schema from './schemas.ts';

/** Every job of the portal; the texts of `src/web/features/settings/` have its label. */
export const jobNames = [
  'anchor the audit log',
  'apply prices',
  'apply waiting settings',
  'audit the books',
  'back up',
  'back up the log',
  'close days',
  'end lapsed impersonations',
  'forget who left an order',
  'pack exports',
  'prove the audit log',
  'prove the backup',
  'remove copies that were not read',
  'remove expired captchas',
  'remove expired data',
  'remove finished viewings',
  'remove old attempts',
  'remove old events',
  'remove old notices',
  'remove old readings',
  'remove unused attachments',
  'report held keys',
  'report overdue orders',
  'return forgotten orders',
  'seal the audit log',
  'send mail',
  'send password links',
  'settle payments',
  'snapshot the books',
  'sweep the storage',
  'tell of woken orders',
  'watch the disks',
] as const;
export type JobName = (typeof jobNames)[number];

export const JobState = z.object({
  name: z.string(),
  every_seconds: z.number(),
  state: z.enum(['running', 'waiting', 'failing']),
  last_started_at: schema.moment.nullable(),
  last_succeeded_at: schema.moment.nullable(),
  last_duration_ms: z.number().nullable(),
  next_run_at: schema.moment,
  failures: z.number().describe('Turns that failed since the last that ended well'),
  last_error: z.string().describe('Kind and code of the last failure, without anybody’s data'),
});
export type JobState = z.infer<typeof JobState>;

export const jobEndpoints = {
  jobs: defineEndpoint({
    methods: ['GET'],
    path: '/account/jobs/',
    summary: 'Background jobs: last run, outcome and next run of each',
    access: 'settings.read',
    output: z.object({ results: z.array(JobState), count: z.number() }),
  }),
};
