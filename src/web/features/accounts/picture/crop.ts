// The part of a picture that is kept: its size follows from shape and zoom, and it stays inside the picture.

export interface Crop {
  /** The upper left corner, in the picture's pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/**
 * Returns the size of the largest part of that shape that fits.
 * @param shape width divided by height
 */
function largest(size: Size, shape: number): Size {
  const width = Math.min(size.width, size.height * shape);
  return { width, height: width / shape };
}

/**
 * Returns the largest part of that shape in the middle of the picture.
 * @param shape width divided by height
 */
export function middlePart(size: Size, shape: number): Crop {
  const part = largest(size, shape);
  return { x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, ...part };
}

export function moved(crop: Crop, size: Size, dx: number, dy: number): Crop {
  return {
    ...crop,
    x: clamp(crop.x + dx, 0, size.width - crop.width),
    y: clamp(crop.y + dy, 0, size.height - crop.height),
  };
}

/** @param zoom 1 takes the largest part of the crop's shape, 4 a quarter of its sides; the centre stays where it is */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  const whole = largest(size, crop.width / crop.height);
  const part = { width: whole.width / zoom, height: whole.height / zoom };
  return moved({ ...crop, ...part }, size, (crop.width - part.width) / 2, (crop.height - part.height) / 2);
}
