// The texts of the outbox, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type OutboxText, outboxBn } from './text-bn.ts';

const lazy = lazyTexts<OutboxText>(outboxBn, async () => (await import('./text-en.ts')).outboxEn);

export const useOutboxText = (): OutboxText => useLazyTexts(lazy);
