// What each part of a shop is called, and what to do when it is not well: on the owner's page and in `npm run doctor`.
import type { CheckupName } from './rules.ts';

export interface Words {
  readonly bn: string;
  readonly en: string;
}

interface CheckWords {
  readonly name: Words;
  readonly remedy: Words;
}

const about = (nameBn: string, nameEn: string, remedyBn: string, remedyEn: string): CheckWords => ({
  name: { bn: nameBn, en: nameEn },
  remedy: { bn: remedyBn, en: remedyEn },
});

export const checkupWords: Readonly<
  Record<CheckupName | 'versions' | 'database' | 'keys' | 'seal', CheckWords>
> = {
  versions: about(
    'সংস্করণ',
    'versions',
    'পোর্টাল একবার চালু করুন, নতুন সংস্করণ নিজেই বাকিটা করবে',
    'start the portal once: it applies what is missing',
  ),
  database: about(
    'ডেটাবেস',
    'database',
    'লাইনটি যা বলে তা করুন, তারপর npm run doctor আবার চালান',
    'do what this line says, then: npm run doctor',
  ),
  settings: about(
    'সেটিংস',
    'settings',
    '.env ফাইলে নাম বলা সেটিংটি ঠিক করুন',
    'correct the named setting in .env',
  ),
  disk: about(
    'ডিস্ক',
    'disk',
    'পোর্টালের নয় এমন ফাইল সরিয়ে জায়গা করুন, বা DATA_DIR বড় ডিস্কে নিন',
    'remove files that are not the portal’s, or move DATA_DIR to a larger disk',
  ),
  replica: about(
    'ডেটাবেসের নকল',
    'replica',
    'নকল ডেটাবেসের কম্পিউটার আর DATABASE_REPLICA দেখুন; ততক্ষণ মূলটি থেকে পড়া হচ্ছে',
    'check the replica and DATABASE_REPLICA; until then the primary is read',
  ),
  clock: about(
    'ঘড়ি',
    'clock',
    'কম্পিউটারের ঘড়ি ইন্টারনেট থেকে মেলান',
    'let the machine set its clock from the network (NTP)',
  ),
  certificate: about(
    'সার্টিফিকেট',
    'certificate',
    'PUBLIC_ORIGIN-এর ঠিকানা আর তার প্রক্সি (যেমন Caddy) চলছে কি না দেখুন, HTTPS সার্টিফিকেট নবায়ন করুন',
    'look at PUBLIC_ORIGIN and whether its proxy (such as Caddy) runs, and renew the certificate',
  ),
  mail: about(
    'ইমেইল',
    'mail',
    'SMTP_URL, মেইল সার্ভারের পাসওয়ার্ড আর সেটিংসে প্রেরকের ঠিকানা দেখুন',
    'check SMTP_URL, the password of the mail server, and the sender in the settings',
  ),
  payments: about(
    'পেমেন্ট',
    'payments',
    'ইন্টারনেট আর BKASH_URL দেখুন; পেমেন্টের পাতায় যা অপেক্ষায় আছে তা মেটান',
    'check the network and BKASH_URL; settle what is waiting on the payments page',
  ),
  registry: about(
    'তথ্যভান্ডার',
    'registry',
    'ইন্টারনেট আর REGISTRY_URL দেখুন',
    'check the network and REGISTRY_URL',
  ),
  backups: about(
    'ব্যাকআপ',
    'backups',
    '.env ফাইলে BACKUP_TO দিন, তার ডিস্ক লাগান বা তাতে জায়গা করুন, তারপর npm run backup চালান; না হলে সেটিই বলবে কেন',
    'set BACKUP_TO in .env, connect its disk or make room on it, then: npm run backup, which says why if it cannot',
  ),
  jobs: about('নিয়মিত কাজ', 'jobs', 'কাজের পাতা দেখুন: /admin/jobs', 'check the jobs page, /admin/jobs'),
  errors: about(
    'অজানা ত্রুটি',
    'unexpected errors',
    'গ্রাহক যে রেফারেন্স পড়েছেন, লগে তা-ই লেখা আছে: এই লেখা আর সেই সময়ের লগ পোর্টালের দেখাশোনা যিনি করেন তাঁকে দিন',
    'the log has the reference that the customer read: give this text and the log of that time to whoever looks after the portal',
  ),
  books: about(
    'খাতা',
    'books',
    'টাকা জমা বন্ধ রেখে npm run audit:ledger চালান',
    'stop top-ups and run: npm run audit:ledger',
  ),
  audit_log: about('কার্যকলাপের লগ', 'audit log', 'npm run audit:trail চালান', 'run: npm run audit:trail'),
  keys: about(
    'চাবি',
    'keys',
    'keys ফোল্ডার ব্যাকআপ থেকে ফিরিয়ে আনুন, অন্যদের পড়ার অনুমতি তুলে নিন',
    'put keys/ back from the backup; chmod 600 what others may read',
  ),
  seal: about(
    'সিল',
    'seal',
    'ঘড়ি মিলিয়ে npm run rotate:keys -- --papers চালান; আগের কাগজ আসলই থাকবে',
    'set the clock right, then: npm run rotate:keys -- --papers; papers of before stay genuine',
  ),
  stored_files: about(
    'রাখা ফাইল',
    'stored files',
    'ফাইলের জায়গা চালু করুন (STORAGE_URL ও তার চাবি দেখুন); কাগজ না থাকলে npm run storage:restore চালান, না হলে ব্যাকআপ থেকে ফেরান',
    'bring the storage back (look at STORAGE_URL and its keys); if papers are missing, run npm run storage:restore, or restore the backup',
  ),
  late_orders: about('অর্ডার', 'orders', 'দেরি হওয়া অর্ডারগুলো আগে শেষ করুন', 'finish the overdue orders first'),
};
