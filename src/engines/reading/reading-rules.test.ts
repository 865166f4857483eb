import { describe, expect, test } from 'vitest';
import { fromBijoy, isBijoyFont } from './bijoy.ts';
import { readAddress } from './fields/address-text.ts';
import { findLabel, findLabelledText } from './fields/field-labels.ts';
import { fieldValue, findDate, splitWord, withoutNeighbour } from './fields/field-values.ts';
import { splitRow } from './lines/shared-lines.ts';
import { RulingGrid } from './ruling-grid.ts';
import { toKnownWord } from './scan/known-words.ts';
import { repairText, repairValue } from './scan/repair-text.ts';
import { joinLines } from './text-pieces.ts';
import { brokenShare } from './text-quality.ts';
import { toTypingOrder } from './visual-order.ts';

describe('dates are kept as year, month, day', () => {
  test.each([
    ['15/03/1995', '1995-03-15'],
    ['15-03-1995', '1995-03-15'],
    ['15.3.1995', '1995-03-15'],
    ['১৫/০৩/১৯৯৫', '1995-03-15'],
    ['1995-03-15', '1995-03-15'],
    ['15 Mar 1995', '1995-03-15'],
    ['15 March, 1995', '1995-03-15'],
    ['15th March 1995', '1995-03-15'],
    ['March 15, 1995', '1995-03-15'],
    ['১৫ মার্চ ১৯৯৫', '1995-03-15'],
    ['১৫ই মার্চ, ১৯৯৫', '1995-03-15'],
  ])('%s', (printed, date) => expect(findDate(printed)).toBe(date));

  test.each(['31/02/1995', '15/13/1995', 'N/A', '1995', '12345678'])('%s is no date', (printed) => {
    expect(findDate(printed)).toBeUndefined();
  });
});

describe('values are kept as the record keeps them', () => {
  test.each([
    ['national_id', '১২৩ ৪৫৬ ৭৮৯০', '1234567890'],
    ['national_id', '-', ''],
    ['passport', 'N/A', ''],
    ['disability', 'নেই', 'নেই'],
    ['gender', 'পুরুষ', 'male'],
    ['gender', 'FEMALE', 'female'],
    ['gender', 'পুরুষ / Male', 'male'],
    ['marital_status', 'Unmarried', 'unmarried'],
    ['religion', 'সনাতন', 'Hinduism'],
    ['religion', 'ISLAM', 'Islam'],
    ['blood_group', 'এবি পজিটিভ', 'AB+'],
    ['blood_group', 'O (-ve)', 'O-'],
    ['blood_group', 'B +', 'B+'],
    ['voter_area', 'শ্রীপুর (২য় অংশ)', 'শ্রীপুর (2য় অংশ)'],
    ['email', 'nobody @example.org', 'nobody@example.org'],
    // The number of the next label, in a numbered sheet.
    ['passport', '33.', ''],
  ] as const)('%s %s', (field, printed, value) => {
    expect(fieldValue(field, printed).value).toBe(value.normalize('NFC'));
  });

  test('what took in its neighbour is not sound, nor is a blank that nobody has', () => {
    expect(fieldValue('name_english', 'MD. RAFIQUL ISLAM 14/01/1978').sound).toBe(false);
    expect(fieldValue('occupation', 'কৃষক ধর্ম: ইসলাম').sound).toBe(false);
    expect(fieldValue('father_name', '-')).toEqual({ value: '', sound: false });
    expect(fieldValue('passport', '-')).toEqual({ value: '', sound: true });
  });

  test('a number of the wrong length is not sound', () => {
    expect(fieldValue('national_id', '123456789').sound).toBe(false);
    expect(fieldValue('national_id', '1234567890').sound).toBe(true);
  });
});

describe('a label is known by its words, whatever their language, order and spelling', () => {
  test.each([
    ['National ID', 'national_id'],
    ['NID No.', 'national_id'],
    ['N.I.D Number', 'national_id'],
    ['জাতীয় পরিচয়পত্র নম্বর', 'national_id'],
    ['এন.আই.ডি নং', 'national_id'],
    ['Name(Bangla)', 'name_bangla'],
    ['নাম (ইংরেজিতে)', 'name_english'],
    ['নাম (বাংলা) / Name (Bangla)', 'name_bangla'],
    ["Father's Name", 'father_name'],
    ['পিতার নাম:', 'father_name'],
    ['মাতাঃ', 'mother_name'],
    ['NID of Father', 'nid_father'],
    ['স্বামী/স্ত্রীর এনআইডি', 'nid_spouse'],
    ['Voter No', 'voter_no'],
    ['Voter No (Mother)', 'voter_no_mother'],
    ['Death Date Of Father', 'death_date_of_father'],
    ['মাতার মৃত্যুর তারিখ', 'death_date_of_mother'],
    ['জন্মতারিখ', 'date_of_birth'],
    ['Birth Reg. No', 'birth_registration_no'],
    ['12. Blood Group', 'blood_group'],
    ['No Finger Print', 'no_finger_print'],
    ['Blood Gr.:', 'blood_group'],
    ['B. Group', 'blood_group'],
    ['রক্তের গ্ৰুপ', 'blood_group'],
    ['D.O.B.', 'date_of_birth'],
    ['F. Name', 'father_name'],
    ['NID (M.)', 'nid_mother'],
    ['Fath. Voter No.', 'voter_no_father'],
    ['V. Area', 'voter_area'],
    ['Name [Bangla]', 'name_bangla'],
    ['Moth. Death Dt.', 'death_date_of_mother'],
    // Cards, offices and typists in the wild.
    ['Smart Card No.', 'national_id'],
    ['স্মার্ট কার্ড নং', 'national_id'],
    ['N.ID', 'national_id'],
    ['পি.আই.এন', 'pin'],
    ['জম্ম তারিখ', 'date_of_birth'],
    ['জন্মস্হান', 'birth_place'],
    ['BRN (17 digits)', 'birth_registration_no'],
    ['Sex (M/F)', 'gender'],
    ['বিবাহিত/অবিবাহিত', 'marital_status'],
    ['M/Status', 'marital_status'],
    ['পেশা (বর্তমান)', 'occupation'],
    ['প্রতিবন্ধিতা (যদি থাকে)', 'disability'],
    ['ধর্মীয় পরিচয়', 'religion'],
    ['NID (S)', 'nid_spouse'],
    ['Voter (S)', 'voter_no_spouse'],
    ['ভোটার এরিয়া', 'voter_area'],
    ['যেখানে ভোটার', 'voter_at'],
    ['NoFingerPrint', 'no_finger_print'],
    ["পিতার নামঃ Father's Name", 'father_name'],
    ['শিক্ষাগত যোগ্যতাঃ Education Level:', 'education'],
    // Beginnings of words, and words of two languages that are no translation of one another.
    ['Marit. St.', 'marital_status'],
    ['Occu.', 'occupation'],
    ["Father's N.", 'father_name'],
    ['S. NID', 'nid_spouse'],
    ['B. Place', 'birth_place'],
    ['লক স্ট্যাটাস | Lock Flag', 'lock_flag'],
    ['ইমেইল ঠিকানা / Email ID', 'email'],
    ['জাতীয় পরিচয় পত্র নম্বর', 'national_id'],
  ])('%s', (printed, field) => {
    expect(findLabel(printed)?.target).toEqual({ kind: 'field', field });
  });

  test.each([
    'মোঃ রফিকুল ইসলাম',
    'শিক্ষক',
    'Blood Group B+',
    '9715904808934',
    'ওয়ার্ড নং-০৩',
    'Blood Group: A+',
    'Mo.',
    'Signed Copy of a sheet',
  ])('%s is no label', (printed) => expect(findLabel(printed)).toBeUndefined());

  test('a slip of the pen or of the scanner is forgiven in a long word', () => {
    expect(findLabel('Permanant Address', 1)?.target).toEqual({
      kind: 'address',
      address: 'permanent_address',
    });
    expect(findLabel('শিক্ষাগত যোগ্যাতা', 1)?.target).toEqual({ kind: 'field', field: 'education' });
  });

  test('the heading of a section announces nothing, a value may end in the same word', () => {
    for (const heading of ['অন্যান্য তথ্য', 'ব্যক্তিগত তথ্যাবলী', 'Other Information', 'Voter Details'])
      expect(findLabel(heading)?.target).toEqual({ kind: 'ignored' });
    for (const value of ['তথ্য', 'No information', 'তথ্য প্রযুক্তি']) expect(findLabel(value)).toBeUndefined();
  });

  test('a part of an address may name its address', () => {
    expect(findLabel('Present District')?.target).toEqual({
      kind: 'part',
      part: 'district',
      address: 'present_address',
    });
    expect(findLabel('Additional Village/Road')?.target).toEqual({ kind: 'part', part: 'ignored' });
  });

  test('a colon, a visarga or a dash parts label and value', () => {
    expect(findLabelledText('Pin: 1988')?.value).toBe('1988');
    expect(findLabelledText('নামঃ মোঃ করিম')?.value).toBe('মোঃ করিম');
    expect(findLabelledText('District - ঢাকা')?.value).toBe('ঢাকা');
    expect(findLabelledText('PIN ........ 1988')?.value).toBe('1988');
    expect(findLabelledText('মোঃ করিম')).toBeUndefined();
  });
});

describe('rows that share a line are taken apart', () => {
  const row = (lines: string[]) => ({
    target: { kind: 'field', field: 'national_id' } as const,
    certainty: 1,
    label: 'NID',
    lines,
    page: 1,
    left: 0,
    baseline: 0,
    places: [],
  });

  test.each([
    ['9455792612009   PIN : 198   Blood Gr.: B-', ['9455792612009', '198', 'B-']],
    ['১২৩   প্রতিবন্ধিতা: নেই   ধর্ম (অন্যান্য):', ['১২৩', 'নেই', '']],
    ['123  PIN:- 456', ['123', '456']],
  ])('%s', (line, values) => {
    expect(splitRow(row([line]), 0).map((one) => one.lines.join('\n'))).toEqual(values);
  });
});

describe('an address is taken apart by its own labels', () => {
  test('running text over several lines, one broken inside a label', () => {
    expect(
      readAddress([
        'বাসা/হোল্ডিং: ৩৯৮/ঘ, গ্রাম/রাস্তা: উত্তর বেড়িবাঁধ,',
        'ইউনিয়ন/ওয়ার্ড: ওয়ার্ড নং-০৩ ছোট ডুমুরিয়া, পোস্ট',
        'কোড: ৩৩০৭, জেলা: সুনামগঞ্জ',
      ]),
    ).toEqual({
      home_holding_no: '398/ঘ',
      village_road: 'উত্তর বেড়িবাঁধ',
      union_ward: 'ওয়ার্ড নং-03 ছোট ডুমুরিয়া',
      postal_code: '3307',
      district: 'সুনামগঞ্জ',
      text: 'বাসা/হোল্ডিং: 398/ঘ, গ্রাম/রাস্তা: উত্তর বেড়িবাঁধ, ইউনিয়ন/ওয়ার্ড: ওয়ার্ড নং-03 ছোট ডুমুরিয়া, পোস্ট কোড: 3307, জেলা: সুনামগঞ্জ',
    });
  });

  test('lines of parts become one line with commas', () => {
    const address = readAddress(['বিভাগ: ঢাকা', 'জেলা: মুন্সিগঞ্জ', 'মৌজা/মহল্লা: শ্যামগঞ্জ মহল্লা', 'গ্রাম/রাস্তা: কৈবর্ত্তপাড়া']);
    expect(address).toMatchObject({ division: 'ঢাকা', mouza_moholla: 'শ্যামগঞ্জ মহল্লা', village_road: 'কৈবর্ত্তপাড়া' });
    expect(address?.text).toBe('বিভাগ: ঢাকা, জেলা: মুন্সিগঞ্জ, মৌজা/মহল্লা: শ্যামগঞ্জ মহল্লা, গ্রাম/রাস্তা: কৈবর্ত্তপাড়া');
  });

  test('labels without colons, a code behind the post office', () => {
    expect(readAddress(['গ্রাম শ্রীরামকাঠি, ডাকঘর ঝাউডাঙ্গা-৩২৬৭, উপজেলা রাজাপুর'])).toMatchObject({
      village_road: 'শ্রীরামকাঠি',
      post_office: 'ঝাউডাঙ্গা',
      postal_code: '3267',
      upazila: 'রাজাপুর',
    });
  });

  test('labels of a picture are read as they are printed, those of text are left alone', () => {
    const lines = ['বাসা/ হো স্ডিংনং: 99, গ্রাম.সড়ক: রূপগড়, পোষ্টকোড:: 3267; Post O-ce : ঢাকা'];
    const pictured = readAddress(lines, 0.2);
    expect(pictured?.text).toBe(
      'বাসা/হোল্ডিং নং: 99, গ্রাম/সড়ক: রূপগড়, পোষ্ট কোড: 3267; Post Office : ঢাকা'.normalize('NFC'),
    );
    expect(pictured).toMatchObject({
      home_holding_no: '99',
      village_road: 'রূপগড়'.normalize('NFC'),
      post_office: 'ঢাকা',
      postal_code: '3267',
    });
    expect(readAddress(lines)?.text).toBe(lines[0]!.normalize('NFC'));
  });

  test('an abbreviation before a dash, and a part that nobody knows', () => {
    expect(readAddress(['Dist. - খুলনা, Post Off. - ঝাউডাঙ্গা, Upaz. - দাকোপ'])).toMatchObject({
      district: 'খুলনা',
      post_office: 'ঝাউডাঙ্গা',
      upazila: 'দাকোপ',
    });
    const address = readAddress(['গ্রাম: হাজী লেন', 'Landmark: big tree', 'জেলা: ঢাকা', 'পোস্ট', 'কোড: 1207']);
    expect(address).toMatchObject({ village_road: 'হাজী লেন', district: 'ঢাকা', postal_code: '1207' });
    expect(address?.text).toContain('Landmark: big tree');
  });

  test('a label with a point in it, and one that a line breaks behind its first word', () => {
    expect(readAddress(['Vill: Chalna, Post. Code: 4051, PS: Dacope'])).toMatchObject({
      village_road: 'Chalna',
      postal_code: '4051',
      upazila: 'Dacope',
    });
    expect(readAddress(['Un. : Chalna; Post', 'Off. : Dacope; PC : 1060'])).toMatchObject({
      text: 'Un. : Chalna; Post Off. : Dacope; PC : 1060',
      union_ward: 'Chalna',
      post_office: 'Dacope',
      postal_code: '1060',
    });
  });

  test('nothing printed is no address', () => expect(readAddress(['N/A'])).toBeUndefined());
});

describe('Bengali stored in another way becomes Unicode in typing order', () => {
  test.each([
    ['িপতার', 'পিতার'],
    ['েগৗরাঙ্গ', 'গৌরাঙ্গ'],
    ['পূবর্াংশ', 'পূর্বাংশ'],
    ['পূিণর্মা', 'পূর্ণিমা'],
    ['মৃতু্যঞ্জয়', 'মৃত্যুঞ্জয়'],
    ['ঝণর্াকািন্দ', 'ঝর্ণাকান্দি'],
  ])('drawn order %s', (stored, typed) => expect(toTypingOrder(stored)).toBe(typed.normalize('NFC')));

  test.each([
    ['eªvþYevwoqv', 'ব্রাহ্মণবাড়িয়া'],
    ['Kzwgjøv', 'কুমিল্লা'],
    ['j²xcyi', 'লক্ষ্মীপুর'],
    ['mvZÿxiv', 'সাতক্ষীরা'],
    ['iv¯Ív', 'রাস্তা'],
    ['c~wY©gv', 'পূর্ণিমা'],
    ['fÆvPvh©¨', 'ভট্টাচার্য্য'],
    ['†KŠwkK', 'কৌশিক'],
    ['wØZxq', 'দ্বিতীয়'],
    ['†R¨vrmœv', 'জ্যোৎস্না'],
    ['Puv`cyi', 'চাঁদপুর'],
  ])('Bijoy %s', (stored, typed) => expect(fromBijoy(stored)).toBe(typed.normalize('NFC')));

  test('a Bijoy font is known by its name', () => {
    expect(['SutonnyMJ', 'NamunaMJ-Bold', 'ChandrabatiMJ Bold'].every(isBijoyFont)).toBe(true);
    expect(['SutonnyOMJ', 'NotoSansBengali', 'Arial'].some(isBijoyFont)).toBe(false);
  });

  test('the measure tells sound text from drawn order', () => {
    expect(brokenShare(['পিতার নাম মৃত্যুঞ্জয় চক্রবর্ত্তী', 'শ্রীমতি অর্চনা', 'ইংরেজিতে'])).toBe(0);
    expect(brokenShare(['িপতার নাম', 'েগৗরাঙ্গ'])).toBeGreaterThan(0.3);
  });
});

describe('lines and boxes', () => {
  test('a line broken at a slash or hyphen is joined without a space', () => {
    expect(joinLines(['ইউনিয়ন/', 'ওয়ার্ড নং-', '০৫ রূপগড়'])).toBe('ইউনিয়ন/ওয়ার্ড নং-০৫ রূপগড়');
    expect(joinLines(['House / ', 'Road'])).toBe('House / Road');
  });

  test('rules make boxes, and the box to the right is found over a double border', () => {
    const across = (top: number) => ({ left: 10, right: 200, top, bottom: top });
    const upright = (left: number) => ({ left, right: left, top: 10, bottom: 50 });
    const grid = new RulingGrid(
      [across(10), across(30), across(50), upright(10), upright(90), upright(94), upright(200)],
      300,
      300,
    );
    const box = grid.boxAt(20, 20);
    expect([box.left, box.top, box.right, box.bottom]).toEqual([10, 10, 90, 30]);
    expect(grid.rightOf(box)?.left).toBe(94);
    expect(grid.below(box)?.bottom).toBe(50);
    expect(grid.rightOf(grid.boxAt(150, 20))).toBeUndefined();
  });

  test('a smudge read as a letter is put right', () => {
    expect(repairText('বাস|/হোল্ডিং')).toBe('বাসা/হোল্ডিং');
    expect(repairText('বিষ্ণু্দী')).toBe('বিষ্ণুদী');
  });

  test.each([
    ['জ্ঞানেস্দ্র', 'জ্ঞানেন্দ্র'],
    ['জ্ঞানেম্দ্র', 'জ্ঞানেন্দ্র'],
    ['তঞ্চজ্গ্যা', 'তঞ্চঙ্গ্যা'],
    ['জ্যোৎন্না', 'জ্যোৎস্না'],
    ['উদ্দিন', 'উদ্দিন'],
    ['উৎসব', 'উৎসব'],
  ])('no word joins letters so: %s', (read, text) => expect(repairText(read)).toBe(text.normalize('NFC')));
});

describe('values that were read from a picture are freed of what recognition adds', () => {
  test.each([
    ['_শ্রমিক (দৈনিক)', 'শ্রমিক (দৈনিক)'],
    ['শ্রমিক ( দৈনিক )', 'শ্রমিক (দৈনিক)'],
    ['-স্বাক্ষরজ্ঞান সম্পন্ন', 'স্বাক্ষরজ্ঞান সম্পন্ন'],
    ['৷: হাজী লেন', 'হাজী লেন'],
    ['মোসা৷. পূর্ণিমা দেবী', 'মোসা. পূর্ণিমা দেবী'],
    ['N1/A', 'N/A'],
    ['14/&', 'N/A'],
    ['হাজী লেন (157 অংশ)', 'হাজী লেন (1ম অংশ)'],
    ['হাজী লেন (1 ম অংশ)', 'হাজী লেন (1ম অংশ)'],
    ['ধর্মঘর (27 অংশ)', 'ধর্মঘর (2য় অংশ)'],
    ['3 নংশ্রীফলতলা', '3 নং শ্রীফলতলা'],
    ['1নংরূপগড়', '1 নং রূপগড়'],
    ['ওয়ার্ডনং-06', 'ওয়ার্ড নং-06'],
    ['ধর্মঘর (১মঅংশ)', 'ধর্মঘর (১ম অংশ)'],
  ])('%s', (read, value) => expect(repairValue(read)).toBe(value));

  test.each(['-', ': দত্তকেন্দুয়া', 'MATCH_FOUND', 'বারংবার', 'a_b@example.org', '8 নং রূপগড়'])('%s stays', (read) =>
    expect(repairValue(read)).toBe(read),
  );
});

describe('a misread word of a small vocabulary becomes the word that it must be', () => {
  test.each([
    ['education', 'ম্নাতকোত্তর', 'স্নাতকোত্তর'],
    ['education', 'স্বাক্ষর জ্ঞান সম্পন্ন', 'স্বাক্ষরজ্ঞান সম্পন্ন'],
    ['education_sub', 'পদার্থবি জ্ঞান', 'পদার্থবিজ্ঞান'],
  ] as const)('%s %s', (field, read, value) => expect(toKnownWord(field, read)).toBe(value));

  test.each([
    // Two spellings, both in use.
    ['occupation', 'সরকারি চাকুরি'],
    ['occupation', 'কাঠমিস্ত্রি'],
    ['education', 'BSC'],
    ['father_name', 'ম্নাতক'],
  ] as const)('%s %s stays', (field, read) => expect(toKnownWord(field, read)).toBe(read));
});

describe('a value that took in its neighbour keeps what has the form of its field', () => {
  test.each([
    ['mobile', '01600001368চুততপা', '01600001368'],
    ['tin', 'ব্যবস্থাপনা 523987329301', '523987329301'],
    ['pin', '7: 19679888552470391', '19679888552470391'],
    ['gender', 'পুরুষ শিক্ষাগত', 'পুরুষ'],
    ['gender', 'মহিলা om : শিক্ষক', 'মহিলা'],
    ['afis_status', 'NO_MATCH লক ফ্ল্যাগ', 'NO_MATCH'],
    ['afis_status', 'MATCHFOUND', 'MATCH_FOUND'],
    ['lock_flag', 'y', 'Y'],
    ['blood_group', '00-', 'O-'],
    ['blood_group', 'AB+ র্যা', 'AB+'],
  ] as const)('%s %s', (field, read, value) => expect(withoutNeighbour(field, read)).toBe(value));

  test.each([
    ['national_id', '9681043100365 9674353742258'],
    ['national_id', '123 456 7890'],
    ['phone', '0200-894390'],
    ['gender', 'শিক্ষাগত যোগ্যতা'],
    ['father_name', 'মো. ইসলাম 1234567890'],
    ['passport', 'QZ9167196'],
  ] as const)('%s %s stays', (field, read) => expect(withoutNeighbour(field, read)).toBe(read));
});

test('an English word behind a Bengali name belongs to the field that it names', () => {
  expect(splitWord('এস. এম. বিশ্বজিৎ ইসলাম FEMALE')).toEqual({
    value: 'এস. এম. বিশ্বজিৎ ইসলাম',
    field: 'gender',
    word: 'FEMALE',
  });
  for (const name of ['মো. শাহজাহান ইসলাম', 'MD ISLAM', 'মো. শাহজাহান (Jr)', 'FEMALE'])
    expect(splitWord(name), name).toBeUndefined();
});
