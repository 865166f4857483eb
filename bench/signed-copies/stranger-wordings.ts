// A third vocabulary of labels, written without a look at the reader: server copies, registration forms, and sheets that shops type themselves.

import type { AddressPart, SignedCopyField } from '#engines/reading/signed-copy-reading.ts';

/** english | bengali | short, alternatives separated by ';' */
export const strangerFieldWordings: Record<SignedCopyField, string> = {
  national_id:
    'NID Number;National Id;ID No;NID No (National ID) | জাতীয় পরিচয় নম্বর;জাতীয় পরিচয়পত্র নাম্বার;এনআইডি নম্বর;আইডি নং;জা.প. নং | NID;ID NO;Nat. ID',
  pin: 'PIN;Personal Identification No. | পিন নম্বর;পিন;ব্যক্তিগত শনাক্তকরণ নম্বর | PIN;Pin #',
  status: 'Status;NID Card Status | স্ট্যাটাস;অবস্থা | Stat.;Status',
  afis_status: 'AFIS Status;Afis Match Status | এএফআইএস ফলাফল;এফিস অবস্থা | AFIS',
  lock_flag: 'Lock Flag;Lock | লক অবস্থা;লক ফ্ল্যাগ | Lock',
  voter_no: 'Voter Number;Voter No;Voter Serial Number | ভোটার নম্বর;ভোটার নং;ভো. নং | Voter No;V.No',
  form_no: 'Form No;Form Number;Application Form No | ফরম নম্বর;ফরম নং;আবেদন ফরম নং | Form',
  sl_no: 'Serial No;Sl. No;SL | ক্রমিক নং;সিরিয়াল নং;ক্র. নং | Sl',
  tag: 'Tag | ট্যাগ | Tag',
  name_bangla: 'Name (Bangla);Name (Bengali);নাম;Name in Bengali | নাম (বাংলা);বাংলা নাম;নাম | Name (B);Name Bn',
  name_english:
    'Name (English);Name;Name in English (Capital) | নাম (ইংরেজি);ইংরেজি নাম;নাম ইংরেজি | Name (E);Name En',
  date_of_birth: 'Date of Birth;Birth Date;Born on | জন্ম তারিখ;জন্মতারিখ;জ. তারিখ;জন্ম তাং | DoB;D.O.B;Date of B.',
  birth_place: 'Birth Place;Place of Birth;Birth District | জন্মস্থান;জন্ম স্থান;জন্ম জেলা | B.Place;Birth Dist.',
  birth_other: 'Birth Other;Other Birth Document | জন্ম (অন্যান্য);জন্ম সংক্রান্ত অন্যান্য | Birth Other',
  birth_registration_no:
    'Birth Registration No.;Birth Reg No;Birth Certificate Number | জন্ম নিবন্ধন নং;জন্মনিবন্ধন নম্বর;জন্ম সনদ নং | BRN;B.R. No;Birth Reg. #',
  father_name: "Father's Name;Father Name;Name of the Father | পিতার নাম;পিতা;বাবার নাম | Father;F/Name",
  mother_name: "Mother's Name;Mother Name;Name of the Mother | মাতার নাম;মাতা;মা-এর নাম | Mother;M/Name",
  spouse_name:
    "Spouse Name;Husband's/Wife's Name;Name of the Spouse | স্বামী/স্ত্রীর নাম;স্বামী / স্ত্রী;দাম্পত্য সঙ্গীর নাম | Spouse;H/W Name",
  gender: 'Gender;Sex;Sex/Gender | লিঙ্গ;জেন্ডার;নারী/পুরুষ | Sex;Gender',
  marital_status: 'Marital Status;Marriage Status | বৈবাহিক অবস্থা;বিবাহ সংক্রান্ত অবস্থা | Marital;M. Status',
  occupation: 'Occupation;Profession;Occupation/Profession | পেশা;জীবিকা | Occ.;Prof.',
  disability: 'Disability;Type of Disability | প্রতিবন্ধিতা;প্রতিবন্ধিতার ধরন;অসমর্থতা | Disability',
  disability_other:
    'Disability (Others);Disability Other | অন্যান্য প্রতিবন্ধিতা;প্রতিবন্ধিতা (অন্যান্য) | Disability Oth',
  education:
    'Education;Educational Qualification;Academic Qualification | শিক্ষাগত যোগ্যতা;শিক্ষা;সর্বোচ্চ শিক্ষাগত যোগ্যতা | Edu.;Education',
  education_other: 'Education (Others);Education Other | শিক্ষা (অন্যান্য);অন্যান্য শিক্ষাগত যোগ্যতা | Edu Other',
  education_sub: 'Education Subject;Education Sub;Subject | শিক্ষার বিষয়;পঠিত বিষয় | Edu. Sub',
  identification:
    'Identification Mark;Visible Identification Mark;Identification | শনাক্তকরণ চিহ্ন;দৃশ্যমান শনাক্তকরণ চিহ্ন;সনাক্তকরণ চিহ্ন | Id Mark;Ident.',
  blood_group: 'Blood Group;Blood Type | রক্তের গ্রুপ;রক্তের গ্রূপ;র. গ্রুপ | BG;Blood Gr;B.Gr.',
  tin: 'TIN;TIN Number;Taxpayer Identification Number | টিআইএন;টিন;টি.আই.এন. নং | TIN',
  driving: 'Driving License;Driving Licence No. | ড্রাইভিং লাইসেন্স নং;চালকের লাইসেন্স নং | Driving;DL',
  passport: 'Passport No.;Passport Number | পাসপোর্ট নম্বর;পাসপোর্ট নং | Passport;PP',
  laptop_id: 'Laptop ID;Laptop Id | ল্যাপটপ আইডি;ল্যাপটপ নম্বর | Laptop',
  nid_father:
    "Father's NID No;NID No. of Father;Father NID | পিতার এনআইডি নম্বর;পিতার জাতীয় পরিচয়পত্র নং | F. NID No;NID-Father",
  nid_mother:
    "Mother's NID No;NID No. of Mother;Mother NID | মাতার এনআইডি নম্বর;মাতার জাতীয় পরিচয়পত্র নং | M. NID No;NID-Mother",
  nid_spouse:
    "Spouse's NID No;NID No. of Spouse;Spouse NID | স্বামী/স্ত্রীর এনআইডি নম্বর;স্বামী/স্ত্রীর জাতীয় পরিচয়পত্র নং | Spouse NID;NID-Spouse",
  voter_no_father: "Father's Voter Number;Father Voter No. | পিতার ভোটার নম্বর;পিতার ভো. নং | Voter No-Father",
  voter_no_mother: "Mother's Voter Number;Mother Voter No. | মাতার ভোটার নম্বর;মাতার ভো. নং | Voter No-Mother",
  voter_no_spouse:
    "Spouse's Voter Number;Spouse Voter No. | স্বামী/স্ত্রীর ভোটার নম্বর;স্বামী/স্ত্রীর ভো. নং | Voter No-Spouse",
  phone: 'Phone;Telephone No.;Phone (Land) | ফোন নং;টেলিফোন নং | Tel;Phone',
  mobile: 'Mobile No.;Mobile;Cell Phone;Mobile Number | মোবাইল নং;মুঠোফোন;মোবাইল নম্বর | Mob;Cell No.',
  email: 'E-mail;Email Address | ই-মেইল;ইমেইল | Email',
  religion: 'Religion;Faith | ধর্ম | Religion',
  religion_other: 'Religion (Others);Religion Other | ধর্ম (অন্যান্য);অন্যান্য ধর্ম | Religion Oth.',
  death_date_of_father:
    "Father's Date of Death;Date of Death (Father) | পিতার মৃত্যুর তারিখ;পিতার মৃত্যু তাং | F. Death",
  death_date_of_mother: "Mother's Date of Death;Date of Death (Mother) | মাতার মৃত্যুর তারিখ;মাতার মৃত্যু তাং | M. Death",
  death_date_of_spouse:
    "Spouse's Date of Death;Date of Death (Spouse) | স্বামী/স্ত্রীর মৃত্যুর তারিখ;স্বামী/স্ত্রীর মৃত্যু তাং | Spouse Death",
  no_finger: 'No Finger;Missing Fingers | আঙুল নেই;অনুপস্থিত আঙুল | No Finger',
  no_finger_print: 'No Finger Print;No Fingerprints | আঙুলের ছাপ নেই;আঙ্গুলের ছাপ নাই | No FPrint',
  voter_area:
    'Voter Area;Electoral Area;Name of Voter Area | ভোটার এলাকা;ভোটার এলাকার নাম;নির্বাচনী এলাকা | V/Area;Voter Area',
  voter_at: 'Voter At;Voter at (Address) | ভোটার যে ঠিকানায়;যে ঠিকানায় ভোটার | Voter at',
  voter_documents: 'Voter Documents;Submitted Documents | ভোটারের দলিলাদি;দাখিলকৃত দলিল | Voter Docs',
};

export const strangerPartWordings: Record<AddressPart, string> = {
  division: 'Division | বিভাগ | Div',
  district: 'District;Zila;Dist. | জেলা;জিলা | Dist',
  rmo: 'RMO;R.M.O | আর এম ও;আরএমও | RMO',
  upazila: 'Upazila;Thana;Upazila/Thana;Police Station;P.S. | উপজেলা;থানা;উপজেলা/থানা;উপঃ/থানা | Upz;PS;UZ',
  union_ward:
    'Union/Ward;Union;Ward No.;Union Parishad;Union/Municipality Ward | ইউনিয়ন/ওয়ার্ড;ইউনিয়ন;ওয়ার্ড নং;ইউপি/পৌরসভা | Union;U/W;Ward',
  mouza_moholla: 'Mouza/Moholla;Mouza;Moholla;Mahalla | মৌজা/মহল্লা;মৌজা;মহল্লা;পাড়া/মহল্লা | Mz/Mh;Mouza',
  village_road:
    'Village/Road;Village;Vill;Village/Road Name | গ্রাম/রাস্তা;গ্রাম;গ্রামঃ/রাস্তা;রাস্তার নাম | Vill;V/R;Vill/Road',
  home_holding_no:
    'House/Holding No.;Holding;House No;Home/Holding | বাসা/হোল্ডিং;বাসা নং;হোল্ডিং;বাড়ি/হোল্ডিং নং;ঘর/হোল্ডিং | H/H;House;Hold. No',
  post_office: 'Post Office;P.O;Post | ডাকঘর;পোস্ট অফিস;পোষ্ট | PO;Post Off',
  postal_code: 'Postal Code;Post Code;ZIP | পোস্ট কোড;পোস্টাল কোড;ডাক কোড | P.Code;Code;Zip',
};

export const strangerAddressWordings = {
  present:
    'Present Address;Current Address;Present Address Details | বর্তমান ঠিকানা;বর্তমান ঠিকানার বিবরণ | Present;Pres. Addr.',
  permanent:
    'Permanent Address;Permanent Address Details;Home Address (Permanent) | স্থায়ী ঠিকানা;স্থায়ী ঠিকানার বিবরণ | Permanent;Perm. Addr.',
};
