// A file that came with a request: held in memory, or spooled to the disk.

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Name of the form's part. */
  readonly part: string;
}

/** A file on the disk that nobody else can open and that is gone with the process. */
export interface SpooledFile {
  readonly size: number;
  readonly sha256: Buffer;
  read(): Promise<Buffer>;
}
