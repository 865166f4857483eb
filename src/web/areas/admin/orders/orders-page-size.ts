/** Orders on one page of the staff's lists. */
export const orderPageSize = 10;
