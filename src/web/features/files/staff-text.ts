// The texts of the list of all copies, for staff, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type FilesStaffText, filesStaffBn } from './staff-text-bn.ts';
import { filesStaffEn } from './staff-text-en.ts';

export const useFilesStaffText = (): FilesStaffText => useTexts<FilesStaffText>(filesStaffBn, filesStaffEn);
