// Labels that the usual sheets do not have: other words, brackets, dots and spellings, for copies that are not used to build the reader.

import type { AddressPart, SignedCopyField } from '#engines/reading/signed-copy-reading.ts';

/** english | bengali | short, alternatives separated by ';' */
export const unseenFieldWordings: Record<SignedCopyField, string> = {
  national_id:
    'NID;National Id No;National Identity Number;National ID Card No. | জাতীয় পরিচয়পত্র নং;জাতীয় পরিচয় পত্র নম্বর;এন আই ডি নম্বর | NID No;Nid Number',
  pin: 'PIN;Pin Number;NID PIN | পিন নং;পিন নাম্বার | Pin No.',
  status: 'Current Status;Voter Status | বর্তমান অবস্থা;ভোটারের অবস্থা | Status',
  afis_status: 'AFIS Status | এএফআইএস স্ট্যাটাস | AFIS',
  lock_flag: 'Lock Status;Lock Flag | লক স্ট্যাটাস | Lock Fl.',
  voter_no: 'Voter No.;Voter Nos;Voter Id No | ভোটার নাম্বার;ভোটার আইডি | Voter #',
  form_no: 'Form Number;Registration Form No | ফরম নং;নিবন্ধন ফরম নম্বর | Form No',
  sl_no: 'Serial Number;Sl. No. | সিরিয়াল নম্বর | SL No;Sr. No.',
  tag: 'Tag | ট্যাগ | Tag',
  name_bangla:
    'Name in Bangla;Full Name (Bangla);Bangla Name | নাম (বাংলায়);পূর্ণ নাম (বাংলা);নাম | Name (Ban.);Bn. Name',
  name_english:
    'Name in English;Full Name (English);English Name | ইংরেজি নাম;পূর্ণ নাম (ইংরেজি);নাম (ইংরেজী) | Name (Engl.);En. Name',
  date_of_birth: 'Date Of Birth;Birthday;Date of birth (DOB) | জন্মের তারিখ;জন্ম তারিখ | D. O. B;B. Date',
  birth_place: 'Birth Place;Place Of Birth (District) | জন্মস্থান (জেলা);জন্মের স্থান | B. Place',
  birth_other: 'Birth Other | জন্ম অন্যান্য | Birth Others',
  birth_registration_no:
    'Birth Certificate No;Birth Registration Number | জন্ম নিবন্ধন সনদ নং;জন্ম সনদ নম্বর | Birth Cert. No.;B. Reg. No',
  father_name: "Father;Father's Name (Bangla);Fathers Name | পিতার নাম (বাংলা);বাবার নাম | Father's N.;Fa. Name",
  mother_name: "Mother;Mother's Name (Bangla);Mothers Name | মাতার নাম (বাংলা);মায়ের নাম | Mother's N.;Mo. Name",
  spouse_name:
    'Husband / Wife;Name of Spouse;Spouse Name (Bangla) | স্বামী / স্ত্রীর নাম;স্বামী বা স্ত্রীর নাম | Sp. Name;Husband/Wife',
  gender: 'Gender;SEX | লিঙ্গ;জেন্ডার | Gend.',
  marital_status: 'Marital Status;Maritial Status | বৈবাহিক অবস্থা;বৈবাহিক | Marit. St.',
  occupation: 'Occupation;Profession / Occupation | পেশা;বৃত্তি | Occu.',
  disability: 'Disability;Any Disability | প্রতিবন্ধী;প্রতিবন্ধিতা | Disab.',
  disability_other: 'Other Disability | অন্যান্য প্রতিবন্ধিতা | Oth. Disab.',
  education: 'Educational Qualifications;Education Level | শিক্ষাগত যোগ্যতা;শিক্ষার স্তর | Edu. Level',
  education_other: 'Other Education | অন্যান্য শিক্ষাগত যোগ্যতা;অন্যান্য শিক্ষা | Oth. Edu.',
  education_sub: 'Education Sub;Subject of Education | বিষয়;শিক্ষার বিষয় | Sub.',
  identification: 'Identification Marks;Identifying Mark | শনাক্তকরণ চিহ্ন;সনাক্তকারী চিহ্ন | Id. Mark',
  blood_group: 'Blood Group;Group of Blood | রক্তের গ্রুপ;ব্লাড গ্রুপ | Bl. Group;BG',
  tin: 'TIN Number;Tax Identification No. | টিআইএন নম্বর;করদাতা শনাক্তকরণ নম্বর | TIN No;E-TIN No.',
  driving: 'Driving License;Driving Licence Number | ড্রাইভিং লাইসেন্স নম্বর | D. Lic.;Driving Lic. No',
  passport: 'Passport Number | পাসপোর্ট নং | Passport #;Pass. No.',
  laptop_id: 'Laptop Id No | ল্যাপটপ আইডি নং | Lap. ID',
  nid_father: 'Father NID;NID of Father;Father NID No. | পিতার জাতীয় পরিচয়পত্র নম্বর;পিতার এনআইডি নং | F. NID',
  nid_mother: 'Mother NID;NID of Mother;Mother NID No. | মাতার জাতীয় পরিচয়পত্র নম্বর;মাতার এনআইডি নং | M. NID',
  nid_spouse: 'Spouse NID;NID of Spouse;Husband/Wife NID | স্বামী/স্ত্রীর জাতীয় পরিচয়পত্র নম্বর | S. NID',
  voter_no_father: 'Father Voter No;Voter No of Father | পিতার ভোটার নং | F. Voter No',
  voter_no_mother: 'Mother Voter No;Voter No of Mother | মাতার ভোটার নং | M. Voter No',
  voter_no_spouse: 'Spouse Voter No;Voter No of Spouse | স্বামী/স্ত্রীর ভোটার নং | S. Voter No',
  phone: 'Phone No;Telephone Number;Land Phone | ফোন নম্বর;টেলিফোন নম্বর | Phone #',
  mobile: 'Mobile Phone;Cell No;Contact No. | মোবাইল নাম্বার;মোবাইল ফোন;যোগাযোগ নম্বর | Mob. #;Cell',
  email: 'E-Mail Address;Email ID | ইমেইল ঠিকানা;ই-মেইল | E-Mail;Mail',
  religion: 'Religion | ধর্ম | Rel.',
  religion_other: 'Other Religion | অন্যান্য ধর্ম | Oth. Relig.',
  death_date_of_father: 'Death Date of Father;Father Death Date | পিতার মৃত্যু তারিখ | F. Death Date',
  death_date_of_mother: 'Death Date of Mother;Mother Death Date | মাতার মৃত্যু তারিখ | M. Death Date',
  death_date_of_spouse: 'Death Date of Spouse;Spouse Death Date | স্বামী/স্ত্রীর মৃত্যু তারিখ | S. Death Date',
  no_finger: 'No Fingers;No Finger | আঙ্গুল নেই | No Finger',
  no_finger_print: 'No Finger Print;No Fingerprint | আঙ্গুলের ছাপ নেই | No FP',
  voter_area: 'Area of Voter;Voter Area Name | ভোটার এলাকার নাম;ভোটার এলাকা | Vot. Area',
  voter_at: 'Voter At;Voter Address | ভোটারের ঠিকানা;ভোটার হয়েছেন | Vot. At',
  voter_documents: 'Voter Documents;Voter Docs | ভোটার ডকুমেন্ট;ভোটারের দলিল | Docs',
};

export const unseenPartWordings: Record<AddressPart, string> = {
  division: 'Division | বিভাগ | Divn.',
  district: 'District;Zilla;Zila/District | জেলা | Distt.;Dist',
  rmo: 'RMO | আরএমও | R.M.O.',
  upazila: 'Upazilla;Upozila/Thana;Police Station;Upazila / P.S. | উপজেলা / থানা;থানা/উপজেলা;উপজেলা | PS;Upaz.',
  union_ward: 'Union / Ward;Union or Ward;Ward No | ইউনিয়ন / ওয়ার্ড;ওয়ার্ড নং;ইউনিয়ন পরিষদ | Un.',
  mouza_moholla: 'Mouza / Moholla;Mohalla;Moholla | মৌজা / মহল্লা;মহল্লা | Moh.',
  village_road: 'Village / Road;Road/Village;Vill/Road;Village or Road | গ্রাম / রাস্তা;গ্রাম বা রাস্তা;রাস্তা/গ্রাম | Vill',
  home_holding_no:
    'Home / Holding No;Home/Holding;House No;Holding Number | বাসা / হোল্ডিং নং;বাড়ি/হোল্ডিং;হোল্ডিং নম্বর | H. No.;Home',
  post_office: 'Post Office;Post;P. O. | ডাকঘর;পোস্ট;পোষ্ট অফিস | Post Off.;P/O',
  postal_code: 'Postal Code;Zip Code;Postcode | পোস্টাল কোড;পোস্টকোড;পোস্ট কোড নং | PC;Post. Code',
};

export const unseenAddressWordings = {
  present: 'Present Address;Address (Present) | বর্তমান ঠিকানা;ঠিকানা (বর্তমান) | Present Add.;Pre. Address',
  permanent: 'Permanent Address;Address (Permanent) | স্থায়ী ঠিকানা;ঠিকানা (স্থায়ী) | Permanent Add.;Per. Address',
};
