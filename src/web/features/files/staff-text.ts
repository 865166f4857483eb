// The texts of the list of all copies, for staff, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type FilesStaffText, filesStaffBn } from './staff-text-bn.ts';

const lazy = lazyTexts<FilesStaffText>(
  filesStaffBn,
  async () => (await import('./staff-text-en.ts')).filesStaffEn,
);

export const useFilesStaffText = (): FilesStaffText => useLazyTexts(lazy);
