// Endpoints of the check-up, and of the owner's first steps with a new shop.
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import * as schema from '../schemas.ts';
import { checkupNames, checkupStates, firstSteps, stepStates } from './rules.ts';

const Words = z.object({ bn: z.string(), en: z.string() });

export const CheckupResult = z.object({
  name: z.enum(checkupNames),
  state: z.enum(checkupStates),
  finding: Words.describe('What was found, without anybody’s data'),
});
export type CheckupResult = z.infer<typeof CheckupResult>;

export const Checkup = z.object({
  results: z.array(CheckupResult),
  count: z.number(),
  checked_at: schema.moment,
});
export type Checkup = z.infer<typeof Checkup>;

export const FirstStep = z.object({ name: z.enum(firstSteps), state: z.enum(stepStates) });
export type FirstStep = z.infer<typeof FirstStep>;

const FirstSteps = z.object({
  results: z.array(FirstStep),
  count: z.number(),
  left: z.number().describe('Steps that are still open'),
});

export const checkupEndpoints = {
  checkup: defineEndpoint({
    methods: ['GET'],
    path: '/account/checkup/',
    summary: 'Whether the shop is well: each part with its state and what was found; at most ten seconds old',
    access: 'settings.read',
    output: Checkup,
  }),
  firstSteps: defineEndpoint({
    methods: ['GET'],
    path: '/account/first-steps/',
    summary: 'What an owner sets up in a new shop, and which of it is done',
    access: 'settings.read',
    output: FirstSteps,
  }),
  confirmStep: defineEndpoint({
    methods: ['PUT'],
    path: '/account/first-steps/:name/',
    summary: 'Confirms that a step needs nothing more, or opens it again',
    access: 'settings.manage',
    params: z.object({ name: z.enum(firstSteps, 'invalid') }),
    body: z.object({ confirmed: z.boolean('invalid') }),
    output: FirstSteps,
    errors: ['setting_changed'],
  }),
};
