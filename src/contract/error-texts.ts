// The text of each error code in both languages. It states what to do and names nothing internal.
import { inDigitsOf } from './digits.ts';
import type { ErrorCode, ErrorFacts } from './errors.ts';
import type { Language } from './language.ts';

const bn: Record<ErrorCode, string> = {
  invalid_request: 'অনুরোধটি সঠিক নয়, তথ্যগুলো দেখে আবার চেষ্টা করুন',
  malformed_json: 'পাঠানো তথ্য পড়া যায়নি, আবার চেষ্টা করুন',
  plain_navigation: 'এই ঠিকানাটি সরাসরি খোলা যায় না, রিচার্জ পাতা থেকে দেখুন',
  unknown_provider: 'এই পেমেন্ট মাধ্যমটি চালু নেই, অন্যটি বেছে নিন',
  recharge_too_small: 'সর্বনিম্ন রিচার্জ {minimum} টাকা',
  bonus_mismatch: 'প্যাকেজটি আর নেই অথবা বদলে গেছে, পাতাটি নতুন করে খুলে আবার বেছে নিন',
  settlement_unreadable: 'ফাইলটি পড়া যায়নি, সেটেলমেন্টের সিএসভি ফাইলটি আবার ডাউনলোড করে আপলোড করুন',
  settlement_columns: 'ফাইলে এই কলামগুলো নেই: {columns}। পেমেন্ট মাধ্যমের সেটেলমেন্ট রিপোর্টটি দিন',
  settlement_line: 'ফাইলের {line} নম্বর লাইনে {column} সঠিক নয়, লাইনটি ঠিক করে আবার আপলোড করুন',
  settlement_empty: 'ফাইলে কোনো লেনদেন নেই, অন্য সময়ের রিপোর্ট দিন',
  settlement_too_long: 'ফাইলটি খুব বড়, সর্বোচ্চ {lines} লাইন; কম সময়ের রিপোর্ট দিন',
  statement_too_long: 'এই সময়ে {lines}টির বেশি লেনদেন আছে; কম সময় বেছে নিন অথবা সিএসভি ফাইল নিন',
  foreign_link: 'লিংকটি এই পোর্টালের নয়, তাই নেওয়া যায়নি',
  file_not_pdf: 'শুধু পিডিএফ ফাইল আপলোড করুন',
  file_encrypted: 'পিডিএফটি পাসওয়ার্ড দিয়ে আটকানো, পাসওয়ার্ড ছাড়া কপি আপলোড করুন',
  file_broken: 'পিডিএফটি নষ্ট বা অসম্পূর্ণ, ফাইলটি আবার সংগ্রহ করে আপলোড করুন',
  file_too_many_pages: 'পিডিএফটিতে সর্বোচ্চ ২০ পাতা থাকতে পারে',
  file_too_large: 'ফাইলটি খুব বড়, পিডিএফ সর্বোচ্চ ১০ এমবি ও ছবি সর্বোচ্চ ৫ এমবি',
  file_missing: 'একটি ফাইল আপলোড করুন',
  file_not_checked: 'ফাইলটি যাচাই করা যায়নি: এটি পাসওয়ার্ড দিয়ে আটকানো, নষ্ট অথবা খুব বড়। কাগজে ছাপা কোডটি লিখে যাচাই করুন',
  file_unreadable: 'কপি থেকে তথ্য পড়া যায়নি, পরিষ্কার কপি দিন অথবা ঘরগুলো নিজে পূরণ করুন',
  file_type_refused: 'এই ধরনের ফাইল নেওয়া হয় না',
  image_refused: 'ছবিটি পড়া যায়নি, জেপিজি বা পিএনজি ছবি দিন',
  captcha_wrong: 'ছবির সংখ্যা মেলেনি বা সময় শেষ, নতুন ছবি দেখে আবার লিখুন',
  challenge_failed: 'যাচাইয়ের কাজটি মেলেনি বা মেয়াদ শেষ, আবার চেষ্টা করুন',
  sub_type_mismatch: 'ধরনটি এই সার্ভিসের নয়, আবার বেছে নিন',
  auto_service_not_orderable: 'এই সার্ভিসটি স্বয়ংক্রিয়, অর্ডার করতে হয় না; মেনু থেকে সার্ভিসটি খুলুন',
  result_missing: 'একটি ফাইল অথবা লেখা দিন',
  wrong_current_password: 'বর্তমান পাসওয়ার্ড সঠিক নয়',
  wrong_code: 'কোডটি সঠিক নয়, অ্যাপের নতুন কোডটি লিখুন',
  reset_link_dead: 'লিংকটির মেয়াদ শেষ অথবা আগেই ব্যবহার হয়েছে, নতুন লিংক চেয়ে নিন',
  second_factor_required: 'অ্যাপের ছয় সংখ্যার কোডটি লিখুন',
  name_taken: 'এই নামে আগে থেকেই একটি ধরন আছে, অন্য নাম দিন',
  service_name_taken: 'এই নামে আগে থেকেই একটি সার্ভিস আছে, অন্য নাম দিন',
  auto_service_keeps_name: 'স্বয়ংক্রিয় সার্ভিসের বাংলা নাম বদলানো যায় না',
  sub_types_missing: 'আগে অন্তত একটি ধরন যোগ করুন; ধরন ছাড়া গ্রাহকেরা অর্ডার দিতে পারেন না',
  auto_service_has_none: 'স্বয়ংক্রিয় সার্ভিসের কোনো ধরন হয় না',
  four_eyes: 'যিনি চেয়েছেন তিনি নিজে অনুমোদন করতে পারেন না, অন্য একজনকে করতে হবে',
  setting_waiting: 'এই অংশের একটি বদল আগে থেকেই অপেক্ষায় আছে, আগে সেটি অনুমোদন করুন বা ফিরিয়ে নিন',
  confirmation_link_dead: 'লিংকটির মেয়াদ শেষ বা আগে ব্যবহার হয়েছে, লগইন করে নতুন একটি চান',
  email_unconfirmed: 'তথ্য খোঁজার আগে আপনার ইমেইল নিশ্চিত করুন: ইমেইলের লিংকটি খুলুন, না পেলে ড্যাশবোর্ড থেকে আবার পাঠান',
  refund_too_much: 'এই অর্ডারে আর ৳ {left} ফেরত দেওয়া যায়',
  refund_waits: 'এই অর্ডারের ৳ {waiting} ফেরত অনুমোদনের অপেক্ষায় আছে, তার বাইরে আর ৳ {left} ফেরত দেওয়া যায়',
  reference_used: 'এই নম্বরের টাকা {when} সময়ে {who} আগেই জমা করেছেন',
  drawer_changed: 'এর মধ্যে ড্রয়ারে টাকা এসেছে বা গেছে, অথবা কেউ গুনেছেন। নতুন হিসাব দেখে আবার মেলান',
  customers_only: 'কর্মীর ওয়ালেটে নগদ নেওয়া যায় না, শুধু গ্রাহকের ওয়ালেটে',
  cash_limit: 'আজ আর ৳ {left} নগদ নিতে পারবেন, দিনের সীমা ৳ {limit}। বেশি হলে মালিক বা হিসাবরক্ষককে বলুন',
  cash_sum_limit: 'একবারে সর্বোচ্চ ৳ {limit} নগদ নিতে পারবেন, আজ আর বাকি ৳ {left}',
  own_wallet: 'নিজের ওয়ালেটে টাকা দেওয়া, নেওয়া বা অনুমোদন করা যায় না, অন্য একজন কর্মীকে বলুন',
  not_independent:
    'যিনি চেয়েছেন আর যিনি অনুমোদন করছেন, তাঁদের অ্যাকাউন্ট গত সাত দিনে একজনের হাতে তৈরি বা বদলানো হয়েছে; অন্য একজন কর্মীকে অনুমোদন করতে হবে',
  asker_dismissed: 'যিনি এটি চেয়েছিলেন তাঁর আর এই দায়িত্ব নেই, অনুরোধটি নাকচ করুন',
  money_pending: 'এই ব্যবহারকারীর পেমেন্ট বা অনুমোদন চলমান আছে, আগে সেগুলো শেষ করুন',
  own_money_pending: 'আপনার পেমেন্ট বা অনুমোদন চলমান আছে। সেগুলো শেষ হলে আবার চেষ্টা করুন',
  audit_running: 'খাতার হিসাব মেলানো এখনই চলছে, শেষ হলে আবার দেখুন',
  already_decided: 'এই লেনদেনের সিদ্ধান্ত আগেই হয়ে গেছে',
  orders_pending: 'এই ব্যবহারকারীর চলমান অর্ডার আছে, আগে সেগুলো শেষ করুন',
  wallet_not_empty: 'এই ব্যবহারকারীর ওয়ালেটে টাকা আছে, আগে টাকা ফেরত দিন',
  own_orders_pending: 'আপনার চলমান অর্ডার আছে। সেগুলো শেষ হলে বা তুলে নিলে আবার চেষ্টা করুন',
  own_wallet_not_empty: 'আপনার ওয়ালেটে টাকা আছে। আগে টাকা খরচ করুন বা দোকান থেকে ফেরত নিন',
  staff_not_erased: 'যিনি কর্মী আছেন বা ছিলেন, তাঁর অ্যাকাউন্ট শুধু মালিক মুছতে পারেন, মালিককে বলুন',
  not_yourself: 'নিজের অ্যাকাউন্টে এই কাজটি করা যায় না',
  last_owner: 'অন্তত একজন মালিক থাকতে হবে',
  second_factor_on: 'বাড়তি সুরক্ষা আগে থেকেই চালু আছে',
  not_signed_in: 'লগইন করুন',
  invalid_credentials: 'ইউজারনেম অথবা পাসওয়ার্ড সঠিক নয়',
  invalid_token: 'লগইনের মেয়াদ শেষ, আবার লগইন করুন',
  account_closed: 'আপনার অ্যাকাউন্ট বন্ধ করা হয়েছে, দোকানে যোগাযোগ করুন',
  price_changed: 'দাম বদলেছে: দেখানো হয়েছিল {shown} টাকা, এখন {price} টাকা। নতুন দামে রাজি থাকলে আবার চাপুন',
  insufficient_balance: 'পর্যাপ্ত ব্যালেন্স নেই, আরও {short} টাকা রিচার্জ করুন',
  not_allowed: 'এই কাজের অনুমতি আপনার নেই',
  view_read_only: 'আপনি গ্রাহকের চোখে দেখছেন, এখানে কিছু বদলানো যায় না। দেখা শেষ করে নিজের পাতা থেকে করুন',
  staff_not_viewed: 'কর্মীর চোখে দেখা যায় না, শুধু গ্রাহকের পোর্টাল দেখা যায়',
  second_factor_setup_required: 'কর্মীদের আগে লগইনে বাড়তি সুরক্ষা চালু করতে হয়',
  password_change_required: 'আগে নতুন পাসওয়ার্ড দিন',
  pin_required: 'এই কাগজটি খুলতে পিন লাগবে, যিনি পাঠিয়েছেন তাঁর কাছ থেকে জেনে নিন',
  wrong_pin: 'পিনটি সঠিক নয়, আবার মিলিয়ে লিখুন',
  not_found: 'তথ্য খুঁজে পাওয়া যায়নি',
  wallet_inactive: 'ওয়ালেটটি বন্ধ আছে, সহায়তায় যোগাযোগ করুন',
  service_inactive: 'সার্ভিসটি এখন বন্ধ আছে',
  idempotency_key_reused:
    'আগে যা পাঠিয়েছিলেন তা পৌঁছে গেছে, পরে যা বদলেছেন তা ছাড়া। এটি নেওয়া হয়নি। আগে সেটি দেখে নিন; এটিও চাইলে নতুন করে পাঠান',
  order_state_conflict: 'অর্ডারটির অবস্থা এর মধ্যে বদলে গেছে, পাতাটি নতুন করে দেখুন',
  order_taken_by_other: 'অর্ডারটি অন্য একজন কর্মী নিয়েছেন',
  question_open: 'গ্রাহকের কাছে একটি প্রশ্ন আগেই করা আছে, আগে তার উত্তর আসুক বা সেটি তুলে নিন',
  question_closed: 'এই প্রশ্নটির উত্তর আর লাগবে না, পাতাটি আবার খুলে দেখুন',
  checks_open: 'কাজ শেষের আগে তালিকার সব জরুরি কাজে টিক দিন',
  form_changed: 'দোকান এই সার্ভিসের ফরমটি বদলেছে। নতুন ফরমটি দেখে আবার দিন।',
  attachment_gone: 'সংযুক্ত একটি ফাইল আর নেই। ফাইলগুলো আবার দিন।',
  attachments_full: 'একটি অর্ডারে সর্বোচ্চ ১০টি ফাইল দেওয়া যায়',
  attachments_waiting: 'আপনার অনেক ফাইল অর্ডার ছাড়া জমে আছে। কিছু সরিয়ে নিন, বা আগে অর্ডারটি দিন।',
  upload_offset: 'ফাইলের এই অংশটি আগের অংশের সাথে মিলছে না',
  not_an_operator: 'এই কর্মীকে অর্ডার দেওয়া যায় না, অন্য কাউকে বেছে নিন',
  reply_title_taken: 'এই নামে আগে থেকেই একটি উত্তর আছে, অন্য নাম দিন',
  replies_full: 'সর্বোচ্চ ২০০টি উত্তর জমানো যায়, আগে একটি মুছুন',
  view_name_taken: 'এই নামে আপনার একটি জমানো তালিকা আছে, অন্য নাম দিন',
  views_full: 'সর্বোচ্চ ২০টি তালিকা জমানো যায়, আগে একটি মুছুন',
  tag_name_taken: 'এই নামে আগে থেকেই একটি ট্যাগ আছে, অন্য নাম দিন',
  tags_full: 'সর্বোচ্চ ৩০টি ট্যাগ রাখা যায়, আগে একটি মুছুন',
  record_changed: 'তথ্যটি এর মধ্যে অন্য জায়গা থেকে বদলানো হয়েছে, পাতাটি নতুন করে খুলে আবার করুন',
  setting_changed: 'এই অংশটি এইমাত্র অন্য কেউ বদলেছেন, নতুনটি দেখে আবার করুন',
  already_reversed: 'এই লেনদেনটি আগেই ফেরত নেওয়া হয়েছে',
  already_resolved: 'এই জমা রাখা টাকার হিসাব আগেই শেষ হয়েছে',
  already_posted: 'এই লেনদেনটি আগেই লেখা হয়েছে',
  not_creditable: 'পেমেন্ট মাধ্যমের তথ্য অসম্পূর্ণ বা আগে ব্যবহৃত, তাই জমা করা যায় না; বন্ধ করুন অথবা ফেরত দিন',
  refund_refused: 'পেমেন্ট মাধ্যম টাকা ফেরত দিতে রাজি হয়নি, তাদের সঙ্গে যোগাযোগ করুন',
  refund_running: 'টাকা ফেরত এখনো চলছে, {minutes} মিনিটের মধ্যে শেষ না হলে আবার চেষ্টা করুন',
  settlement_known: 'এই ফাইলটি আগেই আপলোড করা হয়েছে',
  settlement_no_payment: 'এই লাইনের কোনো পেমেন্ট আমাদের কাছে নেই, কারণ লিখে বন্ধ করুন',
  settlement_still_open: 'পেমেন্টটি এখনো মেলেনি, পেমেন্টের পাতায় সিদ্ধান্ত নিন অথবা কারণ লিখুন',
  account_frozen: 'হিসাব মিলছে না বলে এই ওয়ালেটের লেনদেন আপাতত বন্ধ, দোকানের মালিককে জানান',
  body_too_large: 'পাঠানো তথ্য খুব বড়',
  unsupported_media_type: 'এই ধরনের তথ্য নেওয়া হয় না',
  too_many_requests: 'অনেকবার চেষ্টা করা হয়েছে, {wait} পর আবার চেষ্টা করুন',
  internal: 'সার্ভারে সমস্যা হয়েছে, একটু পরে আবার চেষ্টা করুন। রেফারেন্স: {reference}',
  provider_unavailable: 'পেমেন্ট মাধ্যম এখন সাড়া দিচ্ছে না, একটু পরে আবার চেষ্টা করুন',
  registry_unavailable: 'তথ্যের উৎস এখন সাড়া দিচ্ছে না, একটু পরে আবার চেষ্টা করুন; কোনো টাকা কাটা হয়নি',
  storage_unavailable: 'কাগজ রাখার জায়গায় এখন পৌঁছানো যাচ্ছে না, একটু পরে আবার চেষ্টা করুন; কিছু বদলায়নি, কোনো টাকা কাটা হয়নি',
  busy: 'সার্ভার এখন ব্যস্ত, একটু পরে আবার চেষ্টা করুন',
};

const en: Record<ErrorCode, string> = {
  invalid_request: 'The request is not valid, check the values and try again',
  malformed_json: 'The data you sent could not be read, try again',
  plain_navigation: 'This address cannot be opened directly, go to the recharge page',
  unknown_provider: 'This payment method is not available, choose another',
  recharge_too_small: 'The minimum recharge is {minimum} taka',
  bonus_mismatch: 'This package has changed or is gone, reload the page and choose again',
  settlement_unreadable: 'The file cannot be read, download the settlement CSV again and upload it',
  settlement_columns: 'The file is missing these columns: {columns}. Upload the provider’s settlement report',
  settlement_line: 'Line {line} of the file has a wrong {column}, correct the line and upload again',
  settlement_empty: 'The file has no transactions, upload the report for another period',
  settlement_too_long: 'The file is too long (limit: {lines} lines), upload a shorter period',
  statement_too_long:
    'This period has more than {lines} transactions, choose a shorter one or download the CSV file',
  foreign_link: 'The link does not belong to this portal and was refused',
  file_not_pdf: 'Please upload a PDF file only',
  file_encrypted: 'The PDF is locked with a password, upload a copy without one',
  file_broken: 'The PDF is damaged or incomplete, get the file again and upload it',
  file_too_many_pages: 'A PDF may have at most 20 pages',
  file_too_large: 'The file is too large: PDFs at most 10 MB, images at most 5 MB',
  file_missing: 'Please upload a file',
  file_not_checked:
    'The file could not be checked: it is locked with a password, damaged or too large. Type the code that is printed on the paper',
  file_unreadable: 'The PDF could not be read, upload a clear copy or fill in the fields yourself',
  file_type_refused: 'This type of file is not accepted',
  image_refused: 'The picture could not be read, choose a JPG or PNG',
  captcha_wrong: 'The captcha does not match or has expired, type the digits in the new picture',
  challenge_failed: 'The check failed or has expired, try again',
  sub_type_mismatch: 'This sub-type belongs to another service, choose again',
  auto_service_not_orderable: 'This service is automatic and needs no order; open it from the menu',
  result_missing: 'Add a file or a text',
  wrong_current_password: 'The current password is not correct',
  wrong_code: 'The code is not correct, enter the current one from the app',
  reset_link_dead: 'The link has expired or has already been used, request a new one',
  second_factor_required: 'Enter the six digits from your authenticator app',
  name_taken: 'There is already a sub-type with this name, choose another',
  service_name_taken: 'There is already a service with this name, choose another',
  auto_service_keeps_name: 'The Bengali name of an automatic service cannot be changed',
  sub_types_missing: 'Add at least one sub-type first; without one, customers cannot order',
  auto_service_has_none: 'An automatic service has no sub-types',
  four_eyes: 'Nobody can approve their own request, someone else must',
  setting_waiting: 'A change to this group is already pending, approve or withdraw it first',
  confirmation_link_dead: 'The link has expired or has already been used, log in and request a new one',
  email_unconfirmed:
    'Confirm your email before looking anything up: open the link we emailed you, or send it again from the dashboard',
  refund_too_much: 'You can still refund up to {left} taka of this order',
  refund_waits:
    'Refunds of {waiting} taka of this order are waiting for approval; another {left} taka can be refunded',
  reference_used: 'The money of this reference was already taken in by {who} at {when}',
  drawer_changed:
    'Cash came or went meanwhile, or somebody counted the drawer. Look at the new figures and compare again',
  customers_only: 'Cash can be taken for customers only, not for staff',
  cash_limit:
    'You can take {left} taka more in cash today; the daily limit is {limit} taka. Ask an owner or accountant for more',
  cash_sum_limit: 'You can take up to {limit} taka in cash at once; {left} taka is left today',
  own_wallet: 'You cannot move money to or from your own wallet, or approve it; ask a colleague',
  not_independent:
    'The requester’s and the approver’s accounts were created or changed by the same person within seven days; someone else must approve',
  asker_dismissed: 'The requester no longer has permission for this, refuse the request',
  money_pending: 'This user has payments or approvals in progress, finish them first',
  own_money_pending: 'You have payments or approvals in progress. Try again when they are done',
  audit_running: 'An audit of the books is already running, check again when it is done',
  already_decided: 'This has already been decided',
  orders_pending: 'This user has open orders, finish them first',
  wallet_not_empty: 'This user has money in the wallet, pay it out first',
  own_orders_pending: 'You have open orders. Try again when they are done or cancelled',
  own_wallet_not_empty: 'There is money in your wallet. Spend it or ask the shop to pay it out first',
  staff_not_erased: 'Only an owner can erase the account of somebody who is or was staff: ask the owner',
  not_yourself: 'You cannot do this to your own account',
  last_owner: 'There must be at least one owner',
  second_factor_on: 'Two-factor authentication is already on',
  not_signed_in: 'Log in first',
  invalid_credentials: 'The username or the password is not correct',
  invalid_token: 'Your session has ended, log in again',
  account_closed: 'Your account has been closed, contact the shop',
  price_changed: 'The price has changed from {shown} to {price} taka. Submit again if you agree',
  insufficient_balance: 'Not enough balance, recharge {short} taka more',
  not_allowed: 'You do not have permission to do this',
  view_read_only:
    'You are viewing the portal as a customer, so nothing can be changed here; end the view and do it from your own page',
  staff_not_viewed: 'You can only view the portal as a customer, not as staff',
  second_factor_setup_required: 'Staff must use two-factor authentication, set it up first',
  password_change_required: 'Set a new password first',
  pin_required: 'This paper needs a PIN, ask the person who sent it',
  wrong_pin: 'The PIN is not correct, check it and try again',
  not_found: 'Not found',
  wallet_inactive: 'The wallet is closed, contact support',
  service_inactive: 'The service is currently inactive',
  idempotency_key_reused:
    'What you sent before has arrived, without your later changes. This one was not accepted. Check that one first; send this again if you want it too',
  order_state_conflict: 'The order has changed in the meantime, reload the page',
  order_taken_by_other: 'Another member of staff has taken this order',
  question_open: 'The customer already has an open question: wait for the answer or withdraw it',
  question_closed: 'This question no longer needs an answer, reload the page',
  checks_open: 'Tick every required item on the checklist before completing the order',
  form_changed: 'The shop has changed the form of this service. Look at the new form and send it again.',
  attachment_gone: 'One of the attached files is no longer here. Attach the files again.',
  attachments_full: 'An order can have up to 10 files',
  attachments_waiting:
    'Too many of your files are waiting without an order. Remove some, or place the order first.',
  upload_offset: 'This part of the file does not follow what has arrived',
  not_an_operator: 'Orders cannot be handed to this person, choose someone else',
  reply_title_taken: 'There is already a reply with this name, choose another',
  view_name_taken: 'You already have a saved view with this name, choose another',
  replies_full: 'You can save up to 200 replies, delete one first',
  views_full: 'You can save up to 20 views, delete one first',
  tag_name_taken: 'There is already a tag with this name, choose another',
  tags_full: 'You can have up to 30 tags, delete one first',
  record_changed: 'The record was changed elsewhere in the meantime, reload the page and do it again',
  setting_changed: 'Someone else has just changed this, check the new value and try again',
  already_reversed: 'This transfer has already been reversed',
  already_resolved: 'This hold has already been resolved',
  already_posted: 'This transfer has already been posted',
  not_creditable:
    'The provider’s answer is incomplete or was already used, so it cannot be credited; close it or refund it',
  refund_refused: 'The payment provider refused the refund, contact them',
  refund_running: 'The refund is still in progress. If it is not done in {minutes} minutes, try again',
  settlement_known: 'This file has already been uploaded',
  settlement_no_payment: 'There is no payment of ours for this line, close it with an explanation',
  settlement_still_open: 'The payment does not match yet, decide it on its own page or explain it',
  account_frozen: 'The books of this wallet do not balance, so it is frozen; tell the owner of the shop',
  body_too_large: 'Too much data was sent',
  unsupported_media_type: 'This type of data is not accepted',
  too_many_requests: 'Too many attempts, try again in {wait}',
  internal: 'Something went wrong on the server, try again later. Reference: {reference}',
  provider_unavailable: 'The payment provider is not responding, try again later',
  registry_unavailable: 'The data source is not responding, try again later; nothing was charged',
  storage_unavailable:
    'File storage cannot be reached right now, try again later; nothing was changed or charged',
  busy: 'The server is busy, try again later',
};

const catalogue = { bn, en };

/** Texts for staff about a customer's wallet, since advice to its owner would be of no use to them. */
const forStaff: Record<Language, Partial<Record<ErrorCode, string>>> = {
  bn: {
    insufficient_balance: 'এই ওয়ালেটে খরচ করার মতো আছে {balance} টাকা, {short} টাকা কম পড়ছে',
    wallet_inactive: 'এই ওয়ালেটটি বন্ধ আছে, চালু করতে মালিককে বলুন',
  },
  en: {
    insufficient_balance: 'This wallet has {balance} taka available, which is {short} taka too little',
    wallet_inactive: 'This wallet is closed, ask an owner to open it',
  },
};

export type Reader = 'customer' | 'staff';

const units = {
  bn: { second: ['সেকেন্ড', 'সেকেন্ড'], minute: ['মিনিট', 'মিনিট'], hour: ['ঘণ্টা', 'ঘণ্টা'] },
  en: { second: ['second', 'seconds'], minute: ['minute', 'minutes'], hour: ['hour', 'hours'] },
} as const;

/** Formats a waiting time as people say it: seconds up to 90, minutes up to 90, then hours; rounded up. */
function waitWords(seconds: number, language: Language): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second' as const]
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute' as const]
        : [Math.ceil(seconds / 3_600), 'hour' as const];
  return `${inDigitsOf(language, count)} ${units[language][unit][count === 1 ? 0 : 1]}`;
}

/** Returns the text of an error code with … in place of its facts. */
export const errorPattern = (code: ErrorCode, language: Language): string =>
  catalogue[language][code].replace(/\{\w+\}/g, '…');

/** Returns the text of an error code with its facts filled in, with digits in the language's script. `{wait}` is the fact `seconds` in words. */
export function errorText(
  code: ErrorCode,
  language: Language,
  facts: ErrorFacts = {},
  reader: Reader = 'customer',
): string {
  const text = (reader === 'staff' && forStaff[language][code]) || catalogue[language][code];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'wait') return waitWords(Number(facts.seconds ?? 0), language);
    // The only amount that responses contain as a number.
    if (name === 'balance') return inDigitsOf(language, Number(facts.balance ?? 0).toFixed(2));
    return name === 'reference' ? String(facts[name] ?? '') : inDigitsOf(language, facts[name] ?? '');
  });
}
