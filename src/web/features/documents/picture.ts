// Pictures in the format of the record: base64 without the prefix of a data URL.

function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('Error reading file'));
    reader.readAsDataURL(file);
  });
}

async function decode(dataUrl: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = dataUrl;
  await image.decode();
  return image;
}

/**
 * Reads a picture file as a data URL.
 * @throws if the file cannot be read or is not a picture
 */
export async function readPicture(file: Blob): Promise<string> {
  const dataUrl = await readAsDataUrl(file);
  await decode(dataUrl);
  return dataUrl;
}

/** @throws if the data is not a picture */
export const readBitmap = async (dataUrl: string): Promise<ImageBitmap> =>
  createImageBitmap(await decode(dataUrl));

/** Extracted pictures arrive as bare base64 of a JPEG; a saved signature is a PNG. */
export function asDataUrl(
  base64: string | null,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): string | undefined {
  if (!base64) return undefined;
  return base64.startsWith('data:') ? base64 : `data:${type};base64,${base64}`;
}

export function bareBase64(dataUrl: string | undefined): string | null {
  return dataUrl === undefined ? null : dataUrl.slice(dataUrl.indexOf(',') + 1);
}
