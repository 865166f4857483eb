// Bengali texts of drafts.
import type { Wording } from '../../text/wording.ts';

export const draftsBn = {
  kept: 'আগে যা লিখেছিলেন তা ফিরিয়ে আনা হয়েছে।',
  forget: 'মুছে নতুন করে শুরু করুন',
  pictureNotKept: 'বড় ছবি ফিরিয়ে আনা যায় না; দরকার হলে ছবিটি আবার দিন।',
} as const;

export type DraftsText = Wording<typeof draftsBn>;
