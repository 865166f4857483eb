// Bengali texts of a file that another app shared.
import type { Wording } from '../../../text/wording.ts';

export const sharedFileBn = {
  title: 'শেয়ার করা ফাইল',
  hint: 'ফাইলটি দিয়ে কী করবেন?',
  own: 'ফাইলটি আপনি নিজে শেয়ার না করে থাকলে ফেলে দিন।',
  lostSite: 'ফাইলটি অন্য একটি ওয়েবসাইট পাঠিয়েছে, তাই নেওয়া হয়নি। নিজের ফাইল ফরমে গিয়ে বেছে নিন।',
  pdf: (kb: string) => `পিডিএফ, ${kb} কেবি`,
  picture: (kb: string) => `ছবি, ${kb} কেবি`,
  onlyFirst: 'একবারে একটি ফাইল নেওয়া যায়। প্রথমটি নেওয়া হয়েছে, বাকিগুলো একটি একটি করে শেয়ার করুন।',
  notForStaff: 'শেয়ার করা ফাইলটি নেওয়া হয়নি: কাজের অ্যাকাউন্টে এর কোনো ফরম নেই।',
  nid: 'নতুন এনআইডি',
  nidHint: 'সাইন কপি থেকে তথ্য পড়ে ফরম ভরবে',
  nidPhoto: 'নতুন এনআইডির ছবি হিসেবে',
  signToServer: 'সাইন টু সার্ভার কপি',
  signHint: 'সাইন কপি থেকে সার্ভার কপি হবে',
  drop: 'কিছু না, ফাইলটি ফেলে দিন',
  none: 'এখানে কোনো ফাইল নেই',
  noneHint: 'ফাইলটি আবার শেয়ার করুন, অথবা ফরমে গিয়ে নিজে বেছে নিন।',
  lostKind: 'শুধু পিডিএফ, জেপিজি আর পিএনজি নেওয়া যায়।',
  lostSize: 'ফাইলটি অনেক বড়; ১০ এমবির বেশি নেওয়া যায় না।',
} as const;

export type SharedFileText = Wording<typeof sharedFileBn>;
