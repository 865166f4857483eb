// The texts of the audit log, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type AuditLogText, auditLogBn } from './text-bn.ts';
import { auditLogEn } from './text-en.ts';

export const useAuditLogText = (): AuditLogText => useTexts<AuditLogText>(auditLogBn, auditLogEn);
