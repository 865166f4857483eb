// Which square of a picture is taken: its side follows from the zoom, its place stays inside the picture.

export interface Crop {
  /** Of the square's upper left corner, in the picture's pixels. */
  x: number;
  y: number;
  side: number;
}

export interface Size {
  width: number;
  height: number;
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** The largest square in the middle. */
export function middleSquare({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

export function moved(crop: Crop, { width, height }: Size, dx: number, dy: number): Crop {
  return {
    ...crop,
    x: clamp(crop.x + dx, 0, width - crop.side),
    y: clamp(crop.y + dy, 0, height - crop.side),
  };
}

/** @param zoom 1 takes the largest square, 4 a quarter of its side; the middle stays where it is */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  const side = Math.min(size.width, size.height) / zoom;
  const shift = (crop.side - side) / 2;
  return moved({ ...crop, side }, size, shift, shift);
}
