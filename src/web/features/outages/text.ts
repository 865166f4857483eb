// The texts about outages, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type OutagesText, outagesBn } from './text-bn.ts';
import { outagesEn } from './text-en.ts';

export const useOutagesText = (): OutagesText => useTexts<OutagesText>(outagesBn, outagesEn);
