// The texts of the audit log, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type AuditLogText, auditLogBn } from './text-bn.ts';

const lazy = lazyTexts<AuditLogText>(auditLogBn, async () => (await import('./text-en.ts')).auditLogEn);

export const useAuditLogText = (): AuditLogText => useLazyTexts(lazy);
