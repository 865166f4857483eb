// Bengali texts of the names of papers.
import type { Wording } from '../../text/wording.ts';

export const paperBn = {
  moneyPapers: {
    receipt: 'রিচার্জের রসিদ',
    statement: 'ওয়ালেটের বিবরণী',
    report: 'দোকানের প্রতিবেদন',
  },
  fileTypes: {
    server_copy: 'সার্ভার কপি',
    id_card: 'আইডি কার্ড',
    new_birth: 'নতুন জন্ম নিবন্ধন',
    tin: 'টিন সার্টিফিকেট',
  },
} as const;

export type PaperText = Wording<typeof paperBn>;
