// English texts of the activity log, for staff.
import type { AuditLogStaffText } from './staff-text-bn.ts';

export const auditLogStaffEn: AuditLogStaffText = {
  openLine: {
    action: 'Reveal the numbers',
    title: 'Reveal the numbers in this entry?',
    text: 'Numbers, email and other addresses in this entry alone are shown. Who opened it, and why, is recorded in the activity log.',
    start: 'Reveal',
    failed: 'Could not open, try again',
    opened: 'This entry was revealed to you',
  },
  activity: {
    title: 'Activity',
    hint: 'Everything staff did, and all security events. Nobody can erase or change it.',
    search: 'Name, email or number',
    permalink: 'Copy a link to this entry',
    one: 'Showing one entry',
    all: 'Show all',
  },
};
