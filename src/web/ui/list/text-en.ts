// English texts of lists.
import type { ListText } from './text-bn.ts';

export const listEn: ListText = {
  page: (page) => `Page ${page}`,
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  showing: (from, to, total) => `Showing ${from === to ? '' : `${from}–`}${to} of ${total}`,
};
