// English texts of file inputs.
import type { FileFieldText } from './text-bn.ts';

export const fileFieldEn: FileFieldText = {
  choose: 'Choose a file',
  replace: 'Choose another file',
  tooMany: (most) => `You can add up to ${most} at once; the others were left out.`,
  remove: 'Remove file',
};
