// The table of all texts, which is read through by people.
import { expect, test } from 'vitest';
import { listAllTexts } from '../../scripts/texts.ts';

test('the table of texts has each in both languages, with values by name, and where it is shown', async () => {
  const rows = await listAllTexts();
  expect(rows.length).toBeGreaterThan(1_500);
  expect(rows.filter(({ bn, en }) => bn === '' || en === '').map(({ key }) => key)).toEqual([]);
  const sent = rows.find(({ key }) => key === 'features/device/text-bn.ts: outbox.sent');
  expect(sent).toMatchObject({
    bn: 'পাঠানো হয়েছে: {title}',
    en: 'Sent: {title}',
    key: 'features/device/text-bn.ts: outbox.sent',
    shownIn: expect.arrayContaining(['features/device/outbox/outbox-sheet.tsx']),
  });
  // A text that nothing loads would be read by nobody.
  expect(rows.filter(({ shownIn }) => shownIn.length === 0).map(({ key }) => key)).toEqual([]);
});
