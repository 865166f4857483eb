// The texts of the back office’s menu and dashboard, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type AdminText, adminBn } from './text-bn.ts';
import { adminEn } from './text-en.ts';

export const useAdminText = (): AdminText => useTexts<AdminText>(adminBn, adminEn);
