import { expect, test } from 'vitest';
import { withoutPictures } from './kept-drafts.ts';

test('text is kept, a picture is not, and the rest of its form is', () => {
  const note = 'ন'.repeat(4_000);
  expect(withoutPictures(JSON.stringify({ note, photo: `data:image/png;base64,${'A'.repeat(5_000)}` }))).toBe(
    JSON.stringify({ note }),
  );
  expect(withoutPictures(JSON.stringify({ answers: { photo: 'A'.repeat(5_000), name: 'রহিম' } }))).toBe(
    JSON.stringify({ answers: { name: 'রহিম' } }),
  );
});

test('the key of a submit stays whole or is not kept, as a part of it would stand for something else', () => {
  const stored = (length: number) => JSON.stringify({ key: 'a', print: 'x'.repeat(length) });
  expect(withoutPictures(stored(20_000))).toBe(stored(20_000));
  expect(withoutPictures(stored(70_000))).toBeUndefined();
});
