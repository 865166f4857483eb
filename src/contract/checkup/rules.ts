// The parts of a shop that are looked at, and the steps of a new one; without zod, so that screens share them with the server.

/** In the order in which they are shown. */
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

/** `look`: nothing is broken, and somebody should still look at it. */
export const checkupStates = ['well', 'look', 'wrong'] as const;

/** In the order in which an owner takes them. */
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

/** `sandbox`: a part that only pretends is in use. `confirmed`: an owner said that nothing more is needed. */
export const stepStates = ['done', 'confirmed', 'open', 'sandbox'] as const;
export type StepState = (typeof stepStates)[number];
