// What the trail says in words, in both languages: for the screen, and for the table that is taken along.
import type { Language } from './bengali.ts';

export const trailKinds = {
  bn: {
    'data.removed': 'মেয়াদ শেষে পড়া তথ্য মুছে ফেলা হয়েছে',
    'setting.changed': 'সেটিংস বদলানো হয়েছে',
    'service.changed': 'সার্ভিস বদলানো হয়েছে',
    'service.arranged': 'সার্ভিসের ক্রম বদলানো হয়েছে',
    'sub_type.added': 'সার্ভিসের নতুন ধরন যোগ হয়েছে',
    'sub_type.changed': 'সার্ভিসের ধরন বদলানো হয়েছে',
    'price.scheduled': 'আগামী দিনের জন্য নতুন দাম ঠিক করা হয়েছে',
    'price.cancelled': 'আগামী দিনের নতুন দাম বাদ দেওয়া হয়েছে',
    'price.applied': 'নতুন দাম কার্যকর হয়েছে',
    'files.exported': 'ফাইলের তালিকা নামানো হয়েছে',
    'orders.exported': 'অর্ডারের তালিকা নামানো হয়েছে',
    'order.hand_on': 'অর্ডারের কাজ সহকর্মীকে দেওয়া হয়েছে',
    'payment.checked': 'পেমেন্টের অবস্থা যাচাই করা হয়েছে',
    'trail.exported': 'কাজের চিহ্নের তালিকা নামানো হয়েছে',
    'view.started': 'কর্মী গ্রাহকের চোখে পোর্টাল দেখা শুরু করেছেন',
    'view.ended': 'গ্রাহকের চোখে দেখা শেষ হয়েছে',
    'view.orders': 'গ্রাহকের চোখে অর্ডার দেখা হয়েছে',
    'view.files': 'গ্রাহকের চোখে ফাইল দেখা হয়েছে',
    'view.money': 'গ্রাহকের চোখে ব্যালেন্স ও লেনদেন দেখা হয়েছে',
    'view.account': 'গ্রাহকের চোখে অ্যাকাউন্টের তথ্য দেখা হয়েছে',
    'view.notices': 'গ্রাহকের চোখে বার্তা দেখা হয়েছে',
    'trail.opened': 'কাজের চিহ্নের আড়াল করা অংশ দেখা হয়েছে',
    'export.requested': 'তথ্যের কপি চাওয়া হয়েছে',
    'export.opened': 'তথ্যের কপি নামানো হয়েছে',
    'account.opened': 'অ্যাকাউন্ট খোলা হয়েছে',
    'share.made': 'কাগজের লিংক তৈরি হয়েছে',
    'share.opened': 'লিংক দিয়ে কাগজ খোলা হয়েছে',
    'share.revoked': 'কাগজের লিংক বন্ধ করা হয়েছে',
    'attachment.opened': 'অর্ডারের ফাইল খোলা হয়েছে',
    'document.corrected': 'কপি সংশোধন করা হয়েছে',
    'document.made': 'নতুন কপি তৈরি হয়েছে',
    'document.opened': 'কপি খুলে দেখা হয়েছে',
    'document.previewed': 'কপির প্রথম পাতা দেখা হয়েছে',
    'document.read': 'জমা দেওয়া কপি থেকে তথ্য পড়া হয়েছে',
    'record.opened': 'কপির তথ্য খুলে দেখা হয়েছে',
    'registry.looked_up': 'তথ্যভান্ডারে খোঁজা হয়েছে',
    'order.opened': 'অর্ডারের তথ্য দেখা হয়েছে',
    'order.take': 'অর্ডারের কাজ নেওয়া হয়েছে',
    'order.hand_back': 'অর্ডারের কাজ ফেরত দেওয়া হয়েছে',
    'order.complete': 'অর্ডার সম্পন্ন করা হয়েছে',
    'order.reject': 'অর্ডার বাতিল করা হয়েছে',
    'order.re_upload': 'অর্ডারের ফলাফল বদলানো হয়েছে',
    'password.changed': 'পাসওয়ার্ড বদলানো হয়েছে',
    'password.link_sent': 'নতুন পাসওয়ার্ডের লিংক পাঠানো হয়েছে',
    'password.set_by_staff': 'কর্মী সাময়িক পাসওয়ার্ড দিয়েছেন',
    'payment.needs_attention': 'পেমেন্টটি দেখা দরকার',
    'profile.changed': 'প্রোফাইলের তথ্য বদলানো হয়েছে',
    'second_factor.on': 'দ্বিতীয় ধাপ চালু হয়েছে',
    'second_factor.off': 'দ্বিতীয় ধাপ বন্ধ হয়েছে',
    'session.started': 'লগইন হয়েছে',
    'session.refused': 'ভুল পাসওয়ার্ডে লগইনের চেষ্টা',
    'session.ended': 'যন্ত্র থেকে লগআউট করা হয়েছে',
    'session.reuse': 'পুরোনো লগইন চিহ্ন ব্যবহারের চেষ্টা, লগইন বন্ধ করা হয়েছে',
    'user.changed': 'ব্যবহারকারীর তথ্য বদলানো হয়েছে',
    'user.deleted': 'ব্যবহারকারী মুছে ফেলা হয়েছে',
    'user.roles_changed': 'দায়িত্ব বদলানো হয়েছে',
    'wallet.recharged': 'ওয়ালেটে টাকা জমা হয়েছে',
    'wallet.withdrawn': 'ওয়ালেট থেকে টাকা দেওয়া হয়েছে',
    'receipt.opened': 'রসিদ খুলে দেখা হয়েছে',
    'report.taken': 'প্রতিবেদন নেওয়া হয়েছে',
    'statement.opened': 'ওয়ালেটের বিবরণী খুলে দেখা হয়েছে',
    'wallet.approval_asked': 'বড় অঙ্কের লেনদেনের অনুমোদন চাওয়া হয়েছে',
    'wallet.approved': 'লেনদেন অনুমোদন করা হয়েছে',
    'wallet.refused': 'লেনদেন নাকচ করা হয়েছে',
    'payment.resolved': 'পেমেন্টের সিদ্ধান্ত নেওয়া হয়েছে',
    'payment.approval_asked': 'পেমেন্টের সিদ্ধান্তে অনুমোদন চাওয়া হয়েছে',
    'payment.approval_refused': 'পেমেন্টের সিদ্ধান্ত নাকচ করা হয়েছে',
    'payment.refunded': 'পেমেন্টের টাকা ফেরত দেওয়া হয়েছে',
    'payment.refund_refused': 'পেমেন্ট মাধ্যম টাকা ফেরত দেয়নি',
    'settlement.uploaded': 'সেটেলমেন্ট রিপোর্ট আপলোড হয়েছে',
    'settlement.resolved': 'সেটেলমেন্টের লাইনের নিষ্পত্তি হয়েছে',
    'books.wrong': 'খাতার হিসাব মেলেনি',
  },
  en: {
    'data.removed': 'What was read was removed after its time',
    'setting.changed': 'A setting was changed',
    'service.changed': 'A service was changed',
    'service.arranged': 'The services were put into another order',
    'sub_type.added': 'A sub-type was added to a service',
    'sub_type.changed': 'A sub-type of a service was changed',
    'price.scheduled': 'A new price was set for a day to come',
    'price.cancelled': 'A price for a day to come was taken back',
    'price.applied': 'A new price came into force',
    'files.exported': 'The list of files was downloaded',
    'orders.exported': 'The list of orders was downloaded',
    'order.hand_on': 'An order was handed on to a colleague',
    'payment.checked': 'The state of a payment was checked',
    'trail.exported': 'The activity was downloaded',
    'view.started': 'Staff began to look at the portal as the customer',
    'view.ended': 'The look as the customer ended',
    'view.orders': 'Orders were seen as the customer',
    'view.files': 'Files were seen as the customer',
    'view.money': 'Balance and movements were seen as the customer',
    'view.account': 'The account was seen as the customer',
    'view.notices': 'Notices were seen as the customer',
    'trail.opened': 'Masked numbers of the activity were opened',
    'export.requested': 'A copy of the data was asked for',
    'export.opened': 'The copy of the data was downloaded',
    'account.opened': 'An account was opened',
    'share.made': 'A link to a paper was made',
    'share.opened': 'A paper was opened through a link',
    'share.revoked': 'A link to a paper was ended',
    'attachment.opened': 'The file of an order was opened',
    'document.corrected': 'A copy was corrected',
    'document.made': 'A copy was made',
    'document.opened': 'A copy was opened',
    'document.previewed': 'The first page of a copy was seen',
    'document.read': 'Data were read from an uploaded copy',
    'record.opened': 'The data of a copy were opened',
    'registry.looked_up': 'A registry was asked',
    'order.opened': 'An order was looked at',
    'order.take': 'The work on an order was taken',
    'order.hand_back': 'The work on an order was handed back',
    'order.complete': 'An order was completed',
    'order.reject': 'An order was rejected',
    'order.re_upload': 'The result of an order was replaced',
    'password.changed': 'The password was changed',
    'password.link_sent': 'A link to set a new password was sent',
    'password.set_by_staff': 'Staff set a temporary password',
    'payment.needs_attention': 'A payment needs attention',
    'profile.changed': 'The profile was changed',
    'second_factor.on': 'The second factor was switched on',
    'second_factor.off': 'The second factor was switched off',
    'session.started': 'A login',
    'session.refused': 'A try to log in with a wrong password',
    'session.ended': 'A device was logged out',
    'session.reuse': 'An old login token was used again, the login was ended',
    'user.changed': 'The data of a user were changed',
    'user.deleted': 'A user was deleted',
    'user.roles_changed': 'The roles were changed',
    'wallet.recharged': 'Money came into the wallet',
    'wallet.withdrawn': 'Money was paid out of the wallet',
    'receipt.opened': 'A receipt was opened',
    'report.taken': 'A report was taken',
    'statement.opened': 'A statement of the wallet was opened',
    'wallet.approval_asked': 'Approval of a large movement was asked for',
    'wallet.approved': 'A movement was approved',
    'wallet.refused': 'A movement was refused',
    'payment.resolved': 'A payment was decided',
    'payment.approval_asked': 'Approval of a payment’s decision was asked for',
    'payment.approval_refused': 'A payment’s decision was refused',
    'payment.refunded': 'A payment was given back',
    'payment.refund_refused': 'The provider refused a refund',
    'settlement.uploaded': 'A settlement report was uploaded',
    'settlement.resolved': 'A line of a settlement report was resolved',
    'books.wrong': 'The books did not balance',
  },
} as const;

export const settingFields = {
  bn: {
    name_bn: 'নাম (বাংলা)',
    name_en: 'নাম (ইংরেজি)',
    phone: 'ফোন',
    mail: 'ইমেইল',
    address: 'ঠিকানা',
    bn: 'বাংলা',
    en: 'ইংরেজি',
    opens: 'খোলে',
    closes: 'বন্ধ হয়',
    closed_weekdays: 'সাপ্তাহিক বন্ধ',
    holidays: 'ছুটির দিন',
    minimum_recharge: 'সর্বনিম্ন রিচার্জ (টাকা)',
    approval_sum: 'অনুমোদন সীমা (টাকা)',
    staff_second_factor: 'কর্মীদের দ্বিতীয় ধাপ বাধ্যতামূলক',
    remembered_days: '‘মনে রাখুন’ দিলে লগইন থাকে (দিন)',
    brief_hours: 'না দিলে লগইন থাকে (ঘণ্টা)',
    readings_days: 'পড়া তথ্য (দিন)',
    sender: 'প্রেরক',
  },
  en: {
    name_bn: 'Name (Bengali)',
    name_en: 'Name (English)',
    phone: 'Phone',
    mail: 'Email',
    address: 'Address',
    bn: 'Bengali',
    en: 'English',
    opens: 'Opens',
    closes: 'Closes',
    closed_weekdays: 'Closed each week on',
    holidays: 'Holidays',
    minimum_recharge: 'Minimum recharge (taka)',
    approval_sum: 'Approval sum (taka)',
    staff_second_factor: 'Staff must use a second factor',
    remembered_days: 'A remembered sign-in lasts (days)',
    brief_hours: 'Any other sign-in lasts (hours)',
    readings_days: 'Readings (days)',
    sender: 'Sender',
  },
} as const;

export const offerFields = {
  bn: {
    charge: 'চার্জ',
    price: 'দাম',
    status: 'অবস্থা',
    agent_contact: 'এজেন্টের ফোন',
    working_hours: 'কাজের সময়',
    name: 'নাম',
    from: 'কবে থেকে',
  },
  en: {
    charge: 'Charge',
    price: 'Price',
    status: 'Status',
    agent_contact: "Agent's phone",
    working_hours: 'Working time',
    name: 'Name',
    from: 'From',
  },
} as const;

export const roleNames = {
  bn: { owner: 'মালিক', operator: 'অপারেটর', accountant: 'হিসাবরক্ষক', auditor: 'নিরীক্ষক' },
  en: { owner: 'Owner', operator: 'Operator', accountant: 'Accountant', auditor: 'Auditor' },
} as const;

type Words = Readonly<Record<string, string>>;

/** Of details that only the trail has. */
const otherFields: Record<Language, Words> = {
  bn: {
    ...{
      is_active: 'অ্যাকাউন্ট সক্রিয়',
      wallet_status: 'ওয়ালেট চালু',
      before: 'আগে',
      after: 'পরে',
      fields: 'যা বদলেছে',
    },
    ...{ first_name: 'প্রথম নাম', last_name: 'শেষ নাম', username: 'ইউজারনেম', email: 'ইমেইল', gender: 'লিঙ্গ' },
    ...{ birth_date: 'জন্ম তারিখ', bio: 'পরিচিতি', profile_image: 'প্রোফাইলের ছবি', amount: 'টাকার পরিমাণ' },
    ...{ bonus: 'বোনাস', to: 'কবে পর্যন্ত', format: 'ধরন', lines: 'লাইন', provider: 'মাধ্যম', version: 'সংস্করণ' },
    ...{ part: 'অংশ', findings: 'যা মেলেনি', ended: 'বন্ধ হয়েছে', readings: 'পড়া তথ্য', share: 'শেয়ার লিংক' },
    ...{ outcome: 'ফল', action: 'সিদ্ধান্ত', position: 'লাইন নম্বর' },
  },
  en: {
    ...{
      is_active: 'Account active',
      wallet_status: 'Wallet on',
      before: 'Before',
      after: 'After',
      fields: 'Changed',
    },
    ...{
      first_name: 'First name',
      last_name: 'Last name',
      username: 'Username',
      email: 'Email',
      gender: 'Gender',
    },
    ...{ birth_date: 'Date of birth', bio: 'About', profile_image: 'Picture', amount: 'Amount' },
    ...{
      bonus: 'Bonus',
      to: 'Until',
      format: 'Format',
      lines: 'Lines',
      provider: 'Provider',
      version: 'Version',
    },
    ...{ part: 'Part', findings: 'Findings', ended: 'Ended', readings: 'Readings', share: 'Shared link' },
    ...{ outcome: 'Outcome', action: 'Decision', position: 'Line' },
  },
};

const things: Record<Language, Words> = {
  bn: {
    ...{
      attachment: 'ফাইল',
      audit: 'খাতা',
      cash_request: 'অনুমোদন',
      file: 'কপি',
      order: 'অর্ডার',
      payment: 'পেমেন্ট',
    },
    ...{
      reading: 'পড়া তথ্য',
      record: 'জমা তথ্য',
      registry_record: 'তথ্যভান্ডার',
      report: 'প্রতিবেদন',
      service: 'সার্ভিস',
    },
    ...{ setting: 'সেটিংস', settlement: 'সেটেলমেন্ট', sub_type: 'সার্ভিসের ধরন', trail: 'কাজের চিহ্ন' },
    ...{ transfer: 'লেনদেন', receipt: 'রসিদ', statement: 'বিবরণী' },
  },
  en: {
    ...{
      attachment: 'File',
      audit: 'Books',
      cash_request: 'Approval',
      file: 'Copy',
      order: 'Order',
      payment: 'Payment',
    },
    ...{
      reading: 'Reading',
      record: 'Record',
      registry_record: 'Registry',
      report: 'Report',
      service: 'Service',
    },
    ...{ setting: 'Settings', settlement: 'Settlement', sub_type: 'Sub-type', trail: 'Activity' },
    ...{ transfer: 'Transaction', receipt: 'Receipt', statement: 'Statement' },
  },
};

/** Roles and switches, which the trail keeps as codes. */
const codes: Record<Language, Words> = {
  bn: { ...roleNames.bn, customer: 'গ্রাহক', true: 'চালু', false: 'বন্ধ' },
  en: { ...roleNames.en, customer: 'Customer', true: 'On', false: 'Off' },
};

export const kindInWords = (kind: string, language: Language) =>
  (trailKinds[language] as Words)[kind] ?? kind;
export const thingInWords = (kind: string, language: Language) => things[language][kind] ?? kind;

export function fieldInWords(name: string, language: Language): string | undefined {
  const known: Words = { ...otherFields[language], ...offerFields[language], ...settingFields[language] };
  return known[name];
}

const moves = ['user.roles_changed', 'user.changed', 'profile.changed'];

/** The codes in what a detail of this kind of event holds: roles, switches, names of fields. */
export function valueInWords(kind: string, name: string, value: string, language: Language): string {
  if (!moves.includes(kind)) return value;
  const say = (code: string) =>
    (name === 'fields' ? fieldInWords(code, language) : codes[language][code]) ?? code;
  return value
    .split(' → ')
    .map((side) => side.split(' ').map(say).join(', '))
    .join(' → ');
}
