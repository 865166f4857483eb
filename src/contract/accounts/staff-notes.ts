// An internal note of staff on an order or a customer, which the customer never sees.
import { z } from 'zod';
import { maximumNoteLength } from '../orders/rules.ts';
import * as schema from '../schemas.ts';

export const NewStaffNote = z.object({ text: schema.requiredText(maximumNoteLength) });

export const StaffNote = z.object({
  id: z.number(),
  text: z.string(),
  by: z.object({ id: z.number(), name: z.string() }),
  at: schema.moment,
});
export type StaffNote = z.infer<typeof StaffNote>;
