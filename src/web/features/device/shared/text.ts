// The texts of a file that another app shared, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { sharedFileBn } from './text-bn.ts';

export const useSharedFileText = createTextsHook(
  sharedFileBn,
  async () => (await import('./text-en.ts')).sharedFileEn,
);
