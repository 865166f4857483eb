// The texts of the fields that take files, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type FileFieldText, fileFieldBn } from './text-bn.ts';

const lazy = lazyTexts<FileFieldText>(fileFieldBn, async () => (await import('./text-en.ts')).fileFieldEn);

export const useFileFieldText = (): FileFieldText => useLazyTexts(lazy);
