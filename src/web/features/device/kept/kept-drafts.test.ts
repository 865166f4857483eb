import { expect, test } from 'vitest';
import { insertPictures, separatePictures } from './kept-drafts.ts';

test('text stays in place, and pictures are separated under ids that stay until they change', () => {
  const draft = {
    note: 'ন'.repeat(4_000),
    values: { name: 'রহিম', photo: `data:image/png;base64,${'A'.repeat(5_000)}` },
  };
  const kept = separatePictures(draft)!;
  expect(kept.text).not.toContain('AAAA');
  expect([...kept.pictures.values()]).toEqual([draft.values.photo]);
  expect(insertPictures(kept.text, kept.pictures)).toEqual(draft);
  expect([...separatePictures({ ...draft, note: '' })!.pictures.keys()]).toEqual([...kept.pictures.keys()]);
  expect(insertPictures(kept.text, new Map())).toEqual({ note: draft.note, values: { name: 'রহিম' } });
});

test('anything but text and pictures that forms accept is not kept', () => {
  expect(separatePictures({ name: 'রহিম', photo: 'A'.repeat(8_000_000) })).toEqual({
    text: JSON.stringify({ name: 'রহিম' }),
    pictures: new Map(),
  });
  expect(separatePictures({ notes: Array.from({ length: 20 }, () => 'x'.repeat(4_000)) })).toBeUndefined();
});
