import { describe, expect, it } from 'vitest';
import { type Grey, thresholdInk } from './raster.ts';

/** The mean around each pixel, pixel by pixel. */
function inkByDefinition({ data, width, height }: Grey, radius: number, drop: number): number[] {
  return Array.from(data, (value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    let [sum, pixels] = [0, 0];
    for (let row = Math.max(0, y - radius); row < Math.min(height, y + radius + 1); row += 1)
      for (let column = Math.max(0, x - radius); column < Math.min(width, x + radius + 1); column += 1) {
        sum += data[row * width + column]!;
        pixels += 1;
      }
    return (value + drop) * pixels < sum ? 1 : 0;
  });
}

describe('the ink of a page', () => {
  it.each([
    { width: 23, height: 17, radius: 3 },
    { width: 5, height: 40, radius: 9 },
    { width: 40, height: 4, radius: 30 },
    { width: 1, height: 1, radius: 2 },
  ])(
    'is what is darker than its surroundings ($width x $height, $radius around)',
    ({ width, height, radius }) => {
      // A fixed sequence of odd values: paper, strokes and shadows side by side.
      const data = Uint8Array.from({ length: width * height }, (_, at) => (at * at * 37 + at * 101) % 256);
      const page = { data, width, height };
      expect([...thresholdInk(page, radius, 16).data]).toEqual(inkByDefinition(page, radius, 16));
    },
  );
});
