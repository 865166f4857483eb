// The notice in the ground of each page: every row of it is drawn whole, the arches over the letters too.
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, it } from 'vitest';
import { readDigitFonts, readTextFonts } from './font-coverage.ts';
import { renderPdfPage } from './inspect-pdf.ts';
import { readPixels } from './page-pixels.test-support.ts';

const rowPoints = 40;
const rows = 4;
const dotsPerInch = 144;

it('draws as much ink in every row of the notice', async () => {
  const compiler = NodeCompiler.create({
    workspace: fileURLToPath(new URL('../../../templates', import.meta.url)),
    fontArgs: [{ fontBlobs: [...readTextFonts(), ...readDigitFonts()] }],
  });
  // One period wide, so that each row holds the whole notice once.
  const pdf = compiler.pdf({
    mainFileContent: `#import "layout.typ": ground-of, notice
      #set page(width: ${38 * 11}pt, height: ${rows * rowPoints}pt, margin: 0pt)
      #rect(width: 100%, height: 100%, stroke: none, fill: ground-of(notice, rgb("#000000"), 11pt, ${rowPoints}pt))`,
  });
  const page = await readPixels(await renderPdfPage(pdf, 1, dotsPerInch));
  const high = (rowPoints * dotsPerInch) / 72;
  const inkOf = (row: number) => {
    let ink = 0;
    for (let at = row * high * page.width * 4; at < (row + 1) * high * page.width * 4; at += 4)
      ink += 255 - page.data[at]!;
    return ink;
  };
  const inks = Array.from({ length: rows }, (_, row) => inkOf(row));
  const most = Math.max(...inks);
  expect(most).toBeGreaterThan(0);
  for (const ink of inks) expect(ink / most).toBeGreaterThan(0.985);
});
