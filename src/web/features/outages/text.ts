// The texts about outages, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { outagesBn } from './text-bn.ts';

export const useOutagesText = createTextsHook(
  outagesBn,
  async () => (await import('./text-en.ts')).outagesEn,
);
