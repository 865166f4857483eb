-- The name of a service and of a sub-type on the English screen. Owners write it beside the Bengali name; without it the Bengali one is shown.
alter table services add column name_en text, add constraint services_name_en_not_blank check (name_en <> '');
alter table sub_types add column name_en text, add constraint sub_types_name_en_not_blank check (name_en <> '');

update services set name_en = named.en
  from (values
    ('AA', 'এনআইডি সংশোধন', 'NID correction'),
    ('AB', 'হারানো এনআইডি রিপ্রিন্ট', 'Lost NID reprint'),
    ('AC', 'নতুন ভোটার নিবন্ধন', 'New voter registration'),
    ('AD', '১০ ও ১৭ ডিজিট এনআইডি মিলকরণ', 'Matching of 10-digit and 17-digit NID'),
    ('AE', 'জন্ম নিবন্ধন সংশোধন', 'Birth registration correction'),
    ('AF', 'নতুন এনআইডি', 'New NID'),
    ('AG', 'নতুন জন্ম নিবন্ধন', 'New birth registration'),
    ('AH', 'সার্ভার কপি আনঅফিসিয়াল', 'Server copy (unofficial)'),
    ('AI', 'সাইন টু সার্ভার কপি', 'Sign-to-server copy'),
    ('AJ', 'টিন সার্টিফিকেট', 'TIN certificate'),
    ('AK', 'পাসপোর্ট আবেদন ফরম', 'Passport application form'),
    ('AL', 'ট্রেড লাইসেন্স আবেদন', 'Trade licence application'),
    ('AM', 'ভোটার এলাকা পরিবর্তন', 'Voter area transfer')
  ) as named (code, bn, en)
  where services.code = named.code and services.name = named.bn;

update sub_types set name_en = named.en
  from (values
    ('সাধারণ', 'Normal'),
    ('জরুরি', 'Urgent'),
    ('নিজের নাম সংশোধন', 'Own name'),
    ('পিতা-মাতার নাম সংশোধন', 'Parents’ names'),
    ('জন্ম তারিখ সংশোধন', 'Date of birth'),
    ('নতুন লাইসেন্স', 'New licence'),
    ('নবায়ন', 'Renewal')
  ) as named (bn, en)
  where sub_types.name = named.bn;
