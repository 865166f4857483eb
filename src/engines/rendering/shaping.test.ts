// Each cluster is set twice, by the typesetter and by HarfBuzz, in the document font; outlines and positions must be equal. One difference is
// allowed: where ু is lowered, Typst lowers the reph above it by as much.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import { DIFFICULT_WORDS, listClusters, readPublishedTextFont } from './bengali-clusters.test-support.ts';

/** Set at as many points as the font has units per em, so that both sides count in font units. */
const UNITS_PER_EM = 1000;
const LINE = 4 * UNITS_PER_EM;

interface PlacedOutline {
  outline: string;
  x: number;
  y: number;
}

/** The corners of a path in absolute font units: enough to distinguish any two glyphs, however the path is written. */
function corners(path: string): string {
  const points = new Set<string>();
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  for (const [, command, list] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = list!.trim()
      ? list!
          .trim()
          .split(/[\s,]+/)
          .map(Number)
      : [];
    const relative = command === command!.toLowerCase();
    const [fromX, fromY] = relative ? [x, y] : [0, 0];
    switch (command!.toUpperCase()) {
      case 'H':
        x = fromX + numbers[0]!;
        break;
      case 'V':
        y = fromY + numbers[0]!;
        break;
      case 'Z':
        [x, y] = [startX, startY];
        break;
      default:
        x = fromX + numbers.at(-2)!;
        y = fromY + numbers.at(-1)!;
    }
    if (command!.toUpperCase() === 'M') [startX, startY] = [x, y];
    points.add(`${Math.round(x)},${Math.round(y)}`);
  }
  // The move to the origin that one side writes before every glyph.
  points.delete('0,0');
  return [...points].sort().join(' ');
}

const inOrder = (glyphs: PlacedOutline[]) =>
  glyphs
    .filter(({ outline }) => outline !== '')
    .map(({ outline, x, y }) => `${Math.round(x)};${Math.round(y)};${outline}`)
    .sort();

function createJudge(fontFile: Buffer) {
  const font = new Font(new Face(new Blob(fontFile)));
  const outlines = new Map<number, string>();
  return (text: string) => {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    run.setLanguage('bn');
    shape(font, run);
    const glyphs: PlacedOutline[] = [];
    let missing = false;
    let pen = 0;
    for (const glyph of run.getGlyphInfosAndPositions()) {
      if (glyph.codepoint === 0) missing = true;
      if (!outlines.has(glyph.codepoint)) {
        outlines.set(glyph.codepoint, corners(font.glyphToPath(glyph.codepoint)));
      }
      const outline = outlines.get(glyph.codepoint)!;
      glyphs.push({ outline, x: pen + (glyph.xOffset ?? 0), y: glyph.yOffset ?? 0 });
      pen += glyph.xAdvance ?? 0;
    }
    return { glyphs: inOrder(glyphs), missing };
  };
}

function typeset(fontFile: Buffer, texts: string[]): string[][] {
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: [fontFile] }] });
  const svg = compiler.plainSvg({
    mainFileContent: `#set page(width: ${20 * LINE}pt, height: ${(texts.length + 1) * LINE}pt, margin: 0pt)
      #set text(font: "Hind Siliguri", fallback: false, size: ${UNITS_PER_EM}pt, lang: "bn", top-edge: "baseline")
      #for (i, word) in json(bytes(sys.inputs.words)).enumerate() { place(top + left, dy: (i + 1) * ${LINE}pt, word) }`,
    inputs: { words: JSON.stringify(texts) },
  });
  const symbols = new Map<string, string>();
  for (const [, id, path] of svg.matchAll(/<symbol id="(\w+)"[^>]*>\s*<path d="([^"]*)"/g)) {
    symbols.set(id!, corners(path!));
  }
  const lines: PlacedOutline[][] = texts.map(() => []);
  const runs =
    /<g class="typst-text" transform="matrix\(1 0 0 -1 ([\d.-]+) ([\d.-]+)\)">((?:\s*<use [^>]*>)*)/g;
  for (const [, left, top, uses] of svg.matchAll(runs)) {
    const line = Math.round(Number(top) / LINE);
    for (const [, id, x, y] of uses!.matchAll(/xlink:href="#(\w+)" x="([\d.-]+)" y="([\d.-]+)"/g)) {
      lines[line - 1]!.push({
        outline: symbols.get(id!) ?? '',
        x: Number(left) + Number(x),
        y: line * LINE - Number(top) + Number(y),
      });
    }
  }
  return lines.map(inOrder);
}

/** The same glyphs in the same columns, the reph lowered by as much as the ু below it. */
function isLowerReph(text: string, set: string[], judged: string[]): boolean {
  if (!/^র্.*ু$/u.test(text) || set.length !== judged.length) return false;
  const moved = set.filter((glyph, i) => glyph !== judged[i]);
  const [x, y, outline] = (moved[0] ?? '').split(';');
  const lowering = judged.map((glyph) => Number(glyph.split(';')[1])).filter((height) => height < 0);
  return (
    moved.length === 1 && lowering.some((units) => judged.includes(`${x};${Number(y) - units};${outline}`))
  );
}

interface Findings {
  different: string[];
  missing: string[];
  empty: string[];
  lowerReph: string[];
}

function findDifferences(texts: string[]): Findings {
  const fontFile = readPublishedTextFont();
  const judge = createJudge(fontFile);
  const found: Findings = { different: [], missing: [], empty: [], lowerReph: [] };
  for (let from = 0; from < texts.length; from += 500) {
    const batch = texts.slice(from, from + 500);
    typeset(fontFile, batch).forEach((set, i) => {
      const judged = judge(batch[i]!);
      if (judged.missing) found.missing.push(batch[i]!);
      if (set.length === 0) found.empty.push(batch[i]!);
      if (set.join('|') === judged.glyphs.join('|')) return;
      const kind = isLowerReph(batch[i]!, set, judged.glyphs) ? 'lowerReph' : 'different';
      found[kind].push(batch[i]!);
    });
  }
  return found;
}

describe('Bengali shaping', () => {
  it('draws every letter and conjunct with every sign as HarfBuzz does, and misses no glyph', () => {
    const clusters = listClusters();
    expect(clusters.length).toBeGreaterThanOrEqual(5_372);
    const { lowerReph, ...found } = findDifferences(clusters);
    expect(found).toEqual({ different: [], missing: [], empty: [] });
    expect(lowerReph.length).toBeLessThanOrEqual(17);
  });

  it('draws difficult words and the names and addresses of the invented people as HarfBuzz does', () => {
    const printed = syntheticPeople.flatMap(({ nameBn, fatherBn, motherBn, addressBn }) => [
      nameBn,
      fatherBn,
      motherBn,
      ...Object.values(addressBn),
    ]);
    const words = new Set([
      ...DIFFICULT_WORDS,
      ...printed.flatMap((text) => text.normalize('NFC').split(/[\s,]+/)),
    ]);
    words.delete('');
    expect(words.size).toBeGreaterThan(200);
    expect(findDifferences([...words])).toEqual({ different: [], missing: [], empty: [], lowerReph: [] });
  });

  it('would be seen to differ: a vowel sign on the wrong side is a difference', () => {
    const fontFile = readPublishedTextFont();
    const [set] = typeset(fontFile, ['কি']);
    expect(set!.join('|')).not.toBe(createJudge(fontFile)('কী').glyphs.join('|'));
    expect(set!.length).toBe(2);
  });
});
