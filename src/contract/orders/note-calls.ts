// Endpoints of staff's notes on an order, which its customer never sees.
import { z } from 'zod';
import { NewStaffNote, StaffNote } from '../accounts/staff-notes.ts';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';

const byId = z.object({ id: schema.id });

export const notesEndpoints = {
  orderNotes: defineEndpoint({
    methods: ['GET'],
    path: '/account/orders/:id/notes/',
    summary: 'Notes of staff on an order, oldest first; its customer has no access to them',
    access: 'orders.read',
    params: byId,
    output: schema.pageOf(StaffNote),
  }),
  addOrderNote: defineEndpoint({
    methods: ['POST'],
    path: '/account/orders/:id/notes/',
    summary: 'Adds a note for other staff, whatever the status of the order',
    access: 'orders.work',
    params: byId,
    body: NewStaffNote,
    output: StaffNote,
    status: 201,
    idempotent: true,
  }),
};
