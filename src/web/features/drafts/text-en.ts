// English texts of drafts.
import type { DraftsText } from './text-bn.ts';

export const draftsEn: DraftsText = {
  kept: 'What you had entered has been restored.',
  forget: 'Clear it and start over',
  pictureNotKept: 'Large pictures cannot be restored; add the picture again if needed.',
};
