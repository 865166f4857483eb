// The texts of the activity, for staff, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type AuditLogStaffText, auditLogStaffBn } from './staff-text-bn.ts';

const lazy = lazyTexts<AuditLogStaffText>(
  auditLogStaffBn,
  async () => (await import('./staff-text-en.ts')).auditLogStaffEn,
);

export const useAuditLogStaffText = (): AuditLogStaffText => useLazyTexts(lazy);
