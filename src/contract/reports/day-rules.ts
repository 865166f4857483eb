// What the lists of movements are about; free of the validator, for screens.
export const movementKinds = ['sales', 'refunds', 'deposits', 'withdrawals'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Of a service or a person that a sale has none of. */
export const noneId = 0;
