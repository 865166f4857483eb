// Bengali texts of lists.
import type { Wording } from '../../text/wording.ts';

export const listBn = {
  page: (page: string) => `পাতা ${page}`,
  pages: 'পাতাগুলো',
  previous: 'আগের',
  next: 'পরের',
  showing: (from: string, to: string, total: string) =>
    `মোট ${total}টির মধ্যে ${from === to ? '' : `${from}–`}${to}${from === to ? ' নম্বরটি' : ''} দেখানো হচ্ছে`,
} as const;

export type ListText = Wording<typeof listBn>;
