// An uploaded file: held in memory, or spooled to disk.

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Name of the form field. */
  readonly part: string;
}

/** A file on disk that no other process can open and that disappears with this one. */
export interface SpooledFile {
  readonly size: number;
  readonly sha256: Buffer;
  read(): Promise<Buffer>;
}
