// The checks of a check-up, and the first steps of a new shop; without zod, so that screens share them with the server.

/** In display order. */
export const checkupNames = [
  'settings',
  'disk',
  'replica',
  'clock',
  'certificate',
  'mail',
  'payments',
  'registry',
  'backups',
  'jobs',
  'errors',
  'books',
  'audit_log',
  'stored_files',
  'late_orders',
] as const;
export type CheckupName = (typeof checkupNames)[number];

/** `look`: nothing is broken, but it needs attention. */
export const checkupStates = ['well', 'look', 'wrong'] as const;

/** In the order in which an owner does them. */
export const firstSteps = [
  'name',
  'contact',
  'logo',
  'opening',
  'prices',
  'owner',
  'second_factor',
  'staff',
  'mail',
  'payments',
  'registry',
  'backups',
] as const;
export type FirstStepName = (typeof firstSteps)[number];

/** `sandbox`: a simulated part is in use. `confirmed`: an owner confirmed that nothing more is needed. */
export const stepStates = ['done', 'confirmed', 'open', 'sandbox'] as const;
export type StepState = (typeof stepStates)[number];
