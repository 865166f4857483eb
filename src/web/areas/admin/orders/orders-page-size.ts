/** Orders per page in the staff lists (decision 0158). */
export const orderPageSize = 20;
