// English texts of downloading a table.
import type { ExportsText } from './text-bn.ts';

export const exportsEn: ExportsText = {
  export: 'Download CSV',
  started: 'The download has started',
  failed: 'The file could not be downloaded',
};
