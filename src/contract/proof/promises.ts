// What the portal promises, in both languages, and how each promise is put to the test. `missing` says what a passed run does not show yet.
// scripts/proof/experiments.ts says what is run for each.

interface Words {
  readonly bn: string;
  readonly en: string;
}

export interface KeptPromise {
  readonly id: number;
  readonly promise: Words;
  readonly how: Words;
  /** What a passed run does not show: as long as there is something, the promise counts as partly proven. */
  readonly missing?: Words;
}

export const promises: readonly KeptPromise[] = [
  {
    id: 1,
    promise: { bn: 'টাকার হিসাব সব সময় মেলে।', en: 'The books always balance.' },
    how: {
      bn: 'এলোমেলো কাজের লম্বা দিন একটি সহজ মডেলের সঙ্গে মেলানো হয়; খাতা ইচ্ছা করে নষ্ট করে দেখা হয়, ধরা পড়ে কি না।',
      en: 'Long days of random work are compared with a simple model; the books are corrupted on purpose, and the audit has to find each corruption.',
    },
  },
  {
    id: 2,
    promise: { bn: 'কোনো ওয়ালেট শূন্যের নিচে নামে না।', en: 'No wallet falls below zero.' },
    how: {
      bn: 'একসঙ্গে অনেকে একই ওয়ালেট থেকে খরচ করেন; ডেটাবেসে সরাসরি লেখার চেষ্টাও করা হয়।',
      en: 'Many spend from one wallet at the same moment, and direct writes to the database are tried.',
    },
  },
  {
    id: 3,
    promise: { bn: 'পুরোনো হিসাব বদলানো যায় না।', en: 'History cannot be edited.' },
    how: {
      bn: 'পোর্টালের নিজের লগইন দিয়ে হিসাব ও কার্যকলাপের লগ বদলাতে, মুছতে ও খালি করতে চেষ্টা করা হয়।',
      en: "With the portal's own login, changing, deleting and truncating the books and the audit log are tried.",
    },
  },
  {
    id: 4,
    promise: {
      bn: 'একই অনুরোধ বারবার এলেও টাকা একবারই নড়ে।',
      en: 'A repeated request moves money once.',
    },
    how: {
      bn: 'একই চাবি দিয়ে একসঙ্গে ১৬ বার, অন্য তথ্য দিয়ে, অন্য মানুষের হয়ে, আর মাঝপথে প্রসেস থামিয়ে পাঠানো হয়।',
      en: 'Sixteen at once with one key, with another body, as another person, and with the process killed in between.',
    },
  },
  {
    id: 5,
    promise: { bn: 'দেওয়া টাকা ঠিক একবার জমা হয়।', en: 'A top-up is credited exactly once.' },
    how: {
      bn: 'পেমেন্ট মাধ্যম দেরি করে, উত্তর হারায়, ভুল বলে; গ্রাহক অনেক ট্যাবে ফেরেন; ডেটাবেসের সংযোগ কেটে যায়। শেষে দুই পক্ষের হিসাব মেলানো হয়।',
      en: 'The provider is slow, loses answers and lies; customers return in many tabs; the database is cut. Both books are compared in the end.',
    },
  },
  {
    id: 6,
    promise: { bn: 'ঠিকানায় “সফল” লিখে টাকা পাওয়া যায় না।', en: 'A status in the address buys nothing.' },
    how: {
      bn: 'নকল ফেরত-ঠিকানা: অন্যের পেমেন্ট, না দেওয়া টাকা, ভুল অবস্থা।',
      en: "Forged returns: somebody else's payment, an unpaid one, a wrong status.",
    },
  },
  {
    id: 7,
    promise: { bn: 'ভুল অঙ্ক কখনো জমা হয় না।', en: 'A wrong amount never passes.' },
    how: {
      bn: 'পেমেন্ট মাধ্যমের উত্তরে অঙ্ক, মুদ্রা, ইনভয়েস আর নম্বর বদলে দেওয়া হয়।',
      en: "Amount, currency, invoice and numbers are altered in the provider's answers.",
    },
  },
  {
    id: 8,
    promise: {
      bn: 'যিনি পেমেন্ট করে আর ফেরেননি, তাঁর টাকাও জমা হয়।',
      en: 'A customer who paid and never returned is credited too.',
    },
    how: {
      bn: 'সাজানো এক সপ্তাহ: ছয় জায়গার যেকোনোটিতে থেমে কেউ আর ফেরেন না, চারটি প্রসেস নিজেরাই জিজ্ঞাসা করে টাকা জমা করে।',
      en: 'A virtual week: customers leave at each of six points and never return, and four processes ask by themselves.',
    },
  },
  {
    id: 9,
    promise: {
      bn: 'হঠাৎ বন্ধ হলেও নিশ্চিত করা কিছু হারায় না।',
      en: 'A killed process loses nothing that was confirmed.',
    },
    how: {
      bn: 'কাজের মধ্যে পোর্টাল ও ডেটাবেস জোর করে থামানো হয়, ডিস্ক ভরে দেওয়া হয়, তারপর সব গোনা হয়।',
      en: 'Portal and database are killed in the middle of work, the disk is filled; afterwards everything is counted.',
    },
  },
  {
    id: 10,
    promise: {
      bn: 'ডেটাবেস না পেলে পোর্টাল সোজা কথায় “একটু পরে” বলে।',
      en: 'Without its database the portal says so, soon and honestly.',
    },
    how: {
      bn: 'ডেটাবেসের সংযোগ কাটা, থামিয়ে রাখা, ধীর করা ও এলোমেলো করা হয়; উত্তরের সময় মাপা হয়।',
      en: 'The line to the database is cut, silenced, slowed down and garbled; the time to the answer is measured.',
    },
    missing: {
      bn: 'এনক্রিপশন ছাড়া সংযোগে লেখার ভেতরে একটি অক্ষর বদলে গেলে ধরা যায় না; মাপা হয়েছে শুধু বার্তার ধরন নষ্ট করে।',
      en: 'On a line without TLS a byte that changes inside a value cannot be noticed; only the kinds of messages were garbled.',
    },
  },
  {
    id: 11,
    promise: {
      bn: 'নতুন সংস্করণ বসানোর সময় কোনো অনুরোধ হারায় না।',
      en: 'No request is lost while a new release is put in.',
    },
    how: {
      bn: 'সেকেন্ডে ২০০ অনুরোধের মধ্যে তিনটি পোর্টাল একে একে থামিয়ে চালু করা হয়; খোলা সংযোগ কত দ্রুত ফেরে, তা মাপা হয়।',
      en: 'Three portals are stopped and started one after the other under 200 requests a second, and the time is measured until open channels are back.',
    },
  },
  {
    id: 12,
    promise: {
      bn: 'একটি অর্ডার একবারই শেষ হয়, টাকাও তার সঙ্গে।',
      en: 'An order ends once, and its money with it.',
    },
    how: {
      bn: 'প্রতিটি অবস্থায় প্রতিটি কাজ, প্রতিটি দায়িত্বের মানুষ দিয়ে; দুজন একই মুহূর্তে একই অর্ডারে।',
      en: 'Each action in each status and role; two people on one order at the same moment.',
    },
  },
  {
    id: 13,
    promise: {
      bn: 'যে কাগজ তৈরি হয়নি তার টাকা লাগে না।',
      en: 'A document that was not made costs nothing.',
    },
    how: {
      bn: 'কাগজ তৈরির প্রতিটি ধাপে ভুল ঘটানো হয়, প্রসেসও থামানো হয়; ফাইলের জায়গা দশভাবে মিথ্যা বলে বা চুপ থাকে।',
      en: 'Each step of making a document is made to fail, the process is killed, and the file storage fails or lies in ten ways.',
    },
  },
  {
    id: 14,
    promise: { bn: 'অন্যের জিনিস কেউ দেখে না।', en: "Nobody reads what is somebody else's." },
    how: {
      bn: 'প্রতিটি দায়িত্বের মানুষ অন্যের আসল নম্বর দিয়ে প্রতিটি অনুরোধ করে দেখেন।',
      en: "Each call in each role, with other people's real numbers.",
    },
  },
  {
    id: 15,
    promise: {
      bn: 'ভুল তথ্যে পোর্টাল ভাঙে না, বাংলায় বুঝিয়ে বলে।',
      en: 'Bad input never breaks the portal; it explains itself in Bengali.',
    },
    how: {
      bn: 'অনুরোধের নিয়ম দেখে বানানো হাজার হাজার ভুল অনুরোধ; না নেওয়া অনুরোধে কোনো সারি বদলায় না।',
      en: 'Thousands of bad calls made from the declarations; no row changes by what is refused.',
    },
  },
  {
    id: 16,
    promise: { bn: 'ক্ষতিকর ফাইল ক্ষতি করে না।', en: 'Hostile files do no harm.' },
    how: {
      bn: 'আসল পিডিএফ ও ছবির হাজার হাজার বিকৃত কপি, আর ২০৬টি হাতে বানানো ফাইল (বোমা, চক্র, দুই ধরনের ফাইল একসঙ্গে) পড়তে দেওয়া হয়; অন্যদের অপেক্ষার সময় মাপা হয়।',
      en: 'Thousands of mutated copies of real PDFs and pictures, and 206 crafted files (bombs, loops, polyglots), are given to be read, and the time is measured that others wait meanwhile.',
    },
    missing: {
      bn: 'একটি খারাপ ফাইল তার নিজের পাঠককে ১০ সেকেন্ডের বেশি ব্যস্ত রাখতে পারে, আর তখন অন্যদের সবচেয়ে ধীর উত্তর দ্বিগুণের বেশি সময় নেয় (তবু এক সেকেন্ডের অনেক কম)।',
      en: 'A bad file can keep its own reader busy for more than ten seconds, and the slowest answers to others take more than twice as long meanwhile (though far less than a second).',
    },
  },
  {
    id: 17,
    promise: {
      bn: 'চুরি করা সেশন প্রথম ব্যবহারেই ধরা পড়ে।',
      en: 'A stolen session is caught when it is used again.',
    },
    how: {
      bn: 'তিন ট্যাব ও এক চোরের এলোমেলো পালা, উত্তর হারানোসহ।',
      en: 'Random turns of three tabs and a thief, with lost answers.',
    },
  },
  {
    id: 18,
    promise: {
      bn: 'লগআউট, বন্ধ করা ও পাসওয়ার্ড বদল সঙ্গে সঙ্গে কাজ করে।',
      en: 'Sign-out, block and a new password act at once.',
    },
    how: {
      bn: 'পরিবর্তনের ঠিক পরে অনুরোধ ও খোলা সংযোগ পরীক্ষা করা হয়।',
      en: 'Calls and open channels are tried right after the change.',
    },
  },
  {
    id: 19,
    promise: { bn: 'আন্দাজ করে ঢোকা যায় না।', en: 'Guessing does not work.' },
    how: {
      bn: 'কোড, লিংক ও পাসওয়ার্ড হাজারে হাজারে আন্দাজ করা হয়; উত্তরের সময় থেকে কিছু বোঝা যায় কি না মাপা হয়।',
      en: 'Codes, links and passwords are guessed by the thousand; whether the time of the answer tells anything is measured.',
    },
  },
  {
    id: 20,
    promise: { bn: 'চাবি বদলালে কেউ টের পান না।', en: 'Keys are changed without anybody noticing.' },
    how: {
      bn: 'কাজের মধ্যে সব চাবি বদলানো হয়; ডেটাবেস ও ফাইলে লেখা গোপন তথ্য খোঁজা হয়।',
      en: 'All keys are changed during work; the database and files are searched for planted personal values.',
    },
  },
  {
    id: 21,
    promise: { bn: 'কার্যকলাপের লগে কারচুপি করা যায় না।', en: 'The audit log cannot be bent.' },
    how: {
      bn: 'সারি বদলানো, মোছা, ঢোকানো আর শেষটা কেটে ফেলা হয়; প্রতিটি ধরা পড়তে হবে। লগে লেখা আটকালে কাজটিও হয় না।',
      en: 'Rows are changed, removed and inserted, and the end is cut off; each has to be found. An act whose row cannot be written is undone.',
    },
  },
  {
    id: 22,
    promise: {
      bn: 'ব্যক্তিগত তথ্য লগ বা ঠিকানায় যায় না।',
      en: 'Personal data stays out of logs and addresses.',
    },
    how: {
      bn: 'চেনা যায় এমন এক হাজার বানানো তথ্য সব ফরমে ও ভুল ঠিকানায় পাঠিয়ে লগ, পরিমাপ, ভুলের উত্তর, অন্যের ডাউনলোড ও পাতার ঠিকানায় খোঁজা হয়।',
      en: 'A thousand planted values go through all forms and wrong doors; the log, metrics, refusals, exports of others and addresses of pages are searched for them.',
    },
  },
  {
    id: 23,
    promise: { bn: 'আপনার তথ্য আপনার।', en: 'Your data is yours.' },
    how: {
      bn: 'সব তথ্য ডাউনলোড করা ও মুছে ফেলা হয়; ডেটাবেসের প্রতিটি ঘর তালিকায় থাকতে হয়; মোছার আগের ব্যাকআপ ফেরালে আবার মোছা হয়।',
      en: 'Everything is exported and erased; each column has to be in the inventory; a backup from before the erasure is restored, and nothing comes back.',
    },
  },
  {
    id: 24,
    promise: { bn: 'ব্যাকআপ সত্যিই ফেরানো যায়।', en: 'A backup really restores.' },
    how: {
      bn: 'ভরা দোকান ব্যাকআপ থেকে, নির্দিষ্ট মুহূর্তে ও নষ্ট ব্যাকআপ থেকে ফেরানো হয়; দশ লাখ লেনদেনের দোকানও শেষ টাকা ও শেষ ফাইল পর্যন্ত, সময় মেপে।',
      en: 'A filled shop is restored from its backup, to a named moment, and from damaged backups; one with a million transfers to its last taka and file, with the time it takes.',
    },
  },
  {
    id: 25,
    promise: { bn: 'নিয়মিত কাজ শেষ পর্যন্ত একবার হয়।', en: 'Jobs run, once, in the end.' },
    how: {
      bn: 'কাজের মাঝখানে প্রসেস থামানো হয় ও ডেটাবেসের সংযোগ কাটা হয়, কয়েকটি প্রসেস একসঙ্গে একই কাজ নিতে যায়। থামানোর মুহূর্তে যে ইমেইল যাচ্ছিল, শুধু সেটি দুবার যেতে পারে।',
      en: 'Processes are killed in the middle of jobs, the line to the database is cut, and several try to run the same job. Only an email that was on its way at the moment of a kill may go twice.',
    },
  },
  {
    id: 26,
    promise: { bn: 'প্রসেস বাড়ালে পোর্টাল বেশি কাজ নিতে পারে।', en: 'It grows by adding processes.' },
    how: {
      bn: 'এক ডেটাবেসে চারটি পোর্টাল: প্রতিটি অনুরোধ যায় পরেরটিতে, খবর পৌঁছাতে হয় সবার কাছে, আর সেকেন্ডে কত অর্ডার নেওয়া যায় তা একটি, দুটি ও চারটি দিয়ে মাপা হয়।',
      en: 'Four portals on one database: each call goes to the next one, news has to reach the clients of all, and the orders a second are counted with one, two and four of them.',
    },
    missing: {
      bn: 'মাপা হয়েছে দুই কোরের এক মেশিনে, ডেটাবেস ও গ্রাহকসহ: সেখানে চারটি একটির চেয়ে বেশি অর্ডার নিতে পারে না। বেশি কোরে মাপা হয়নি।',
      en: 'It was measured on one machine of two cores, with database and clients: there four take no more orders than one. With more cores nothing was measured.',
    },
  },
  {
    id: 27,
    promise: { bn: 'ঘড়ি ভুল হলেও কাজ ঠিক থাকে।', en: 'Clocks may be wrong.' },
    how: {
      bn: 'পোর্টালের ঘড়ি এগিয়ে, পিছিয়ে, মধ্যরাতে ও ২৯ ফেব্রুয়ারিতে রেখে, আর চলার মধ্যে হঠাৎ বদলে একই কাজ করা হয়; পেমেন্ট মেলানো ও নিয়মিত কাজও।',
      en: "The same work with the portal's clock ahead, behind, at midnight, on 29 February, and jumping while it runs; the payment sweep and the jobs as well.",
    },
  },
  {
    id: 28,
    promise: { bn: 'ব্রাউজারের পথে ঢোকা যায় না।', en: "The browser's attack surface is closed." },
    how: {
      bn: 'অন্য সাইটের অনুরোধ, হেডার, নকল ফাইল, নিয়ম ভাঙা পাতা, আর প্রতিটি লেখার ঘরে ৬০টি ক্ষতিকর লেখা পরীক্ষা করা হয়।',
      en: 'Requests of foreign sites, headers, forged files, policy violations of pages, and 60 hostile texts in each field that keeps one are tried.',
    },
  },
];
