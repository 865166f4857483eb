// The process decodes all pictures into the same canvas, so none may show remains of the one before.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProcessPool } from '#engines/processes/process-pool.ts';
import { inventPhoto, inventSignature } from '#engines/rendering/invented-documents.test-support.ts';
import type { PictureTask } from './picture-process.ts';

let pool: ProcessPool<PictureTask, Uint8Array | undefined>;

beforeAll(() => {
  pool = new ProcessPool({
    program: new URL('./picture-process.ts', import.meta.url),
    processes: 1,
    waiting: 10,
    waitingEach: 10,
    waitMilliseconds: 60_000,
    milliseconds: 20_000,
    residentMegabytes: 700,
  });
});
afterAll(() => pool.close());

const write = async (bytes: Uint8Array, format: PictureTask['format'], longestSide = 900) => {
  const written = await pool.run({ bytes, format, longestSide }, 'test');
  return written && Buffer.from(written);
};

function drawn(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b01030';
  context.fillRect(10, 10, 20, 20);
  return canvas.toBuffer('image/png');
}

test('a transparent picture stays transparent where one before it was drawn', async () => {
  await write(inventPhoto(), 'jpeg');
  const image = await loadImage((await write(drawn(60, 40), 'png'))!);
  const canvas = createCanvas(60, 40);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  expect([...context.getImageData(5, 5, 1, 1).data]).toEqual([0, 0, 0, 0]);
  expect([...context.getImageData(15, 15, 1, 1).data]).toEqual([0xb0, 0x10, 0x30, 255]);
});

test('a picture is written the same whatever came before it', async () => {
  const first = [await write(inventPhoto(), 'jpeg'), await write(inventSignature(), 'png')];
  expect(await write(inventPhoto().subarray(0, 100), 'jpeg')).toBeUndefined();
  expect(await write(Buffer.from('no picture'), 'png')).toBeUndefined();
  await write(drawn(1_500, 900), 'png', 300);
  expect([await write(inventPhoto(), 'jpeg'), await write(inventSignature(), 'png')]).toEqual(first);
});
