// The texts of a file that another app shared, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type SharedFileText, sharedFileBn } from './text-bn.ts';

export const sharedFileTexts = lazyTexts<SharedFileText>(
  sharedFileBn,
  async () => (await import('./text-en.ts')).sharedFileEn,
);

export const useSharedFileText = (): SharedFileText => useLazyTexts(sharedFileTexts);
