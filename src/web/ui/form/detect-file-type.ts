// Detects a file's type by its first bytes, like the server, because apps that share files give them any name or none.
const kinds = [
  ['pdf', 'application/pdf', /%PDF-/],
  ['jpg', 'image/jpeg', /^\xff\xd8\xff/],
  ['png', 'image/png', /^\x89PNG/],
  ['webp', 'image/webp', /^RIFF.{4}WEBP/s],
] as const;

/** @returns the same file if it is none of these types; otherwise one with the type and extension that the server will give it */
export async function withDetectedType(file: File): Promise<File> {
  const start = await file
    .slice(0, 1024)
    .arrayBuffer()
    .then(
      (bytes) => String.fromCharCode(...new Uint8Array(bytes)),
      () => '',
    );
  const kind = kinds.find(([, , begins]) => begins.test(start));
  if (!kind) return file;
  const [ending, type] = kind;
  return new File([file], `${file.name.replace(/\.\w{1,5}$/, '')}.${ending}`, { type });
}
