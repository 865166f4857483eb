// Ways in which the text of a PDF gets damaged: maps to Unicode that are lost or belong to another font, and Bengali in the Bijoy code page. The
// picture of the page stays the same.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Dice } from './seeded-random.ts';

const run = promisify(execFile);

export type Damage = 'no map' | 'wrong map';

/** Every change keeps the length of the file's parts, so that all offsets stay valid. */
export async function damageEncoding(
  pdf: Uint8Array,
  damage: Damage,
  dice: Dice,
  folder: string,
): Promise<Uint8Array> {
  const [from, plain, to] = ['whole.pdf', 'plain.pdf', 'damaged.pdf'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(from, pdf);
  await run('qpdf', ['--qdf', '--object-streams=disable', from, plain]);
  let text = (await readFile(plain)).toString('latin1').replace(/\/ActualText/g, '/ActualTxxx');
  if (damage === 'no map') {
    text = text.replace(/\/ToUnicode \d+ 0 R/g, (entry) => ' '.repeat(entry.length));
  } else {
    const shift = dice.whole(1, 9);
    text = text.replace(
      /(begin(?:bfchar|bfrange))([\s\S]*?)(end(?:bfchar|bfrange))/g,
      (_, head: string, body: string, tail: string) =>
        head +
        body.replace(/<09([89a-f][0-9a-f])/gi, (__, low: string) => `<09${shifted(low, shift)}`) +
        tail,
    );
  }
  await writeFile(plain, Buffer.from(text, 'latin1'));
  // Exits with 3 for mere warnings.
  await run('qpdf', ['--warning-exit-0', plain, to]);
  return readFile(to);
}

/** The Latin font that stands in for a Bijoy one: such fonts are not free, and what the page shows is not read. */
export const bijoyStandIn = 'Liberation Sans';

/** Renames the stand-in font to a known Bijoy font; both names have the same length. */
export async function withBijoyFont(pdf: Uint8Array, folder: string): Promise<Uint8Array> {
  const [from, plain] = ['coded.pdf', 'plain.pdf'].map((name) => join(folder, name)) as [string, string];
  await writeFile(from, pdf);
  await run('qpdf', ['--qdf', '--object-streams=disable', from, plain]);
  const text = (await readFile(plain)).toString('latin1');
  return new Uint8Array(
    Buffer.from(
      text.replaceAll('LiberationSans', 'NamunaLipikaMJ').replaceAll('Liberation-Sans', 'Namuna-LipikaMJ'),
      'latin1',
    ),
  );
}

/** Replaces letters of the Bengali block by others. */
function shifted(low: string, by: number): string {
  const code = Number.parseInt(low, 16) - 0x80;
  return (0x80 + ((code + by) % 0x70)).toString(16).padStart(2, '0');
}

const single: Record<string, string> = {
  অ: 'A', ই: 'B', ঈ: 'C', উ: 'D', ঊ: 'E', ঋ: 'F', এ: 'G', ঐ: 'H', ও: 'I', ঔ: 'J', আ: 'Av',
  ক: 'K', খ: 'L', গ: 'M', ঘ: 'N', ঙ: 'O', চ: 'P', ছ: 'Q', জ: 'R', ঝ: 'S', ঞ: 'T', ট: 'U', ঠ: 'V', ড: 'W', ঢ: 'X', ণ: 'Y',
  ত: 'Z', থ: '_', দ: '`', ধ: 'a', ন: 'b', প: 'c', ফ: 'd', ব: 'e', ভ: 'f', ম: 'g', য: 'h', র: 'i', ল: 'j', শ: 'k', ষ: 'l',
  স: 'm', হ: 'n', ড়: 'o', ঢ়: 'p', য়: 'q', ৎ: 'r', 'ং': 's', 'ঃ': 't', 'ঁ': 'u', 'া': 'v', 'ী': 'x', 'ু': 'y', 'ূ': '~', 'ৃ': '„', '।': '|',
}; // biome-ignore format: a table
const joined: Record<string, string> = {
  ক্ক: '°', ক্ট: '±', ক্ত: '³', ক্র: 'µ', ক্ষ: '¶', ক্স: '·', জ্ঞ: 'Á', গ্ধ: '»', ঙ্ক: '¼', ঙ্গ: '½', জ্জ: '¾', ঞ্চ: 'Â', ঞ্ছ: 'Ã', ঞ্জ: 'Ä', ঞ্ঝ: 'Å',
  ট্ট: 'Æ', ড্ড: 'Ç', ণ্ট: 'È', ণ্ঠ: 'É', ণ্ড: 'Ê', ত্ত: 'Ë', ত্থ: 'Ì', ত্র: 'Î', দ্দ: 'Ï', দ্ধ: '×', দ্ব: 'Ø', দ্ম: 'Ù', ন্ধ: 'Ü', প্ট: 'Þ', প্ত: 'ß', প্প: 'à',
  ব্দ: 'ã', ভ্র: 'å', ম্ন: 'æ', ম্ফ: 'ç', ল্ক: 'é', ল্ট: 'ë', ল্ড: 'ì', ল্প: 'í', শ্চ: 'ð', শ্ছ: 'ñ', ষ্ণ: 'ò', ষ্ট: 'ó', ষ্ঠ: 'ô', স্ট: '÷',
  হ্ন: 'ý', হ্ম: 'þ', ন্ড: 'Û', ন্ঠ: 'Ú', স্ত: '¯Í', স্থ: '¯’', ন্ত: 'šÍ', ন্দ: '›`', ম্ম: '¤§', স্প: '¯ú', ষ্ক: '®‹', ন্ন: 'bœ', ল্ল: 'jø', ক্ল: 'K¬', ন্স: 'Ý', চ্চ: '”P', ক্ষ্ণ: '²',
}; // biome-ignore format: a table
const under: Record<string, string> = {
  '্য': '¨',
  '্র': 'ª',
  '্ব': '¡',
  '্ম': '§',
  '্ল': '¬',
  '্ন': 'œ',
  '্ত': '—',
  '্প': 'ú',
  '্ণ': 'è',
};

/** The text in the code page; undefined when it contains letters that the page lacks here. */
export function toBijoy(text: string): string | undefined {
  const unsplit = text
    .normalize('NFC')
    .replace(/ৰ/g, 'র')
    .replace(/\u09a1\u09bc/g, '\u09dc')
    .replace(/\u09a2\u09bc/g, '\u09dd')
    .replace(/\u09af\u09bc/g, '\u09df');
  let coded = '';
  const syllables = unsplit.match(/(?:র্(?=[ক-হ]))?[ক-হড়ঢ়য়ৎ](?:্[ক-হয়])*[া-ৌ]?[ঁংঃ]*|[\s\S]/gu) ?? [];
  for (const syllable of syllables) {
    const sign = syllableToBijoy(syllable);
    if (sign === undefined) return undefined;
    coded += sign;
  }
  return coded;
}

function syllableToBijoy(syllable: string): string | undefined {
  if (/^[০-৯]$/.test(syllable)) return String(syllable.charCodeAt(0) - 0x09e6);
  if (/^[\x20-\x7e]$/.test(syllable)) return /[A-Za-z_`~|&^]/.test(syllable) ? undefined : syllable;
  const match = /^(র্(?=.))?((?:[ক-হড়ঢ়য়ৎ])(?:্[ক-হয়])*)([া-ৌ]?)([ঁংঃ]*)$/u.exec(syllable);
  if (match === null) return single[syllable];
  const [, reph = '', cluster = '', vowel = '', marks = ''] = match;
  const base = clusterToBijoy(cluster);
  if (base === undefined) return undefined;
  const around: Record<string, [string, string]> = {
    'ি': ['w', ''],
    'ে': ['†', ''],
    'ৈ': ['ˆ', ''],
    'ো': ['†', 'v'],
    'ৌ': ['†', 'Š'],
  };
  const [before, after] = around[vowel] ?? ['', vowel === '' ? '' : single[vowel]!];
  return before + base + (reph === '' ? '' : '©') + after + [...marks].map((mark) => single[mark]!).join('');
}

function clusterToBijoy(cluster: string): string | undefined {
  const whole = joined[cluster] ?? single[cluster];
  if (whole !== undefined) return whole;
  for (const [tail, sign] of Object.entries(under)) {
    if (!cluster.endsWith(tail)) continue;
    const head = clusterToBijoy(cluster.slice(0, -tail.length));
    return head === undefined ? undefined : head + sign;
  }
  return undefined;
}
