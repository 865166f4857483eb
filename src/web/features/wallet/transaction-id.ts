/** Whether it is an internal ledger id, as bonuses and charges have: 36 characters that mean nothing to a customer. */
export const isInternalId = (id: string): boolean => id.length === 36;
