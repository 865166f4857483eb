// The texts of the list of all copies, for staff, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { filesStaffBn } from './staff-text-bn.ts';

export const useFilesStaffText = createTextsHook(
  filesStaffBn,
  async () => (await import('./staff-text-en.ts')).filesStaffEn,
);
