// Bengali texts of saved views.
import type { Wording } from '../../../text/wording.ts';

export const viewsBn = {
  title: 'জমানো তালিকা',
  save: 'তালিকাটি জমান',
  saveHint: 'এখনকার বাছাইগুলো এই নামে থাকবে; এক চাপে আবার খুলবে।',
  searchHint: 'খোঁজার ঘরে যা লেখা আছে তা জমবে না।',
  columnsHint: 'লুকানো কলামগুলো এতেও লুকানো থাকবে।',
  name: 'নাম',
  nameMissing: 'একটি নাম দিন',
  shared: 'সব কর্মী দেখবেন',
  sharedMark: 'সবার জন্য',
  sharedBy: (name: string) => `${name} সবার জন্য রেখেছেন`,
  submit: 'জমান',
  saved: 'তালিকাটি জমানো হয়েছে',
  failed: 'তালিকাটি জমানো যায়নি',
  manage: (name: string) => `${name}: কাজ`,
  change: 'বদলান',
  changeTitle: 'জমানো তালিকা বদলান',
  tagGone: 'এর ট্যাগটি মুছে ফেলা হয়েছে',
  tagGoneHere: 'এই জমানো তালিকার ট্যাগটি মুছে ফেলা হয়েছে, তাই এখানে কোনো অর্ডার আসবে না।',
  withoutTag: 'মুছে ফেলা ট্যাগটি বাদ দিয়ে রাখুন',
  changed: 'জমানো তালিকা বদলেছে',
  changeFailed: 'জমানো তালিকা বদলানো যায়নি',
  remove: 'মুছুন',
  removeTitle: (name: string) => `‘${name}’ মুছে ফেলবেন?`,
  removeText: 'শুধু জমানো তালিকাটি মুছবে, কোনো অর্ডার নয়।',
  removeShared: 'অন্য কর্মীরাও এটি আর পাবেন না। কোনো অর্ডার মুছবে না।',
  removed: 'জমানো তালিকা মুছে ফেলা হয়েছে',
  removeFailed: 'জমানো তালিকা মোছা যায়নি',
};

export type ViewsText = Wording<typeof viewsBn>;
