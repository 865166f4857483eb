// Bengali texts of downloading a table.
import type { Wording } from '../../text/wording.ts';

export const exportsBn = {
  export: 'সিএসভি নামান',
  started: 'ফাইল নামানো শুরু হয়েছে',
  failed: 'ফাইলটি নামানো যায়নি',
} as const;

export type ExportsText = Wording<typeof exportsBn>;
