// Bengali texts of the reminder to confirm the email address.
import type { Wording } from '../../../text/wording.ts';

export const reminderBn = {
  title: 'ইমেইল নিশ্চিত করুন',
  text: (email: string) => `আমরা ${email} ঠিকানায় একটি লিংক পাঠিয়েছি। লিংকটি খুললে আমরা জানব ঠিকানাটি আপনার।`,
  noMail: 'এই দোকান এখন ইমেইল পাঠায় না, তাই লিংক আসবে না।',
  resend: 'আবার পাঠান',
  sent: 'লিংক আবার পাঠানো হয়েছে',
  failed: 'লিংক পাঠানো যায়নি',
} as const;

export type ReminderText = Wording<typeof reminderBn>;
