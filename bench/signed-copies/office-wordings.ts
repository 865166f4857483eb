// A fifth vocabulary of labels, written without a look at the reader: union offices, print shops and home-made tools, with dated, colloquial and
// misspelt words. Of each list the layouts for development take every other wording, and those set aside the rest.

import type { AddressPart, SignedCopyField } from '#engines/reading/signed-copy-reading.ts';

/** english | bengali | short, alternatives separated by ';' */
export const officeFieldWordings: Record<SignedCopyField, string> = {
  national_id:
    'National ID Card No;NID Card Number;National Identity Number;National Identity Card No. | জাতীয় পরিচয়পত্রের নম্বর;ভোটার আইডি কার্ড নং;এন আই ডি নং;জাতীয় পরিচিতি নম্বর | NID Num;NID Nr.',
  pin: 'PIN (17 Digit);Personal ID (PIN) | পিন নম্বর (১৭ ডিজিট);পিন সংখ্যা | PIN Num;P.I.N.',
  status: 'Current Status;Record Status | বর্তমান অবস্থা;স্ট্যাটাস্ | Cur. Status;Status:',
  afis_status: 'AFIS Match;AFIS Report | এফিস রিপোর্ট;আফিস ফলাফল | AFIS Rep.;AFIS Res.',
  lock_flag: 'Record Lock;Is Locked | তথ্য লক;লক করা কি না | Lock Flg;Lock Y/N',
  voter_no: 'Voter Serial No.;Electoral Roll No;Voter Registration No;Voter No (12 Digit) | ভোটার নাম্বার;ভোটার সিরিয়াল;ভোটার নং (১২ ডিজিট);ভোটার তালিকা নং | Voter Num;Voter Nr.',
  form_no: 'Form Serial No;Form No (NIDFN) | ফরমের নম্বর;ফরম ক্রমিক নং | Form Num;Frm No',
  sl_no: 'Serial Num;Sl. Number | ক্রমিক সংখ্যা;ক্রঃ নং | Srl. No;Sl. Num',
  tag: 'Tags;Record Tag | ট্যাগসমূহ;রেকর্ড ট্যাগ | Tags;Rec. Tag',
  name_bangla:
    'Name in Bangla;Bengali Name;Name (Bangali);Full Name (Bangla) | নাম (বাংলায় স্পষ্ট অক্ষরে);পুরা নাম (বাংলা);নাম বাংলায়;পূর্ণ নাম (বাংলায়) | Bn. Name;Name (Bang.)',
  name_english:
    'Name in English (Block Letters);Full Name in English;Name in Eng.;English Full Name | নাম (ইংরেজী বড় অক্ষরে);ইংরেজিতে নাম;নাম ইংরেজিতে;পূর্ণ নাম (ইংরেজি) | En. Name;Name (Engl.)',
  date_of_birth:
    'Date of Birth (DD/MM/YYYY);Date of birth;Dob;Birth Date (D/M/Y) | জন্ম তাঃ;জন্ম-তারিখ;জন্ম তারিখ (দিন/মাস/বছর);জন্মের তাং | D. of Birth;B. Date',
  birth_place: 'Born At;Home District (Birth);Place of Birth (Dist.);Birth Zila | জন্মের জেলা;জন্ম-স্থান;জন্ম গ্রহণের স্থান;জন্মস্থান (জেলা) | B. Place;Place/Birth',
  birth_other: 'Birth: Other;Other (Birth) | অন্যান্য (জন্ম);জন্ম: অন্যান্য | Birth-Oth;Oth. Birth',
  birth_registration_no:
    'Birth Reg. Certificate No;Online Birth Registration No;Birth Regn. No. | জন্ম নিবন্ধন সনদ নম্বর;জন্ম সনদের নম্বর;জন্ম নিবন্ধন নাম্বার | Birth Regn.;B.R.N.',
  father_name: "Father's Full Name;Name of Father;Fathers' Name;Father (Name) | পিতার পূর্ণ নাম;জনক;আব্বার নাম;পিতার নাম (বাংলা) | Fa. Name;Fathr",
  mother_name: "Mother's Full Name;Name of Mother;Mothers' Name;Mother (Name) | মাতার পূর্ণ নাম;জননী;আম্মার নাম;মাতার নাম (বাংলা) | Mo. Name;Mothr",
  spouse_name:
    "Husband or Wife's Name;Name of Husband/Wife;Wife/Husband;Name of Spouse | স্বামী অথবা স্ত্রীর নাম;স্ত্রী/স্বামীর নাম;স্বামী/স্ত্রীর পূর্ণ নাম;স্ত্রী / স্বামী | Sps. Name;H/W",
  gender: 'Male/Female;Gender (M/F);Sex (Male/Female);Gender/Sex | পুরুষ/মহিলা;লিঙ্গ (পুরুষ/মহিলা);লিংঙ্গ;পুরুষ/নারী | Gndr;M/F',
  marital_status: 'Married/Unmarried;Marital Condition;Whether Married;Matrimonial Status | বিবাহিত কি না;বৈবাহিক স্ট্যাটাস;বৈবাহিক তথ্য;দাম্পত্য অবস্থা | Mar. St.;Marrd.',
  occupation: 'Nature of Occupation;Present Occupation;Job;Trade or Profession | পেশার নাম;বর্তমান পেশা;পেশা/বৃত্তি;চাকুরী/পেশা | Occptn.;Profn.',
  disability: 'Any Disability;Disability Type | প্রতিবন্ধীত্ব;প্রতিবন্ধীতা (থাকলে) | Disabl.;Disability?',
  disability_other: 'Any Other Disability;Disability: Other | প্রতিবন্ধিতা: অন্যান্য;অন্য প্রতিবন্ধিতা | Disabl. Oth.;Oth. Disab.',
  education: 'Highest Education;Edu. Level;Qualification (Education);Level of Education | লেখাপড়া;শিক্ষাগত যোগ্যতা (সর্বোচ্চ);শিক্ষাগত মান;শিক্ষার যোগ্যতা | Educn.;Edu. Lvl',
  education_other: 'Any Other Education;Education: Other | শিক্ষাগত যোগ্যতা: অন্যান্য;অন্য শিক্ষা | Educn. Oth.;Oth. Educ.',
  education_sub: 'Subject of Education;Subject (Education) | শিক্ষা: বিষয়;পাঠ্য বিষয় | Educn. Subj.;Edu. Subj.',
  identification: 'Identifying Mark;Visible Mark;Identification Sign;Special Mark | সনাক্তকারী চিহ্ন;শরীরে চিহ্ন;পরিচয় চিহ্ন;বিশেষ চিহ্ন | Idn. Mark;Mark',
  blood_group: 'Blood Group (if known);Group of Blood;Bld Group;Blood Group / Rh | রক্তের গ্রুপ (জানা থাকলে);রক্তের গ্রুফ;ব্লাড গ্রূপ;রক্ত গ্রূপ | Bld. Grp;Blood',
  tin: 'Tax Identification No (TIN);Income Tax No. (TIN) | আয়কর নম্বর (টিআইএন);ই-টিআইএন নং | TIN Num;E-TIN No',
  driving: "Driver's License No;Driving Lic. No. | ড্রাইভিং লাইসেন্স নাম্বার;গাড়ি চালনার লাইসেন্স নং | Drv. Lic.;D/L No",
  passport: 'Passport No. (if any);Pass Port No | পাসপোর্ট নং (যদি থাকে);পাশপোর্ট নং | Pspt. No;PPT No',
  laptop_id: 'Laptop ID Number;Lap Top ID | ল্যাপটপের আইডি;লেপটপ আইডি | Lap. ID;LT ID',
  nid_father: "NID No. (Father);Father's NID Number;NID Number of Father | পিতার জাতীয় পরিচয়পত্র নম্বর;পিতার ভোটার আইডি নং;এনআইডি নং (পিতা) | NID/Father;Fa. NID",
  nid_mother: "NID No. (Mother);Mother's NID Number;NID Number of Mother | মাতার জাতীয় পরিচয়পত্র নম্বর;মাতার ভোটার আইডি নং;এনআইডি নং (মাতা) | NID/Mother;Mo. NID",
  nid_spouse:
    "NID No. (Spouse);Spouse's NID Number;NID Number of Spouse | স্বামী/স্ত্রীর জাতীয় পরিচয়পত্র নম্বর;স্বামী/স্ত্রীর ভোটার আইডি নং;এনআইডি নং (স্বামী/স্ত্রী) | NID/Spouse;Sps. NID",
  voter_no_father: "Voter Number (Father);Father's Voter ID No | পিতার ভোটার ক্রমিক;ভোটার নম্বর (পিতা) | Voter/Father;Fa. Voter",
  voter_no_mother: "Voter Number (Mother);Mother's Voter ID No | মাতার ভোটার ক্রমিক;ভোটার নম্বর (মাতা) | Voter/Mother;Mo. Voter",
  voter_no_spouse: "Voter Number (Spouse);Spouse's Voter ID No | স্বামী/স্ত্রীর ভোটার ক্রমিক;ভোটার নম্বর (স্বামী/স্ত্রী) | Voter/Spouse;Sps. Voter",
  phone: 'Telephone (Res.);Phone (Home) | টেলিফোন (বাসা);ফোন নাম্বার | Phn;Ph. No',
  mobile: 'Cell Number;Mobile Phone No;Contact Mobile;Handphone No | মোবাইল ফোন;মোবাইল (নিজ);মুঠোফোন নং;সেল নম্বর | Cell;Mbl. No',
  email: 'E Mail;E-mail ID | ই মেইল;ইমেইল ঠিকানা | E.mail;e-Mail ID',
  religion: 'Religion (Faith);Religious Faith | ধর্মের নাম;ধর্ম (নিজ) | Relgn.;Rel.',
  religion_other: 'Any Other Religion;Religion: Other | ধর্ম: অন্যান্য;অন্য ধর্ম | Relgn. Oth.;Oth. Relig.',
  death_date_of_father: "Date of Father's Death;Father Died On | পিতার মৃত্যু তাঃ;পিতার মৃত্যু-তারিখ | Fa. Death;Father DOD",
  death_date_of_mother: "Date of Mother's Death;Mother Died On | মাতার মৃত্যু তাঃ;মাতার মৃত্যু-তারিখ | Mo. Death;Mother DOD",
  death_date_of_spouse: "Date of Spouse's Death;Spouse Died On | স্বামী/স্ত্রীর মৃত্যু তাঃ;স্বামী/স্ত্রীর মৃত্যু-তারিখ | Sps. Death;Spouse DOD",
  no_finger: 'No of Fingers Missing;No Finger(s) | আঙ্গুল নাই;আঙুল অনুপস্থিত | No Fngr;No-Finger',
  no_finger_print: 'No Finger-Print;No Fingerprint(s) | আঙুল ছাপ নাই;আঙ্গুলের ছাপ অনুপস্থিত | No Fngr Prnt;No-Finger-Print',
  voter_area: 'Area of Voter;Voting Area;Voter Area (Village/Moholla);Voter List Area | ভোটার হওয়ার এলাকা;ভোটার এলাকা (গ্রাম/মহল্লা);ভোটার তালিকার এলাকা;ভোটার এলাকার নাম | Vot. Area;Voter Ar.',
  voter_at: 'Voter In;Voter At (Present/Permanent) | ভোটার কোন ঠিকানায়;ভোটার ঠিকানা (বর্তমান/স্থায়ী) | Vot. At;Voter-at',
  voter_documents: 'Documents of Voter;Papers Submitted | ভোটারের কাগজাদি;জমাকৃত কাগজপত্র | Vot. Docs;Docs',
}; // biome-ignore format: a list

export const officePartWordings: Record<AddressPart, string> = {
  division: 'Division;Div. Name | বিভাগ;বিভাগ নাম | Divn.;Div',
  district: 'District;Zila;Dist. Name;Jela | জেলা;জিলা;জেলা নাম;জেলাঃ | Distt.;Dist',
  rmo: 'RMO;R.M.O. | আর.এম.ও;আরএমও | RMO;R/M/O',
  upazila: 'Upazilla;Thana/Upazila;PS/Upazila;Upojela | উপজিলা;থানা;উপজেলা/থানা;থানা (উপজেলা) | Upa.;Th.',
  union_ward: 'Union/Municipality;Union or Ward;Union Council/Ward;Ward/Union No. | ইউনিয়ন/পৌরসভা;ইউপি/ওয়ার্ড;ইউনিয়ন বা ওয়ার্ড;ইউনিয়ন / পৌর ওয়ার্ড | Un.;U.P./Ward',
  mouza_moholla: 'Mouza or Moholla;Mahalla/Mouza | মৌজা বা মহল্লা;মহল্লা / মৌজা | Mza.;Mhl.',
  village_road: 'Village or Road;Village/Street;Vill/Para;Road/Village Name | গ্রাম/সড়ক;গ্রাম বা রাস্তা;গ্রাম/পাড়া;গ্রাম / রাস্তার নাম | Vlg.;Vil.',
  home_holding_no: 'House/Holding;Holding Number;House No.;Home or Holding No | বাড়ী নং;হোল্ডিং নম্বর;বাসা বা হোল্ডিং;বাড়ি/বাসা নং | Hold.;Hse.',
  post_office: 'Post Office;Post Off.;Dakghar;P. Office | ডাকঘর;পোস্ট;পোষ্ট অফিস;ডাক-ঘর | P. Off.;P.Off',
  postal_code: 'Post Code;Postal Code No;Post Code Number;Zip/Post Code | পোস্টাল কোড;ডাক কোড নং;পোষ্ট কোড নং;পোস্ট কোড নম্বর | P/Code;Pcode',
}; // biome-ignore format: a list

export const officeAddressWordings = {
  present:
    'Present Residence Address;Present Address (Mailing);Mailing Address (Present);Current Residential Address | হাল ঠিকানা;বর্তমান বাসস্থানের ঠিকানা;বর্তমান (যোগাযোগের) ঠিকানা;বর্তমান বসবাসের ঠিকানা | Prst. Addr.;Cur. Address',
  permanent:
    'Permanent Home Address;Permanent Address (Village);Permanent Residence;Permanent Residential Address | সাকিন / স্থায়ী ঠিকানা;স্থায়ী নিবাস;স্থায়ী বাড়ির ঠিকানা;স্থায়ী বসবাসের ঠিকানা | Prmt. Addr.;Perm. Add.',
}; // biome-ignore format: a list

/** Words for the parts within a line: the village's, post office's, upazila's and district's are cut to a letter or two. */
export const cutPartWordings: Record<AddressPart, string> = {
  division: 'Div-;Divn. | বি:;বিভাঃ | Div-;Divn.',
  district: 'Dist-;Zila- | জে:;জিঃ | Dist-;Zila-',
  rmo: 'RMO-;RMO | আরএমও;আর.এম.ও | RMO-;RMO',
  upazila: 'P.S-;Upa- | উপ:;থাঃ | P.S-;Upa-',
  union_ward: 'U.P-;Un- | ইউ:;ইউপিঃ | U.P-;Un-',
  mouza_moholla: 'Mouza-;Moh- | মৌ:;মহঃ | Mouza-;Moh-',
  village_road: 'Vill-;Vill: | গ্রা:;গ্রাঃ | Vill-;Vill:',
  home_holding_no: 'House-;Hold- | বাড়ি-;হোঃ নং | House-;Hold-',
  post_office: 'P.O-;Post- | ডাক:;পোঃ | P.O-;Post-',
  postal_code: 'Code-;P.Code- | কোড:;পোঃ কোড | Code-;P.Code-',
};
