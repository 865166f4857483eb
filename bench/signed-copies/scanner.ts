// Makes a scan or a phone's photograph of a PDF: renders its pages, rotates, bends, lights them unevenly, adds dirt and stamps, compresses them,
// and puts them back into a PDF as pictures.

import { createCanvas, loadImage } from '@napi-rs/canvas';
import { loadPdfium } from '#engines/pdfium.ts';
import { withPage } from '#engines/reading/page-content.ts';
import { withDocument } from '#engines/reading/pdfium.ts';
import type { Pixels } from '#engines/reading/pictures.ts';
import { renderPart } from '#engines/reading/scan/page-raster.ts';
import type { Dice } from './seeded-random.ts';

export interface ScanSettings {
  dpi: number;
  quality: number;
  degrees: number;
  noise: number;
  grey: boolean;
  stamp: boolean;
  /** How far the corners move, as a share of the page: 0 for a flatbed. */
  bend: number;
  /** How much darker one corner is than the other. */
  shade: number;
}

export function inventScanSettings(dice: Dice): ScanSettings {
  const isPhotograph = dice.chance(0.25);
  return {
    dpi: isPhotograph ? dice.pick([200, 250, 300]) : dice.pick([150, 200, 200, 250, 300]),
    quality: dice.pick([55, 70, 80, 90]),
    degrees: dice.pick([0, 0.4, -0.6, 1.1, -1.6, 2.4, -3]),
    noise: dice.pick([0, 4, 8, 12]),
    grey: dice.chance(0.6),
    stamp: dice.chance(0.4),
    bend: isPhotograph ? 0.012 : 0,
    shade: isPhotograph ? 0.25 : dice.pick([0, 0, 0.08]),
  };
}

/** At most two pages, as JPEG pictures of one A4 page each. */
export async function simulateScan(pdf: Uint8Array, settings: ScanSettings, dice: Dice): Promise<Uint8Array> {
  const pdfium = await loadPdfium();
  const pictures: Uint8Array[] = [];
  await withDocument(pdfium, pdf, async (document, pages) => {
    for (let index = 0; index < pages; index += 1) {
      await withPage(pdfium, document, index, async (content, handle) => {
        const scale = settings.dpi / 72;
        const box = {
          left: 0,
          top: 0,
          width: Math.round(content.width * scale),
          height: Math.round(content.height * scale),
        };
        const pixels = renderPart(pdfium, handle, settings.dpi, box);
        if (pixels !== undefined)
          pictures.push(await simulatePhotograph(await rotatePage(pixels, settings, dice), settings, dice));
      });
    }
  });
  return pdfOfPictures(await Promise.all(pictures.map(async (jpeg) => ({ jpeg, ...(await sizeOf(jpeg)) }))));
}

async function sizeOf(jpeg: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await loadImage(jpeg);
  return { width, height };
}

/** The page on a slightly grey ground, rotated, with a round stamp over part of it. */
async function rotatePage(pixels: Pixels, settings: ScanSettings, dice: Dice): Promise<Pixels> {
  const { width, height } = pixels;
  const page = createCanvas(width, height);
  const image = page.getContext('2d').createImageData(width, height);
  image.data.set(pixels.data);
  page.getContext('2d').putImageData(image, 0, 0);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const paper = dice.whole(238, 255);
  context.fillStyle = `rgb(${paper}, ${paper}, ${paper - 4})`;
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((settings.degrees * Math.PI) / 180);
  // A sheet placed askew on the scanner is still fully visible.
  const shown = 1 - Math.abs(settings.degrees) / 60 - 2 * settings.bend;
  context.scale(shown, shown);
  context.globalCompositeOperation = 'multiply';
  context.drawImage(page, -width / 2, -height / 2);
  if (settings.stamp) {
    context.strokeStyle = 'rgba(60, 60, 170, 0.55)';
    context.lineWidth = settings.dpi / 60;
    const [x, y] = [width * (dice.next() * 0.5 - 0.1), height * (dice.next() * 0.6 - 0.2)];
    for (const radius of [0.62, 0.5]) {
      context.beginPath();
      context.arc(x, y, radius * settings.dpi, 0, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = 'rgba(60, 60, 170, 0.5)';
    context.font = `${Math.round(settings.dpi / 9)}px sans-serif`;
    context.fillText('SPECIMEN', x - 0.35 * settings.dpi, y);
  }
  context.resetTransform();
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}

/** Bends, shades, adds dirt and compresses. */
async function simulatePhotograph(pixels: Pixels, settings: ScanSettings, dice: Dice): Promise<Uint8Array> {
  const { width, height, data } = pixels;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const corner = () => (dice.next() - 0.5) * 2 * settings.bend;
  const [ax, ay, bx, by, cx, cy] = [corner(), corner(), corner(), corner(), corner(), corner()];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / width, y / height];
      const sx = Math.round(x + width * (ax * u + bx * v + cx * u * v));
      const sy = Math.round(y + height * (ay * u + by * v + cy * u * v));
      const inside = sx >= 0 && sy >= 0 && sx < width && sy < height;
      const from = 4 * (sy * width + sx);
      const to = 4 * (y * width + x);
      const light = 1 - settings.shade * (0.6 * u + 0.4 * v);
      const noise = settings.noise === 0 ? 0 : (dice.next() + dice.next() - 1) * settings.noise * 2;
      const rgb = [0, 1, 2].map((c) => (inside ? data[from + c]! : 120) * light + noise) as [
        number,
        number,
        number,
      ];
      const grey = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2];
      for (let c = 0; c < 3; c += 1) image.data[to + c] = settings.grey ? grey : rgb[c]!;
      image.data[to + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return new Uint8Array(await canvas.encode('jpeg', settings.quality));
}

/** A PDF of A4 pages, each one JPEG. */
export function pdfOfPictures(
  pictures: readonly { jpeg: Uint8Array; width: number; height: number }[],
): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n', 'latin1')];
  const offsets: number[] = [];
  const add = (number: number, head: string, stream?: Uint8Array) => {
    offsets[number] = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(Buffer.from(`${number} 0 obj\n${head}\n`, 'latin1'));
    if (stream !== undefined)
      parts.push(Buffer.from('stream\n'), Buffer.from(stream), Buffer.from('\nendstream\n'));
    parts.push(Buffer.from('endobj\n'));
  };
  const kids = pictures.map((_, index) => `${3 + 3 * index} 0 R`).join(' ');
  add(1, '<< /Type /Catalog /Pages 2 0 R >>');
  add(2, `<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`);
  for (const [index, { jpeg, width, height }] of pictures.entries()) {
    const number = 3 + 3 * index;
    const content = Buffer.from('q 595 0 0 842 0 0 cm /Im Do Q');
    add(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /XObject << /Im ${number + 2} 0 R >> >> >>`,
    );
    add(number + 1, `<< /Length ${content.length} >>`, content);
    add(
      number + 2,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  }
  const table = parts.reduce((sum, part) => sum + part.length, 0);
  const lines = Array.from(
    { length: offsets.length - 1 },
    (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n \n`,
  );
  parts.push(
    Buffer.from(
      `xref\n0 ${offsets.length}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
