// Email templates to all owners about a setting that weakens the protection of money or accounts.
import { settingFields } from '#contract/audit-log/detail-words.ts';
import type { Language } from '#contract/language.ts';
import type { EmailTemplate } from '../platform/mail.ts';

export type ProposalNews = 'asked' | 'waits_a_day' | 'applied' | 'closed';

const subjects: Record<ProposalNews, string> = {
  asked: 'একটি সেটিংসের বদল আপনার অনুমোদন চায় · A setting waits for your approval',
  waits_a_day: 'একটি সেটিংস ২৪ ঘণ্টা পর বদলাবে · A setting changes in 24 hours',
  applied: 'একটি সেটিংস বদলেছে · A setting was changed',
  closed: 'একটি সেটিংসের বদল বাতিল হয়েছে · A change of a setting was taken back',
};
const texts: Record<ProposalNews, { bn: string; en: string }> = {
  asked: {
    bn: 'একজন মালিক এই সেটিংস বদলাতে চেয়েছেন। আরেকজন মালিক অনুমোদন করলে তবেই চালু হবে।',
    en: 'An owner asked for this change. It comes into force only when another owner approves.',
  },
  waits_a_day: {
    bn: 'এই সেটিংস বদলাতে চাওয়া হয়েছে। ২৪ ঘণ্টার মধ্যে কেউ ফিরিয়ে না নিলে চালু হবে। আপনি না চেয়ে থাকলে এখনই ফিরিয়ে নিন এবং পাসওয়ার্ড বদলান।',
    en: 'This change was asked for. It comes into force in 24 hours unless it is taken back. If it was not you, take it back now and change your password.',
  },
  applied: { bn: 'এই সেটিংস এখন থেকে চালু।', en: 'This setting is in force now.' },
  closed: {
    bn: 'এই বদল বাতিল হয়েছে, আগেরটিই চলছে।',
    en: 'This change was taken back, the earlier value stays.',
  },
};

export function proposalEmail(
  to: string,
  news: ProposalNews,
  change: { before: Record<string, unknown>; after: Record<string, unknown> },
  origin: string,
): EmailTemplate {
  const lines = (language: Language) =>
    Object.keys(change.after)
      .map((name) => {
        const names: Readonly<Record<string, string>> = settingFields[language];
        return `${names[name] ?? name}: ${change.before[name]} → ${change.after[name]}`;
      })
      .join('\n');
  const link = `${origin}/admin/settings`;
  return {
    to,
    subject: subjects[news],
    text: `${texts[news].bn}\n\n${lines('bn')}\n\n${link}\n\n— — —\n\n${texts[news].en}\n\n${lines('en')}\n\n${link}\n`,
  };
}
