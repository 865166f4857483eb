// The texts of the back office’s menu and dashboard, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type AdminText, adminBn } from './text-bn.ts';

const lazy = lazyTexts<AdminText>(adminBn, async () => (await import('./text-en.ts')).adminEn);

export const useAdminText = (): AdminText => useLazyTexts(lazy);
