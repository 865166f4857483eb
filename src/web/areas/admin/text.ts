// The texts of the back office’s menu and dashboard, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { adminBn } from './text-bn.ts';

export const useAdminText = createTextsHook(adminBn, async () => (await import('./text-en.ts')).adminEn);
