// The texts of the audit log, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { auditLogBn } from './text-bn.ts';

export const useAuditLogText = createTextsHook(
  auditLogBn,
  async () => (await import('./text-en.ts')).auditLogEn,
);
