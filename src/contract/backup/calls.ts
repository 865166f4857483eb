// Endpoints about the state of the shop's backups, for owners.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';

/** `off`: no destination is configured. `unproven`: not restored yet, which happens the same night. */
export const backupStates = ['off', 'unreachable', 'none', 'old', 'failed', 'unproven', 'well'] as const;
export type BackupState = (typeof backupStates)[number];

export const Backup = z.object({
  state: z.enum(backupStates),
  made_at: schema.moment.nullable().describe('The moment that the newest whole backup holds'),
  proven_at: schema.moment.nullable().describe('When it was restored beside the portal and checked'),
  papers: z.number().nullable().describe('Papers opened in that check'),
  is_running: z.boolean(),
});
export type Backup = z.infer<typeof Backup>;

export const backupEndpoints = {
  backup: defineEndpoint({
    methods: ['GET'],
    path: '/account/backup/',
    summary: 'The newest backup and the outcome of its nightly proof',
    access: 'settings.read',
    output: Backup,
  }),
  backUp: defineEndpoint({
    methods: ['POST'],
    path: '/account/backup/',
    summary: 'Starts a backup now, unless one is running; it goes on after the answer',
    access: 'settings.manage',
    status: 202,
    output: Backup,
    errors: ['not_found'],
  }),
};
