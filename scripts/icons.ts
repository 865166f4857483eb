// `npm run icons`: the pictures under which a phone installs the portal, drawn from the logo.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const root = join(import.meta.dirname, '..');
const output = join(root, 'src/web/public/icons');
const logo = readFileSync(join(root, 'src/web/ui/frame/logo.svg'), 'utf8');
const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(logo)?.[1];
if (ground === undefined) throw new Error('the logo has no ground to take the colour from');

/** @param share how much of the width the logo takes; the rest is its own ground, which a phone may cut off */
async function draw(name: string, size: number, share: number): Promise<void> {
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
  writeFileSync(join(output, `${name}.png`), canvas.toBuffer('image/png'));
}

mkdirSync(output, { recursive: true });
await draw('icon-192', 192, 1);
await draw('icon-512', 512, 1);
// A circle of 80 % of the width is what every phone shows of these.
await draw('maskable-192', 192, 0.78);
await draw('maskable-512', 512, 0.78);
await draw('apple-touch-icon', 180, 0.9);
