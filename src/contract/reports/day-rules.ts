// What the lists of movements are about; without zod, shared with the screens.
export const movementKinds = ['sales', 'refunds', 'deposits', 'withdrawals', 'bonuses'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Stands for the service or person of a sale that has none. */
export const noneId = 0;
