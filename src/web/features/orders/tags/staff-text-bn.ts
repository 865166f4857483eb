// Bengali texts of tags on orders.
import type { Wording } from '../../../text/wording.ts';

export const tagsBn = {
  action: 'ট্যাগ',
  label: 'এই অর্ডারের ট্যাগ',
  filter: 'ট্যাগ',
  any: 'সব ট্যাগ',
  gone: 'মুছে ফেলা ট্যাগ',
  title: (id: string) => `অর্ডার ${id}: ট্যাগ`,
  titleMany: (count: string) => `${count}টি অর্ডারের ট্যাগ`,
  hint: 'শুধু কর্মীরা দেখেন, গ্রাহক কখনো দেখেন না।',
  list: 'দোকানের ট্যাগ',
  failed: 'ট্যাগগুলো আনা যায়নি',
  putFailed: 'ট্যাগটি বসানো যায়নি',
  add: 'নতুন ট্যাগ',
  name: 'নাম',
  nameMissing: 'একটি নাম দিন',
  color: 'রং',
  colors: {
    grey: 'ধূসর',
    red: 'লাল',
    amber: 'হলুদ',
    green: 'সবুজ',
    blue: 'নীল',
    purple: 'বেগুনি',
  },
  saveFailed: 'ট্যাগটি রাখা যায়নি',
  change: (name: string) => `${name}: বদলান`,
  remove: (name: string) => `${name}: মুছুন`,
  removeTitle: (name: string) => `‘${name}’ ট্যাগটি মুছে ফেলবেন?`,
  removeText: 'যেসব অর্ডারে এটি আছে, সবগুলো থেকে উঠে যাবে।',
  removeIt: 'মুছুন',
  removeFailed: 'ট্যাগটি মোছা যায়নি',
};

export type TagsText = Wording<typeof tagsBn>;
