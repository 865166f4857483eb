// Texts that between them use every sign of a Bengali font, from single letters to whole words.

import { DIFFICULT_WORDS, listClusters } from '../../src/engines/rendering/bengali-clusters.test-support.ts';

const consonants = [...'কখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহৰ', 'ড\u09bc', 'ঢ\u09bc', 'য\u09bc'];
const vowelSigns = [...'ািীুূৃেৈোৌঁংঃ'];
const halant = '\u09cd';

export function bengaliSamples(): string[] {
  const pairs = consonants.flatMap((one) => consonants.map((other) => one + halant + other));
  const clusters = listClusters();
  const all = [
    ...'অআইঈউঊঋএঐওঔৎংঃঁ০১২৩৪৫৬৭৮৯।॥৳',
    ...consonants,
    ...consonants.flatMap((letter) => vowelSigns.map((sign) => letter + sign)),
    ...consonants.flatMap((letter) => vowelSigns.map((sign) => `${letter + sign}ঁ`)),
    ...consonants.map((letter) => letter + halant),
    ...pairs,
    ...clusters,
    ...pairs.flatMap((pair) => [...'ুূৃ'].map((sign) => pair + sign)),
    ...pairs.flatMap((pair) => [...'যরব'].map((letter) => pair + halant + letter)),
    ...pairs.map((pair) => `র${halant}${pair}`),
    ...clusters
      .filter((cluster) => !cluster.startsWith(`র${halant}`))
      .map((cluster) => `র${halant}${cluster}`),
    // Some signs have other forms within a word.
    ...clusters.flatMap((cluster) => [`ক${cluster}`, `${cluster}ক`]),
    ...DIFFICULT_WORDS,
  ];
  return [...new Set(all.map((text) => text.normalize('NFC')))].filter(
    (text) => !/[\u200c\u200d]/.test(text),
  );
}

/** Signs of ASCII, those that office programs put in their place, and joined ones. */
export function latinSamples(): string[] {
  const ascii = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  return [...ascii, ...'–—‘’“”·×−…', 'fi', 'fl', 'ff', 'ffi', 'ffl', 'tt', 'ti'];
}
