// English texts of the activity, for staff.
import type { AuditLogStaffText } from './staff-text-bn.ts';

export const auditLogStaffEn: AuditLogStaffText = {
  openLine: {
    action: 'Uncover the numbers',
    title: 'Uncover the numbers of this line?',
    text: 'Numbers, e-mail and other addresses of this line alone are shown. Who opened it, and why, stays in the activity.',
    start: 'Uncover',
    failed: 'It could not be opened, try again',
    opened: 'This line was opened for you',
  },
  activity: {
    title: 'Activity',
    hint: 'All that staff did, and all security events. Nobody can erase or change it.',
    search: 'Search by name, email or number',
    from: 'From day',
    to: 'To day',
    permalink: 'Copy the address of this line',
    one: 'One entry is shown',
    all: 'Show all',
  },
};
