// The table of all texts, which is read through by people.
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { textsOf } from '../../scripts/source-texts.ts';
import { listAllTexts } from '../../scripts/texts.ts';
import { counted } from '../../src/web/text/counted.ts';

/** Names, words that are read but not written, and words that stand beside their English in another form. */
const inBengaliOnly = [
  'src/contract/dates/dates.ts',
  'src/contract/documents/values.ts',
  'src/contract/settings/rules.ts',
  'src/contract/wallet/money-words.ts',
  'src/server/accounts/registration.service.ts',
  'src/server/accounts/users/users.queries.ts',
  // Its English is what a library said.
  'src/server/checkup/checks.ts',
  'src/server/documents/kinds/returned-record.ts',
  // The provider's page in the sandbox.
  'src/server/payments/sandbox/sandbox.routes.ts',
  'src/server/platform/config-settings.ts',
  'src/server/platform/http/web-manifest.ts',
  'src/server/start.ts',
];

test('texts are found with the English beside them, however that is written', () => {
  const source = `
    export const words = { bn: { paid: 'টাকা পাওয়া গেছে' }, en: { paid: 'Paid' } };
    export const first = { name: 'জরুরি', nameEn: 'Urgent' };
    export const send = (order: string) => both(\`অর্ডার \${order} শেষ\`, \`Order \${order} is done\`);
    export const subject = 'নতুন লগইন · New sign-in';
    export const heads = { bn: ['অর্ডার', 'দাম'], en: ['Order', 'Price'] };
    export const alone = ['টাকা', '৳', 'x'];`;
  expect(textsOf(source, 'x.ts')).toEqual([
    { bn: 'টাকা পাওয়া গেছে', en: 'Paid', file: 'x.ts', line: 2 },
    { bn: 'জরুরি', en: 'Urgent', file: 'x.ts', line: 3 },
    { bn: 'অর্ডার {order} শেষ', en: 'Order {order} is done', file: 'x.ts', line: 4 },
    { bn: 'নতুন লগইন', en: 'New sign-in', file: 'x.ts', line: 5 },
    { bn: 'অর্ডার', en: 'Order', file: 'x.ts', line: 6 },
    { bn: 'দাম', en: 'Price', file: 'x.ts', line: 6 },
    { bn: 'টাকা', en: '', file: 'x.ts', line: 7 },
  ]);
  const [bn, en] = ["export const wordsBn = { done: 'শেষ' };", "export const wordsEn = { done: 'Done' };"];
  expect(textsOf(bn, 'x.ts', en)).toEqual([{ bn: 'শেষ', en: 'Done', file: 'x.ts', line: 1 }]);
});

test('English texts count one of a thing as well as many', async () => {
  const counting = /(?<!All )\$\{(count|seconds|minutes|hours|days|opens|orders)\} [a-z]+s\b/;
  const wrong: string[] = [];
  for await (const file of glob('src/web/**/*text-en.ts'))
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (counting.test(line)) wrong.push(`${file}: ${line.trim()}`);
  expect(wrong).toEqual([]);
  expect([counted('1', 'order'), counted('2', 'order')]).toEqual(['1 order', '2 orders']);
});

test('the table of texts has each in both languages, with values by name, and where it is shown', async () => {
  const rows = await listAllTexts();
  expect(rows.length).toBeGreaterThan(1_500);
  expect(rows.filter(({ bn, en }) => /undefined|NaN/.test(bn + en))).toEqual([]);
  const alone = rows
    .filter(({ bn, en }) => bn === '' || en === '')
    .map(({ key }) => key.replace(/:\d+$/, ''));
  expect([...new Set(alone)]).toEqual(inBengaliOnly);
  const sent = rows.find(({ key }) => key === 'features/device/outbox/text-bn.ts: sent');
  expect(sent).toMatchObject({
    bn: 'পাঠানো হয়েছে: {title}',
    en: 'Sent: {title}',
    key: 'features/device/outbox/text-bn.ts: sent',
    shownIn: expect.arrayContaining(['features/device/outbox/outbox-sheet.tsx']),
  });
  // A text that nothing loads would be read by nobody.
  expect(rows.filter(({ shownIn }) => shownIn.length === 0).map(({ key }) => key)).toEqual([]);
});
