// The texts of the activity, for staff, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type AuditLogStaffText, auditLogStaffBn } from './staff-text-bn.ts';
import { auditLogStaffEn } from './staff-text-en.ts';

export const useAuditLogStaffText = (): AuditLogStaffText =>
  useTexts<AuditLogStaffText>(auditLogStaffBn, auditLogStaffEn);
