// English texts of the reminder to confirm the email address.
import type { ReminderText } from './text-bn.ts';

export const reminderEn: ReminderText = {
  title: 'Confirm your email',
  text: (email: string) => `We sent a link to ${email}. Open it to confirm that the address is yours.`,
  noMail:
    'This shop sends no email, so no link to confirm your address will arrive. You need not do anything.',
  resend: 'Send it again',
  sent: 'The link has been sent again',
  failed: 'The link could not be sent',
};
