// Searches find a name in every spelling that people use, by index and row by row alike, and find no other name.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { containsText, hasText, isShort } from '#server/platform/database/search.ts';
import { useDatabase } from '../../support/database.ts';

const database = useDatabase();

/** Whether the search finds each name. Checks that the row filter and the indexed condition agree. */
async function findIn(names: readonly string[], search: string) {
  const { rows } = await sql<{ found: boolean | null; indexed: boolean | null }>`
    select ${hasText('folded', search)} as found, ${containsText('folded', search)} as indexed
      from (select fold_text(name) as folded from unnest(${[...names]}::text[]) with ordinality as n(name, place) order by place) names`.execute(
    database.db,
  );
  return rows.map(({ found, indexed }) => {
    expect(indexed).toBe(found);
    return found === true;
  });
}

const find = async (name: string, search: string) => (await findIn([name], search))[0];

it.each([
  ['আব্দুল করিম', 'আবদুল করীম'],
  ['নূরুন্নাহার', 'নুরুননাহার'],
  ['মোঃ রহিম', 'মো: রহিম'],
  ['মোঃ রহিম', 'মো. রহিম'],
  ['Md. Rahim', 'md rahim'],
  ['র‍্যাব', 'র্যাব'],
  ['র\u200cয়', 'রয়'],
  ['চাঁদ মিয়া', 'চাদ মিয়া'],
  ['মৎস্য', 'মত্\u200dস্য'],
  ['কিরণ', 'কিরন'],
  ['শামসুন্নাহার', 'সামছুন্নাহার'],
  ['ঈদ্রিস ঊর্মি', 'ইদরিস উর্মি'],
  ['বাড়ৈ', 'বাড়ৈ'],
  ['Shop7@Mail.test ০১৭', 'shop7@mail.test 017'],
])('%j and %j find each other', async (one, other) => {
  expect(await find(one, other)).toBe(true);
  expect(await find(other, one)).toBe(true);
});

it.each([
  ['রায় চৌধুরী', 'রাজ চৌধুরী'],
  ['করিম', 'রহিম'],
  ['রহিম উদ্দিন', 'রহিমউদ্দিন'],
  ['তাহমিনা', 'থাহমিনা'],
  ['করিম', '%'],
  ['করিম', 'ক.*'],
  ['করিম', '(করিম'],
  ['করিম', '.'],
  ['চাঁদ', 'ঁ'],
])('%j is not found by %j', async (name, search) => {
  expect(await find(name, search)).toBe(false);
});

it('agrees between row filter and index on any text', async () => {
  const texts = fc.string({
    unit: fc.constantFrom(...'তৎিীুূইঈউঊনণশষসছঁঃ্.: Xx([^$*+?{|\\]%_-০0কা', '\u200c', '\u200d', '\u09bc', 'ড়'),
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, async (before, text, after) => {
      // The index is not used for texts of fewer than three letters.
      fc.pre(!isShort(text));
      const [own] = await findIn([before + text + after, before, after], text);
      expect(own).toBe(true);
    }),
    { numRuns: 60, seed: Number(process.env.PROPERTY_SEED ?? 20_261_129) },
  );
});
