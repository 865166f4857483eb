// Labels as they are met in the wild, written without a look at the reader: abbreviations, old spellings, misspellings, visarga for a colon.

import type { AddressPart, SignedCopyField } from '#engines/reading/signed-copy-reading.ts';

/** english | bengali | short, alternatives separated by ';' */
export const wildFieldWordings: Record<SignedCopyField, string> = {
  national_id:
    'National ID No.;NID No;Smart Card No.;N.I.D Number;Card Number (NID) | জাতীয় পরিচয় পত্র নম্বর;এন.আই.ডি নং;এন আই ডি নম্বর;স্মার্ট কার্ড নং;ভোটার আইডি নং | NID No.;N.ID;Smart Card',
  pin: 'PIN No;Pin Number;Old NID / PIN | পিন নাম্বার;পি.আই.এন;পিন নং | Pin;PIN No.',
  status: 'Card Status;Voter Status;NID Status | কার্ডের অবস্থা;ভোটারের অবস্থা | Status;Card Stat.',
  afis_status: 'Afis Status;AFIS Result;Biometric (AFIS) Status | আফিস স্ট্যাটাস;এএফআইএস স্ট্যাটাস | Afis;AFIS St.',
  lock_flag: 'Lock Status;Locked?;Lock Flag | লক স্ট্যাটাস;লক আছে কি না | Locked;LockFlag',
  voter_no: 'Voter ID No;Voter No.;Voter Num. | ভোটার নাম্বার;ভোটার ক্রমিক নম্বর;ভোটার নংঃ | Voter#;Vtr No',
  form_no: 'Form No.;Registration Form No;Enrolment Form No. | ফর্ম নং;ফরম নাম্বার;নিবন্ধন ফরম নং | Form#;FormNo',
  sl_no: 'SL No.;Serial;Serial Number | ক্রমিক নম্বর;সিরিয়াল নাম্বার | SL#;S/N',
  tag: 'Tag;Tag No | ট্যাগ;ট্যাগ নং | Tag',
  name_bangla: 'Name (Bangla);Name(Bn);Bangla Name | নাম (বাংলা);নাম (বাংলায়);নামঃ;পূর্ণ নাম (বাংলা) | Name Bn;Name(Ban)',
  name_english:
    'Name (English);Full Name (English);English Name;Name(En) | নাম (ইংরেজি);নাম (ইংরেজিতে);ইংরেজী নাম;নাম (ইংরেজী) | Name En;Name(Eng)',
  date_of_birth: 'Date of Birth;Date Of Birth;DOB;Dt. of Birth;Birthdate | জন্ম তারিখ;জন্ম তাং;জম্ম তারিখ;জন্মের তারিখ | DOB;D.O.B.;Birth Dt',
  birth_place: 'Place Of Birth;Birth Place (District);Birthplace | জন্মস্হান;জন্ম স্থান (জেলা);জন্মের স্থান | Birth Place;POB',
  birth_other: 'Birth (Other);Birth Other | জন্ম অন্যান্য;অন্যান্য জন্ম তথ্য | Birth Oth.',
  birth_registration_no:
    'Birth Registration Number;Birth Reg. No.;BRN (17 digits) | জন্ম নিবন্ধন নম্বর;জন্ম নিবন্ধন সনদ নং;জন্মনিবন্ধন নং | BR No;B. Reg. No',
  father_name: "Father's Name;Fathers Name;Father | পিতার নাম;পিতা;পিতার নামঃ;বাবা | Father's;Fath. Name",
  mother_name: "Mother's Name;Mothers Name;Mother | মাতার নাম;মাতা;মায়ের নাম;মা | Mother's;Moth. Name",
  spouse_name:
    "Spouse's Name;Husband/Wife;Husband / Wife Name | স্বামী/স্ত্রী;স্বামী/স্ত্রীর নাম;স্বামী বা স্ত্রীর নাম;স্বামী-স্ত্রীর নাম | Spouse;Hus./Wife",
  gender: 'Gender;Sex (M/F);Sex | লিঙ্গ;লিংগ;লিঙ্গ পরিচয় | Sex;Gen.',
  marital_status: 'Marital Status;Marital State;Maritial Status | বৈবাহিক অবস্থা;বৈবাহিক অবস্হা;বিবাহিত/অবিবাহিত | M/Status;Marital St.',
  occupation: 'Occupation;Profession / Occupation;Job / Occupation | পেশা;বৃত্তি/পেশা;পেশা (বর্তমান) | Occup.;Profession',
  disability: 'Disability;Disability (if any) | প্রতিবন্ধী কি না;প্রতিবন্ধিতা (যদি থাকে);প্রতিবন্ধীতা | Disab.;Disability',
  disability_other: 'Disability Other;Other Disability | অন্যান্য প্রতিবন্ধীতা;প্রতিবন্ধিতা অন্যান্য | Disab. Oth.',
  education: 'Education;Edu. Qualification;Education Level | শিক্ষাগত যোগ্যতা;শিক্ষার স্তর;শিক্ষাগত যোগ্যতাঃ | Edu;Educ.',
  education_other: 'Education Other;Other Education | শিক্ষা অন্যান্য;অন্যান্য শিক্ষা | Educ. Oth.',
  education_sub: 'Education Sub;Education (Subject) | শিক্ষা বিষয়;অধ্যয়নের বিষয় | Educ. Sub',
  identification: 'Identification;Identification Marks;Body Mark | সনাক্তকরণ চিহ্ন;শনাক্তকারী চিহ্ন;শরীরের চিহ্ন | Ident. Mark;ID Mark',
  blood_group: 'Blood Group;Blood Grp.;Blood Gr. | রক্তের গ্রুপ;ব্লাড গ্রুপ;রক্তের গ্রুপঃ;রক্ত গ্রুপ | Bl. Group;B/G',
  tin: 'TIN No.;e-TIN;Tax ID (TIN) | টি.আই.এন;টিন নম্বর;ই-টিন | TIN No',
  driving: 'Driving Licence No;Driving License Number | ড্রাইভিং লাইসেন্স;ড্রাইভিং লাইসেন্স নম্বর | DL No.',
  passport: 'Passport No;Passport Num. | পাসপোর্ট নাম্বার;পাসপোর্ট নম্বরঃ | Passport No;PP No.',
  laptop_id: 'Laptop Id;Laptop ID No. | ল্যাপটপ আই.ডি;ল্যাপটপ আইডি নং | Laptop#',
  nid_father: "Father NID No.;NID (Father);Father's National ID | পিতার এন.আই.ডি নং;পিতার জাতীয় পরিচয় পত্র নম্বর | Father NID;NID (F)",
  nid_mother: "Mother NID No.;NID (Mother);Mother's National ID | মাতার এন.আই.ডি নং;মাতার জাতীয় পরিচয় পত্র নম্বর | Mother NID;NID (M)",
  nid_spouse: "Spouse NID No.;NID (Spouse);Spouse's National ID | স্বামী/স্ত্রীর এন.আই.ডি নং;স্বামী/স্ত্রীর জাতীয় পরিচয় পত্র নম্বর | Spouse NID No;NID (S)",
  voter_no_father: "Father's Voter No.;Voter No (Father) | পিতার ভোটার নং;পিতার ভোটার নাম্বার | Voter (F);F. Voter No",
  voter_no_mother: "Mother's Voter No.;Voter No (Mother) | মাতার ভোটার নং;মাতার ভোটার নাম্বার | Voter (M);M. Voter No",
  voter_no_spouse: "Spouse's Voter No.;Voter No (Spouse) | স্বামী/স্ত্রীর ভোটার নাম্বার;স্বামী/স্ত্রীর ভোটার নং | Voter (S);S. Voter No",
  phone: 'Phone No.;Telephone;Land Phone | ফোন নম্বর;টেলিফোন নম্বর;ফোন | Phone No;Tel.',
  mobile: 'Mobile Number;Mobile No;Contact No. (Mobile) | মোবাইল নাম্বার;মোবাইলঃ;মোবাইল ফোন নং | Mobile#;Mob. No',
  email: 'E-mail Address;Email ID;Email | ই-মেইল ঠিকানা;ইমেইল আইডি | E-mail;Mail',
  religion: 'Religion;Religion / Faith | ধর্ম;ধর্মঃ;ধর্মীয় পরিচয় | Relig.;Religion',
  religion_other: 'Religion Other;Other Religion | ধর্ম অন্যান্য;অন্যান্য ধর্ম | Relig. Oth.',
  death_date_of_father: "Father's Death Date;Death Date of Father | পিতার মৃত্যু তারিখ;পিতার মৃত্যুর তাং | Father Death;Death (F)",
  death_date_of_mother: "Mother's Death Date;Death Date of Mother | মাতার মৃত্যু তারিখ;মাতার মৃত্যুর তাং | Mother Death;Death (M)",
  death_date_of_spouse: "Spouse's Death Date;Death Date of Spouse | স্বামী/স্ত্রীর মৃত্যু তারিখ;স্বামী/স্ত্রীর মৃত্যুর তাং | Spouse Death Dt;Death (S)",
  no_finger: 'No Finger;No. Finger;Finger Missing | আঙ্গুল নেই;আঙুল নাই | NoFinger;No Finger',
  no_finger_print: 'No Finger Print;No FingerPrint | আঙ্গুলের ছাপ নেই;আঙুলের ছাপ নাই | NoFingerPrint;No F. Print',
  voter_area: 'Voter Area;Voter Area Name;Voter Area (Name) | ভোটার এলাকা;ভোটার এরিয়া;ভোটার এলাকার নামঃ | Vtr Area;Voter Area',
  voter_at: 'Voter At;Voter At Address | যেখানে ভোটার;ভোটার যে ঠিকানায় | Voter At',
  voter_documents: 'Voter Documents;Documents Submitted | ভোটারের কাগজপত্র;দাখিলকৃত কাগজপত্র | Documents;Voter Doc.',
}; // biome-ignore format: a list

export const wildPartWordings: Record<AddressPart, string> = {
  division: 'Division;Division Name | বিভাগ;বিভাগঃ;বিভাগের নাম | Div.;Division',
  district: 'District;Zilla;Dist | জেলা;জেলাঃ;জেলার নাম | Dist.;Zila',
  rmo: 'RMO;R M O | আরএমও;আর.এম.ও | RMO',
  upazila: 'Upazila;Upozila;Upazilla / Thana;Upazila (P.S) | উপজেলা;উপজেলা/থানা;থানা/উপজেলা;উপজেলাঃ | UPZ;Upaz.;Thana',
  union_ward: 'Union/Ward;Union / Ward No;Ward/Union | ইউনিয়ন/ওয়ার্ড;ইউনিয়ন/ওয়ার্ড নং;ওয়ার্ড/ইউনিয়ন;ইউনিয়নঃ | Un./Wd.;Union/Wd',
  mouza_moholla: 'Mouza/Moholla;Mouza / Mahalla;Moholla/Mouza | মৌজা/মহল্লা;মহল্লা/মৌজা;মৌজাঃ | Mouza/Moh.;Moh.',
  village_road: 'Village/Road;Village / Road;Vill./Road;Road/Village | গ্রাম/রাস্তা;গ্রামঃ;গ্রাম বা রাস্তা;রাস্তা/গ্রাম | Vill.;Vill./Rd.',
  home_holding_no:
    'Home/Holding No;Home / Holding;House/Holding No;Holding No. | বাসা/হোল্ডিং;বাসা/হোল্ডিং নং;বাড়ী/হোল্ডিং;হোল্ডিং নং | H. No;Holding#',
  post_office: 'Post Office;P.O.;Post Offfice | ডাকঘর;ডাকঘরঃ;পোঃ অফিস;ডাক ঘর | P/O;P.O.',
  postal_code: 'Post Code;Postal Code;Postcode;Post Code No. | পোস্ট কোড;পোষ্ট কোড;পোস্টকোড;পোস্টাল কোড নং | Post Code;P/Code',
}; // biome-ignore format: a list

export const wildAddressWordings = {
  present: 'Present Address;Present Addr.;Address (Present) | বর্তমান ঠিকানা;বর্তমান ঠিকানাঃ;ঠিকানা (বর্তমান) | Pre. Address;Present Add.',
  permanent: 'Permanent Address;Permanent Addr.;Address (Permanent) | স্থায়ী ঠিকানা;স্হায়ী ঠিকানা;ঠিকানা (স্থায়ী);স্থায়ী ঠিকানাঃ | Per. Address;Permanent Add.',
}; // biome-ignore format: a list
