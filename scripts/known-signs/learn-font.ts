// What the signs of a font stand for: syllables whose text is known are shaped, and the sign that is new in one of them stands for what the others leave
// of its text.

import { readFileSync } from 'node:fs';
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs';
import type { Measures } from '../../src/engines/reading/outlines/outline-measures.ts';
import { toDrawnOrder, toTypingOrder } from '../../src/engines/reading/visual-order.ts';
import type { Font as KnownFont } from './fonts.ts';
import { measuresOfSigns } from './measure-signs.ts';
import { bengaliSamples, latinSamples } from './samples.ts';

export interface LearnedFont {
  /** Number of the sign in the font → its text, in the order in which letters are drawn. */
  texts: ReadonlyMap<number, string>;
  measures: ReadonlyMap<number, Measures>;
  tried: number;
  /** Samples that do not come out as they are typed, most of them no syllables of the language. */
  misspelled: number;
}

interface Sample {
  text: string;
  /** Those that leave ink. */
  signs: number[];
}

export async function learnFont(file: string, script: KnownFont['script']): Promise<LearnedFont> {
  const bytes = readFileSync(file);
  const font = new Font(new Face(new Blob(new Uint8Array(bytes).buffer)));
  const samples = (script === 'Latin' ? latinSamples() : [...bengaliSamples(), ...latinSamples()])
    .map((text) => ({ text, signs: shaped(font, text) }))
    .filter(({ signs }) => !signs.includes(notdef));
  const measures = await measuresOfSigns(bytes, new Set(samples.flatMap(({ signs }) => signs)));
  const inked = samples
    .map(({ text, signs }) => ({ text, signs: signs.filter((sign) => measures.has(sign)) }))
    .filter(({ signs }) => signs.length > 0);
  const texts = textsOf(inked);
  const right = inked.filter((sample) => isSpelled(sample, texts));
  // A sign that is in no sample which comes out right is not understood.
  const understood = new Set(right.flatMap(({ signs }) => signs));
  for (const sign of texts.keys()) if (!understood.has(sign)) texts.delete(sign);
  return { texts, measures, tried: inked.length, misspelled: inked.length - right.length };
}

const notdef = 0;

function shaped(font: Font, text: string): number[] {
  const run = new Run();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  return run.getGlyphInfos().map(({ codepoint }) => codepoint);
}

function isSpelled({ text, signs }: Sample, texts: ReadonlyMap<number, string>): boolean {
  return toTypingOrder(signs.map((sign) => texts.get(sign) ?? '').join('')) === text;
}

function textsOf(samples: readonly Sample[]): Map<number, string> {
  const texts = new Map<number, string>();
  let open = [...samples];
  for (let most = 1; most <= 2; ) {
    const before = open.length;
    open = open.filter((sample) => !settle(sample, texts, most));
    // Two new signs at once only where nothing else tells of them.
    most = open.length < before ? 1 : most + 1;
  }
  return texts;
}

/** Gives the new signs of a sample the texts with which it comes out right; false when it has more than `most`, or nothing fits. */
function settle(sample: Sample, texts: Map<number, string>, most: number): boolean {
  const fresh = [...new Set(sample.signs.filter((sign) => !texts.has(sign)))];
  if (fresh.length === 0) return true;
  if (fresh.length > most) return false;
  const candidates = candidatesOf(sample.text);
  const choices =
    fresh.length === 1
      ? candidates.map((one) => [one])
      : candidates.flatMap((one) => candidates.map((other) => [one, other]));
  for (const choice of choices.sort((a, b) => strangenessOf(a) - strangenessOf(b))) {
    for (const [at, sign] of fresh.entries()) texts.set(sign, choice[at]!);
    if (isSpelled(sample, texts)) return true;
  }
  for (const sign of fresh) texts.delete(sign);
  return false;
}

/** What a sign of the sample can stand for: parts of it as it is drawn, and signs that join what is not side by side. */
function candidatesOf(text: string): string[] {
  const drawn = toDrawnOrder(text);
  const parts = new Set<string>();
  for (let from = 0; from < drawn.length; from += 1)
    for (let to = from + 1; to <= drawn.length; to += 1) parts.add(drawn.slice(from, to));
  const reph = text.includes('র\u09cd') ? ['র\u09cd'] : [];
  const moon = text.includes('ঁ') ? ['ঁ'] : [];
  for (const joined of ['\u09cdর', '\u09cdয']) if (text.includes(joined)) parts.add(joined);
  for (const vowel of ['ি', 'ে', 'ৈ', 'ী']) {
    for (const one of reph) parts.add(vowel === 'ী' ? one + vowel : vowel + one);
    for (const other of moon) {
      parts.add(vowel + other);
      for (const one of reph) parts.add((vowel === 'ী' ? one + vowel : vowel + one) + other);
    }
  }
  for (const one of reph) for (const other of moon) parts.add(one + other);
  return [...parts, ''];
}

/** Letters and vowel signs are likelier than parts of them. */
function strangenessOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => {
    if (
      /^(?:[\u0995-\u09b9\u09dc-\u09df\u09bc]+(?:\u09cd[\u0995-\u09df])*|[\u09be-\u09cc\u0981-\u0983])$/u.test(
        text,
      )
    )
      return sum + text.length / 1000;
    if (text === 'র\u09cd') return sum + 0.2;
    if (text === '\u09cd') return sum + 0.5;
    if (text.endsWith('\u09cd')) return sum + 1;
    if (text === '') return sum + 5;
    return sum + (text.startsWith('\u09cd') ? 0.8 : 0.9 + text.length / 10);
  }, 0);
}
