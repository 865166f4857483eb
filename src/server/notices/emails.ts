// Email templates that repeat a notification, in Bengali and English: the order number and a link, nothing personal.
import { toBengaliDigits } from '#contract/digits.ts';
import type { NoticeKind } from '#contract/notices/rules.ts';
import type { Email } from '../platform/mail/mail.ts';

type Facts = Readonly<Record<string, string | number>>;
type Words = readonly [bn: (facts: Facts) => string, en: (facts: Facts) => string];

const bn = (value: string | number | undefined) => toBengaliDigits(String(value ?? ''));

const words: Record<NoticeKind, Words> = {
  order_taken: [(f) => `অর্ডার ${bn(f.order)}-এর কাজ শুরু হয়েছে`, (f) => `Work on order ${f.order} has started`],
  order_question: [
    (f) => `অর্ডার ${bn(f.order)} আপনার উত্তরের অপেক্ষায়`,
    (f) => `Order ${f.order} is waiting for your answer`,
  ],
  order_due_moved: [
    (f) => `অর্ডার ${bn(f.order)}-এর সময় বদলেছে, কারণটি দেখুন`,
    (f) => `Order ${f.order} has a new due time, see why`,
  ],
  order_resumed: [
    (f) => `যে সার্ভার বন্ধ ছিল তা ফিরেছে, অর্ডার ${bn(f.order)}-এর কাজ আবার চলছে`,
    (f) => `The server that was down is back, work on order ${f.order} continues`,
  ],
  outage_attention: [
    () => 'একটি সার্ভার সাড়া দিচ্ছে না, সার্ভিসের পাতা দেখুন',
    () => 'A server is not responding, see the services',
  ],
  order_completed: [(f) => `অর্ডার ${bn(f.order)} সম্পন্ন হয়েছে`, (f) => `Order ${f.order} is completed`],
  order_replaced: [
    (f) => `অর্ডার ${bn(f.order)}-এর ফলাফল বদলানো হয়েছে`,
    (f) => `The result of order ${f.order} was replaced`,
  ],
  order_rejected: [
    (f) => `অর্ডার ${bn(f.order)} বাতিল হয়েছে, টাকা ফেরত দেওয়া হয়েছে`,
    (f) => `Order ${f.order} was rejected, the money was returned`,
  ],
  order_refunded: [
    (f) => `অর্ডার ${bn(f.order)}-এর ${bn(f.amount)} টাকা ওয়ালেটে ফেরত দেওয়া হয়েছে`,
    (f) => `${f.amount} taka of order ${f.order} was returned to your wallet`,
  ],
  recharge_credited: [
    (f) => `আপনার ওয়ালেটে ${bn(f.amount)} টাকা যোগ হয়েছে`,
    (f) => `${f.amount} taka was added to your wallet`,
  ],
  cash_paid_out: [
    (f) => `আপনার ওয়ালেট থেকে ${bn(f.amount)} টাকা নগদ দেওয়া হয়েছে`,
    (f) => `${f.amount} taka was paid out of your wallet in cash`,
  ],
  movement_corrected: [
    (f) => `আপনার ওয়ালেটের ${bn(f.amount)} টাকার একটি লেনদেন সংশোধন করা হয়েছে`,
    (f) => `A transaction of ${f.amount} taka in your wallet was corrected`,
  ],
  account_viewed: [() => 'একজন কর্মী আপনার পোর্টাল দেখেছেন', () => 'Staff viewed your portal'],
  order_created: [(f) => `নতুন অর্ডার ${bn(f.order)} এসেছে`, (f) => `New order ${f.order}`],
  order_overdue: [(f) => `অর্ডার ${bn(f.order)}-এর সময় পেরিয়ে গেছে`, (f) => `Order ${f.order} is overdue`],
  order_answered: [
    (f) => `অর্ডার ${bn(f.order)}-এর উত্তর এসেছে`,
    (f) => `The customer answered about order ${f.order}`,
  ],
  order_handed_on: [
    (f) => `অর্ডার ${bn(f.order)} আপনাকে দেওয়া হয়েছে`,
    (f) => `Order ${f.order} was handed to you`,
  ],
  order_woken: [
    (f) => `পরে দেখার জন্য রাখা অর্ডার ${bn(f.order)} ফিরে এসেছে`,
    (f) => `Order ${f.order}, which was set aside, is back`,
  ],
  order_returned: [
    (f) => `অর্ডার ${bn(f.order)}-এ কাজ না হওয়ায় তা সারিতে ফিরেছে`,
    (f) => `Nobody worked on order ${f.order}: it is back in the queue`,
  ],
  payment_attention: [
    () => 'একটি পেমেন্ট মেলেনি, দেখা দরকার',
    () => 'A payment does not match and needs attention',
  ],
  approval_asked: [
    (f) => `${bn(f.amount)} টাকার একটি কাজ আপনার অনুমোদনের অপেক্ষায়`,
    (f) => `${f.amount} taka is waiting for your approval`,
  ],
  approval_granted: [
    (f) => `${bn(f.amount)} টাকার কাজটি অনুমোদন করা হয়েছে`,
    (f) => `Your request for ${f.amount} taka was approved`,
  ],
  approval_refused: [
    (f) => `${bn(f.amount)} টাকার কাজটি অনুমোদন করা হয়নি`,
    (f) => `Your request for ${f.amount} taka was refused`,
  ],
  books_attention: [() => 'খাতার হিসাব মিলছে না, এখনই দেখুন', () => 'The books do not balance, check at once'],
  storage_attention: [
    () => 'রাখা ফাইল মুছতে গিয়ে থেমেছে, সার্ভারের লগ দেখুন',
    () => 'The cleanup of stored files stopped itself, check the server log',
  ],
  job_attention: [
    () => 'একটি নিয়মিত কাজ বারবার ব্যর্থ হচ্ছে, কাজের পাতা দেখুন',
    () => 'A job keeps failing, check the jobs page',
  ],
  backup_attention: [
    () => 'ব্যাকআপ ঠিক নেই, কাজের পাতা দেখুন',
    () => 'The backup is missing, old or unproven, check the jobs page',
  ],
  trail_attention: [
    () => 'কার্যকলাপের লগে হাত দেওয়া হয়েছে, সার্ভারের লগ দেখুন',
    () => 'The activity log was tampered with, check the server log',
  ],
  mail_attention: [() => 'ইমেইল যাচ্ছে না, সেটিংস দেখুন', () => 'Email is not being sent, check the settings'],
};

/** Wording of these kinds if they report a disk with little free space. */
const wordsOfRoom: Partial<Record<NoticeKind, Words>> = {
  storage_attention: [
    (f) => `পোর্টালের ডিস্কে মাত্র ${bn(f.free)} জিবি খালি, জায়গা করুন: ভরে গেলে অর্ডার নেওয়া যাবে না`,
    (f) => `Only ${f.free} GB is left on the portal’s disk, make room: once it is full, orders are refused`,
  ],
  backup_attention: [
    (f) => `ব্যাকআপের ডিস্কে মাত্র ${bn(f.free)} জিবি খালি, জায়গা করুন বা বড় ডিস্ক লাগান: ভরে গেলে ব্যাকআপ হবে না`,
    (f) =>
      `Only ${f.free} GB is left on the backup disk, make room or use a larger one: once it is full, there are no more backups`,
  ],
};

export function noticeEmail(kind: NoticeKind, facts: Facts, to: string, link: string): Email {
  const [bengali, english] = (facts.free === undefined ? undefined : wordsOfRoom[kind]) ?? words[kind];
  return {
    to,
    subject: `${bengali(facts)} · ${english(facts)}`,
    text: `${bengali(facts)}।\n${link}\n\n— — —\n\n${english(facts)}.\n${link}\n`,
  };
}
