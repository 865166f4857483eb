// The texts of lists, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { listBn } from './text-bn.ts';

export const useListText = createTextsHook(listBn, async () => (await import('./text-en.ts')).listEn);
