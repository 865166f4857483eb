-- What a service is and what it asks for, in English too. The services that a shop began with get theirs where the owner left the Bengali as it was.
alter table services
  add column description_en text,
  add column place_holder_name_en text;
alter table services
  add constraint services_description_en_length check (length(description_en) <= 300) not valid,
  add constraint services_place_holder_name_en_length check (length(place_holder_name_en) <= 300) not valid;
alter table services validate constraint services_description_en_length;
alter table services validate constraint services_place_holder_name_en_length;

update services
set description_en = first.description_en
from (values
  ('AA', 'জাতীয় পরিচয়পত্রের তথ্য সংশোধনের আবেদনে সহায়তা', 'Help with applying to correct an NID'),
  ('AB', 'হারানো পরিচয়পত্র পুনর্মুদ্রণের আবেদনে সহায়তা', 'Help with applying for a reprint of a lost NID'),
  ('AC', 'নতুন ভোটার হওয়ার আবেদন পূরণে সহায়তা', 'Help with filling in a new voter’s application'),
  ('AD', 'একই ব্যক্তির ১০ ও ১৭ ডিজিটের নম্বর মেলানোর আবেদনে সহায়তা', 'Help with applying to match one person’s 10-digit and 17-digit numbers'),
  ('AE', 'জন্ম নিবন্ধনের তথ্য সংশোধনের আবেদনে সহায়তা', 'Help with applying to correct a birth registration'),
  ('AF', 'সাইন কপি থেকে এনআইডির তথ্য কপি', 'Information copy of an NID from a signed copy'),
  ('AG', 'জন্ম নিবন্ধনের তথ্য কপি', 'Information copy of a birth registration'),
  ('AH', 'এনআইডি নম্বর ও জন্ম তারিখ দিয়ে তথ্য কপি', 'Information copy by NID number and date of birth'),
  ('AI', 'সাইন কপি থেকে সার্ভার কপির তথ্য', 'Information of the server copy from a signed copy'),
  ('AJ', 'টিন বা মোবাইল নম্বর দিয়ে টিনের তথ্য কপি', 'Information copy of a TIN by TIN or mobile number'),
  ('AK', 'পাসপোর্টের আবেদন ফরম পূরণে সহায়তা', 'Help with filling in a passport application'),
  ('AL', 'ট্রেড লাইসেন্সের আবেদন তৈরিতে সহায়তা', 'Help with preparing a trade licence application'),
  ('AM', 'ভোটার এলাকা স্থানান্তরের আবেদনে সহায়তা', 'Help with applying to move to another voter area')
) as first (code, description, description_en)
where services.code = first.code and services.description = first.description;

update services
set place_holder_name_en = first.place_holder_name_en
from (values
  ('AA', 'এনআইডি নম্বর লিখুন', 'NID number'),
  ('AB', 'এনআইডি বা ফরম নম্বর লিখুন', 'NID or form number'),
  ('AC', 'জন্ম নিবন্ধন নম্বর লিখুন', 'Birth registration number'),
  ('AD', '১০ ও ১৭ ডিজিটের নম্বর দুটি লিখুন', 'Both numbers, of 10 and 17 digits'),
  ('AE', 'জন্ম নিবন্ধন নম্বর লিখুন', 'Birth registration number'),
  ('AK', 'এনআইডি নম্বর লিখুন', 'NID number'),
  ('AL', 'এনআইডি নম্বর লিখুন', 'NID number'),
  ('AM', 'এনআইডি নম্বর লিখুন', 'NID number')
) as first (code, place_holder_name, place_holder_name_en)
where services.code = first.code and services.place_holder_name = first.place_holder_name;
