// Converts a photo of a copy to a PDF of one page before it is sent, because the server accepts only PDFs.

/** A larger picture takes longer to send and is not read any better. */
const longestSide = 3000;
/** The longer side of an A4 page, in points. */
const pageSide = 842;

export const isPicture = (file: File) => file.type.startsWith('image/');

/** The picture is broken, or of a format that this browser does not support. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

/**
 * Converts a picture to a PDF, rotated as the camera was held.
 * @throws UnreadablePictureError
 */
export async function pictureToPdf(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadablePictureError();
  });
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePictureError();
  // A transparent picture gets a white background.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
  if (!jpeg) throw new UnreadablePictureError();
  const pdf = jpegToPdf(new Uint8Array(await jpeg.arrayBuffer()), canvas.width, canvas.height);
  return new File([pdf], `${file.name.replace(/\.[^.]*$/, '')}.pdf`, { type: 'application/pdf' });
}

/** Returns a PDF whose only page is the JPEG. */
export function jpegToPdf(jpeg: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const scale = pageSide / Math.max(width, height);
  const [w, h] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
  const draw = `q ${w} 0 0 ${h} 0 0 cm /Im Do Q`;
  const ascii = new TextEncoder();
  const parts: Uint8Array[] = [ascii.encode('%PDF-1.5\n')];
  const offsets: number[] = [];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  const addObject = (dictionary: string, stream?: Uint8Array) => {
    offsets.push(size());
    parts.push(ascii.encode(`${offsets.length} 0 obj\n${dictionary}\n`));
    if (stream) parts.push(ascii.encode('stream\n'), stream, ascii.encode('\nendstream\n'));
    parts.push(ascii.encode('endobj\n'));
  };
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  addObject('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  addObject(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
  );
  addObject(`<< /Length ${draw.length} >>`, ascii.encode(draw));
  addObject(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
    jpeg,
  );
  const table = size();
  const lines = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  parts.push(
    ascii.encode(
      `xref\n0 ${count}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  const pdf = new Uint8Array(size());
  let at = 0;
  for (const part of parts) {
    pdf.set(part, at);
    at += part.length;
  }
  return pdf;
}
