// Worker thread entry: draws the captcha as a bitmap, because the paths of an SVG would give the digits away.
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);
const family = 'Captcha';
GlobalFonts.registerFromPath(
  require.resolve('@expo-google-fonts/hind-siliguri/600SemiBold/HindSiliguri_600SemiBold.ttf'),
  family,
);

const height = 80;
const between = (min: number, max: number) => min + Math.random() * (max - min);
const colour = (alpha: number) =>
  `hsla(${between(170, 330)}, ${between(25, 60)}%, ${between(22, 42)}%, ${alpha})`;

function drawNoise(context: SKRSContext2D, width: number): void {
  for (let line = 0; line < 7; line += 1) {
    context.strokeStyle = colour(0.45);
    context.lineWidth = between(1, 2.4);
    context.beginPath();
    context.moveTo(between(-10, width * 0.3), between(0, height));
    context.bezierCurveTo(
      between(0, width),
      between(-20, height + 20),
      between(0, width),
      between(-20, height + 20),
      between(width * 0.7, width + 10),
      between(0, height),
    );
    context.stroke();
  }
  for (let dot = 0; dot < 160; dot += 1) {
    context.fillStyle = colour(0.5);
    context.fillRect(between(0, width), between(0, height), between(1, 2.5), between(1, 2.5));
  }
}

/** @returns a PNG of the text, with each character randomly rotated, shifted and scaled */
export default function drawCaptcha({ text }: { text: string }): Uint8Array {
  const signs = [...text];
  const width = Math.max(200, 36 * signs.length + 40);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f6f5';
  context.fillRect(0, 0, width, height);
  const step = (width - 40) / signs.length;
  for (const [index, sign] of signs.entries()) {
    context.save();
    context.translate(20 + step * (index + 0.5) + between(-4, 4), height / 2 + between(-7, 7));
    context.rotate(between(-0.38, 0.38));
    context.transform(1, between(-0.15, 0.15), between(-0.2, 0.2), 1, 0, 0);
    context.font = `${Math.round(between(38, 48))}px ${family}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = colour(1);
    context.fillText(sign, 0, 0);
    context.restore();
  }
  drawNoise(context, width);
  return canvas.toBuffer('image/png');
}
