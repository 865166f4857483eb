// Endpoints of staff's notes on a customer, which the customer never sees.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { NewStaffNote, StaffNote } from './staff-notes.ts';

const byId = z.object({ id: schema.id });

export const userNotesEndpoints = {
  userNotes: defineEndpoint({
    methods: ['GET'],
    path: '/account/user/:id/notes/',
    summary: 'Notes of staff on a customer, oldest first; the customer has no access to them',
    access: 'users.read',
    params: byId,
    output: schema.pageOf(StaffNote),
  }),
  addUserNote: defineEndpoint({
    methods: ['POST'],
    path: '/account/user/:id/notes/',
    summary: 'Adds a note on a customer for other staff',
    access: 'orders.work',
    params: byId,
    body: NewStaffNote,
    output: StaffNote,
    status: 201,
    idempotent: true,
  }),
};
