// The picture of the browser's camera: a video of a still image, cropped from a printed page around its QR code.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderPdfPage } from '#engines/rendering/inspect-pdf.ts';

/** The path of the video must be known when the browser starts; it is read when a page turns on the camera. */
export const cameraOf = (film: string): string[] => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];

const [width, height] = [1280, 720];

/**
 * Writes the video.
 * @returns the content of its QR code
 */
export async function filmQrOf(pdf: Uint8Array, film: string): Promise<string> {
  const reader = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(reader).buffer } });
  const page = await renderPdfPage(pdf, 1, 200);
  const [code] = await readBarcodes(page, { formats: ['QRCode'], tryHarder: true });
  if (!code) throw new Error('the page has no QR code');
  const { topLeft, bottomRight } = code.position;
  const picture = await loadImage(Buffer.from(page));
  const pen = createCanvas(width, height).getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  const [x, y] = [(topLeft.x + bottomRight.x - width) / 2, (topLeft.y + bottomRight.y - height) / 2];
  pen.drawImage(picture, -x, -y);
  const { data } = pen.getImageData(0, 0, width, height);
  const grey = Buffer.alloc(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = data[i * 4 + 1]!;
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const head = `YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`;
  const frame = [Buffer.from('FRAME\n'), grey, colourless];
  writeFileSync(film, Buffer.concat([Buffer.from(head), ...frame, ...frame]));
  return code.text;
}
