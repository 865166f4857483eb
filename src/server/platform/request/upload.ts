// An uploaded file: held in memory, or spooled to disk.

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Name of the form's part. */
  readonly part: string;
}

/** A file on disk that nobody else can open and that disappears with the process. */
export interface SpooledFile {
  readonly size: number;
  readonly sha256: Buffer;
  read(): Promise<Buffer>;
}
