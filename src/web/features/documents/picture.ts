// Pictures in the format of the record: base64 without the prefix of a data URL.

/** Reads a picture file as a data URL. */
export function readPicture(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('Error reading file'));
    reader.readAsDataURL(file);
  });
}

/** @throws if the data is not a picture */
export async function readBitmap(dataUrl: string): Promise<ImageBitmap> {
  const image = new Image();
  image.src = dataUrl;
  await image.decode();
  return createImageBitmap(image);
}

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
