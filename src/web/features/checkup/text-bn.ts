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
    progress: (done: string, all: string) => `${all}টির মধ্যে ${done}টি হয়েছে`,
    goOn: 'চালিয়ে যান',
    hint: 'একটি একটি করে ঠিক করুন। যেকোনো সময় থামতে পারেন, পরে এখান থেকেই শুরু হবে।',
    failed: 'ধাপগুলো আনা যায়নি',
    ready: 'দোকান চালু করার জন্য তৈরি',
    readyHint: 'সব ধাপ শেষ। এখন থেকে ‘দোকান ঠিক আছে?’ পাতায় অবস্থা দেখুন।',
    states: { done: 'হয়েছে', confirmed: 'এভাবেই থাকবে', open: 'বাকি', sandbox: 'এখনো পরীক্ষামূলক' },
    confirm: 'এভাবেই থাকুক',
    reopen: 'আবার খুলুন',
    saveFailed: 'রাখা যায়নি',
    names: stepNames.bn,
  },
} as const;

export type CheckupText = Wording<typeof checkupBn>;
