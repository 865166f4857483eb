/** An id of our own books, as a bonus and a charge have: 36 signs that say nothing to a customer and are asked for by nobody. */
export const isInternalId = (id: string): boolean => id.length === 36;
