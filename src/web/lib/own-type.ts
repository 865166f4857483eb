// What a file is, by how it begins, as the server sees it: apps that send files on give them any name, or none.
const kinds = [
  { type: 'application/pdf', extension: 'pdf', name: /\.pdf$/i, start: /%PDF-/ },
  { type: 'image/jpeg', extension: 'jpg', name: /\.jpe?g$/i, start: /^\xff\xd8\xff/ },
  { type: 'image/png', extension: 'png', name: /\.png$/i, start: /^\x89PNG\r\n/ },
  { type: 'image/webp', extension: 'webp', name: /\.webp$/i, start: /^RIFF.{4}WEBP/s },
];

/** @returns the same file if it is named as what it is, or is none of these */
export async function withItsOwnType(file: File): Promise<File> {
  const bytes = await file
    .slice(0, 1024)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const start = String.fromCharCode(...new Uint8Array(bytes));
  const kind = kinds.find((one) => one.start.test(start));
  if (!kind || (file.type === kind.type && kind.name.test(file.name))) return file;
  const stem = file.name.replace(/\.[a-z\d]{1,5}$/i, '');
  return new File([file], `${stem}.${kind.extension}`, { type: kind.type });
}
