// Bengali texts of the activity log, for staff.
import type { Wording } from '../../text/wording.ts';

export const auditLogStaffBn = {
  openLine: {
    action: 'আড়াল করা অংশ দেখুন',
    title: 'এই লাইনের আড়াল করা অংশ দেখবেন?',
    text: 'শুধু এই লাইনের নম্বর, ইমেইল ও আইপি দেখা যাবে। কে, কেন দেখেছেন তার চিহ্ন থেকে যাবে।',
    start: 'দেখুন',
    failed: 'দেখানো যায়নি, আবার চেষ্টা করুন',
    opened: 'আড়াল করা অংশ আপনাকে দেখানো হয়েছে',
  },
  activity: {
    title: 'কার্যকলাপের লগ',
    hint: 'কর্মীদের সব কাজ ও নিরাপত্তার ঘটনা। কেউ মুছতে বা বদলাতে পারে না।',
    search: 'নাম, ইমেইল বা নম্বর',
    permalink: 'এই লাইনের ঠিকানা কপি করুন',
    one: 'একটি চিহ্ন দেখানো হচ্ছে',
    all: 'সব চিহ্ন দেখুন',
  },
} as const;

export type AuditLogStaffText = Wording<typeof auditLogStaffBn>;
