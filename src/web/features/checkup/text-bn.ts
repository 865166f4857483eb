// Bengali texts about the state of the shop and the first steps with it.
import { stepNames } from '#contract/checkup/step-names.ts';
import type { Wording } from '../../text/wording.ts';

export const checkupBn = {
  checkup: {
    title: 'দোকান ঠিক আছে?',
    hint: 'পোর্টালের প্রতিটি অংশের অবস্থা, আর কিছু ঠিক না থাকলে কী করবেন।',
    failed: 'দোকানের অবস্থা আনা যায়নি',
    allWell: 'সব ঠিক আছে',
    toLookAt: (count: string) => `${count}টি বিষয় একবার দেখুন`,
    broken: (count: string) => `${count}টি বিষয় ঠিক করতে হবে`,
    at: (when: string) => `${when}-এ দেখা`,
    again: 'আবার দেখুন',
    doNow: 'যা করবেন:',
    states: { well: 'ঠিক আছে', look: 'দেখুন', wrong: 'ঠিক করুন' },
    copy: 'লেখা কপি করুন',
    copyHint: 'সাহায্য চাইতে এই লেখা পাঠাতে পারেন: এতে কারও ব্যক্তিগত কিছু নেই।',
    copied: 'লেখা কপি হয়েছে',
    copyFailed: 'কপি করা যায়নি',
  },
  steps: {
    title: 'দোকান চালুর ধাপ',
    hint: 'একটি একটি করে ঠিক করুন। যে কোনো সময় থামতে পারেন, পরে এখান থেকেই শুরু হবে।',
    failed: 'ধাপগুলো আনা যায়নি',
    progress: (done: string, all: string) => `${all}টির মধ্যে ${done}টি হয়েছে`,
    ready: 'দোকান চালু করার জন্য তৈরি',
    readyHint: 'সব ধাপ শেষ। এখন থেকে ‘দোকান ঠিক আছে?’ পাতায় অবস্থা দেখুন।',
    goOn: 'চালিয়ে যান',
    states: { done: 'হয়েছে', confirmed: 'এভাবেই থাকবে', open: 'বাকি', sandbox: 'এখনো পরীক্ষামূলক' },
    confirm: 'এভাবেই থাকুক',
    reopen: 'আবার খুলুন',
    saveFailed: 'রাখা যায়নি',
    names: stepNames.bn,
    hints: {
      name: 'গ্রাহকেরা এই নাম দেখেন: উপরে, রসিদে ও ইমেইলে।',
      contact: 'গ্রাহক কোথায় ফোন করবেন বা আসবেন।',
      logo: 'না থাকলে পোর্টালের নিজের চিহ্ন দেখানো হয়।',
      opening: 'বন্ধের দিন অর্ডারের সময় গোনা হয় না। সব দিন খোলা থাকলে এভাবেই রাখুন।',
      prices: 'প্রতিটি সার্ভিসের দাম দেখুন, যা দেবেন না তা বন্ধ করুন। দেখা হলে জানান।',
      second_factor: 'পাসওয়ার্ড চুরি হলেও কেউ মালিক হয়ে ঢুকতে পারবে না।',
      staff: 'তাঁকে আগে গ্রাহকের মতো নিবন্ধন করান, তারপর দায়িত্ব দিন। একা চালালে এভাবেই রাখুন।',
      mail: 'পাসওয়ার্ড ভুললে বা অর্ডার হলে গ্রাহক ইমেইল পান। যিনি পোর্টাল বসিয়েছেন, তাঁকে SMTP_URL ঠিক করতে বলুন।',
      payments:
        'বিকাশের মার্চেন্ট চুক্তির তথ্য লাগবে: PAYMENT_PROVIDERS ও BKASH_ দিয়ে শুরু সেটিংস। ততদিন জমার পাতায় টাকা আসল নয়।',
      registry: 'অনুমোদিত নিবন্ধন সংযোগ থাকলে REGISTRY_URL দিন। ততদিন খোঁজে শুধু বানানো মানুষ পাওয়া যায়।',
      backups: 'কম্পিউটার নষ্ট হলে এখান থেকেই সব ফিরবে। BACKUP_TO-তে আরেকটি ডিস্ক বা জায়গার নাম দিন।',
    },
    open: {
      prices: 'সার্ভিসের পাতায় যান',
      second_factor: 'নিজের অ্যাকাউন্টে যান',
      staff: 'ব্যবহারকারীর পাতায় যান',
    },
  },
} as const;

export type CheckupText = Wording<typeof checkupBn>;
