// Email templates to all owners about a setting that weakens the protection of money or accounts.
import { detailsInWords } from '#contract/audit-log/detail-words.ts';
import type { Language } from '#contract/language.ts';
import type { Email } from '../platform/mail/mail.ts';

export type ProposalNews = 'asked' | 'waits_a_day' | 'applied' | 'closed';

const subjects: Record<ProposalNews, string> = {
  asked: 'একটি সেটিংসের বদল আপনার অনুমোদন চায় · A setting is waiting for your approval',
  waits_a_day: 'একটি সেটিংস ২৪ ঘণ্টা পর বদলাবে · A setting will change in 24 hours',
  applied: 'একটি সেটিংস বদলেছে · A setting was changed',
  closed: 'একটি সেটিংসের বদল বাতিল হয়েছে · A change to a setting was withdrawn',
};
const texts: Record<ProposalNews, { bn: string; en: string }> = {
  asked: {
    bn: 'একজন মালিক এই সেটিংস বদলাতে চেয়েছেন। আরেকজন মালিক অনুমোদন করলে তবেই চালু হবে।',
    en: 'An owner requested this change. It takes effect only when another owner approves it.',
  },
  waits_a_day: {
    bn: 'এই সেটিংস বদলাতে চাওয়া হয়েছে। ২৪ ঘণ্টার মধ্যে কেউ ফিরিয়ে না নিলে চালু হবে। আপনি না চেয়ে থাকলে এখনই ফিরিয়ে নিন এবং পাসওয়ার্ড বদলান।',
    en: 'This change was requested. It takes effect in 24 hours unless it is withdrawn. If this was not you, withdraw it now and change your password.',
  },
  applied: { bn: 'এই সেটিংস এখন থেকে চালু।', en: 'This setting is now in effect.' },
  closed: {
    bn: 'এই বদল বাতিল হয়েছে, আগেরটিই চলছে।',
    en: 'This change was withdrawn; the previous value stays.',
  },
};

export function proposalEmail(
  to: string,
  news: ProposalNews,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
  origin: string,
): Email {
  const lines = (language: Language) =>
    Object.keys(change.after)
      .flatMap((name) =>
        detailsInWords(
          'setting.changed',
          { [name]: `${change.before[name]} → ${change.after[name]}` },
          language,
        ),
      )
      .map(({ label, before, value }) => `${label}: ${before} → ${value}`)
      .join('\n');
  const link = `${origin}/admin/settings`;
  return {
    to,
    subject: subjects[news],
    text: `${texts[news].bn}\n\n${lines('bn')}\n\n${link}\n\n— — —\n\n${texts[news].en}\n\n${lines('en')}\n\n${link}\n`,
  };
}
