// The texts of the outbox, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { outboxBn } from './text-bn.ts';

export const useOutboxText = createTextsHook(outboxBn, async () => (await import('./text-en.ts')).outboxEn);
