// Bengali texts of downloading a table.
import type { Wording } from '../../text/wording.ts';

export const exportsBn = {
  export: 'সিএসভি ডাউনলোড',
  started: 'ডাউনলোড শুরু হয়েছে',
  failed: 'ফাইলটি ডাউনলোড করা যায়নি',
} as const;

export type ExportsText = Wording<typeof exportsBn>;
