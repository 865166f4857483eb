// Bengali texts of the frame of every page.
import type { Wording } from '../../text/wording.ts';

export const publicBn = {
  sandbox: 'পরীক্ষামূলক চালনা: কোনো আসল টাকা বা তথ্য নেই',
  sandboxLabel: 'পরীক্ষামূলক চালনা',
  slogan: 'আপনার নথি, টাকা আর অর্ডারের হিসাব এক জায়গায়।',
  notFound: {
    title: 'পাতাটি খুঁজে পাওয়া যায়নি',
    hint: 'ঠিকানাটি ভুল হতে পারে, অথবা পাতাটি সরানো হয়েছে।',
    home: 'প্রথম পাতায় যান',
    dashboard: 'ড্যাশবোর্ডে যান',
  },
} as const;

export type PublicText = Wording<typeof publicBn>;
