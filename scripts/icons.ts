// `npm run icons`: draws the icons of the installed portal and of its papers in a browser from the logo.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const root = join(import.meta.dirname, '..');
const output = join(root, 'src/web/public/icons');
const logo = readFileSync(join(root, 'src/web/ui/frame/logo.svg'), 'utf8');
const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(logo)?.[1];
if (ground === undefined) throw new Error('the logo has no ground to take the colour from');

/** @param share of the width that the logo takes; the rest is its background, which a phone may crop */
async function draw(size: number, share: number): Promise<Buffer> {
  const canvas = createCanvas(size, size);
  const brush = canvas.getContext('2d');
  // Rasterised at the size that is drawn: enlarging would blur it.
  const sized = logo.replace('<svg ', `<svg width="${size}" height="${size}" `);
  const picture = await loadImage(Buffer.from(sized));
  if (share < 1) {
    brush.fillStyle = ground!;
    brush.fillRect(0, 0, size, size);
  }
  const wide = size * share;
  brush.drawImage(picture, (size - wide) / 2, (size - wide) / 2, wide, wide);
  return canvas.toBuffer('image/png');
}

const write = async (name: string, size: number, share: number) =>
  writeFileSync(join(output, `${name}.png`), await draw(size, share));

/** Wraps a PNG in an icon file, which every browser reads. */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // An icon, of one picture: its width and height, one plane of 32 bits, its length and where it begins.
  for (const [at, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

mkdirSync(output, { recursive: true });
await write('icon-192', 192, 1);
await write('icon-512', 512, 1);
// A circle of 80 % of the width is what every phone shows of these.
await write('maskable-192', 192, 0.78);
await write('maskable-512', 512, 0.78);
await write('apple-touch-icon', 180, 0.9);
// What a browser asks for beside papers and other answers that name no icon.
writeFileSync(join(output, '../favicon.ico'), iconFile(await draw(48, 1), 48));
