/** Orders per page in the staff lists. */
export const orderPageSize = 20;
