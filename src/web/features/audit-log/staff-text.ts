// The texts of the activity log, for staff, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { auditLogStaffBn } from './staff-text-bn.ts';

export const useAuditLogStaffText = createTextsHook(
  auditLogStaffBn,
  async () => (await import('./staff-text-en.ts')).auditLogStaffEn,
);
