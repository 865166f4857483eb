// Opens the store of the sealed files: the folder in DATA_DIR, or object storage if STORAGE_URL is set.
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createFolderBlobs } from './folder-blobs.ts';
import { createS3Blobs } from './s3-blobs.ts';
import type { BlobStore } from './storage.ts';

export const openBlobs = (config: Config): BlobStore =>
  config.STORAGE_URL
    ? createS3Blobs({
        url: config.STORAGE_URL,
        accessKey: config.STORAGE_ACCESS_KEY!,
        secretKey: config.STORAGE_SECRET_KEY!,
      })
    : createFolderBlobs(join(config.DATA_DIR, 'files'));
