// Checks a PDF that stays on the device. Only its SHA-256 is sent, and the code that it contains if no print has that hash.
import type { FileVerdict, Verification } from '#contract/files/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Found } from './find-code.worker.ts';
import finder from './find-code.worker.ts?worker&url';
import { startWorker } from './start-worker.ts';

/** Transfers the bytes to the worker. Without a result there is no verdict: a code that was not searched for is not missing. */
function findCode(bytes: Uint8Array<ArrayBuffer>): Promise<Found> {
  const worker = startWorker('find-code', finder);
  return new Promise<Found>((done, failed) => {
    worker.onmessage = ({ data }: MessageEvent<Found>) => done(data);
    worker.onerror = () => failed(new Error('the file could not be searched'));
    worker.postMessage(bytes, [bytes.buffer]);
  }).finally(() => worker.terminate());
}

/** The file may be ours but cannot be opened. */
export class LockedFileError extends Error {
  override name = 'LockedFileError';
}

/** @throws ApiError, also if the rate limit is exceeded; LockedFileError */
export async function checkFile(file: Blob): Promise<{ verdict: FileVerdict; code: string | undefined }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { code, isLocked } = await findCode(bytes);
  const verdict = await call('POST /verify-document/', { body: { sha256 } });
  if (verdict.state === 'unknown' && isLocked) throw new LockedFileError();
  if (verdict.state !== 'unknown' || code === undefined) return { verdict, code };
  try {
    const carried: Verification = await call('GET /verify-document/:code/', { params: { code } });
    return { verdict: { ...carried, state: 'altered' }, code };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { verdict, code };
    throw error;
  }
}
