// The reader process: reads one copy at a time for the process that forked it, and dies with it.

import { readCopy } from './read-copy.ts';
import type { SignedCopyReading, UnreadableReason } from './signed-copy-reading.ts';
import { UnreadablePdfError } from './signed-copy-reading.ts';

export interface ReaderRequest {
  pdf: Uint8Array;
}

export type ReaderAnswer =
  | { kind: 'ready' }
  /** The text layer does not serve; the slow reading of the page pictures starts. */
  | { kind: 'scanning' }
  | { kind: 'reading'; reading: SignedCopyReading }
  | { kind: 'refused'; code: UnreadableReason; message: string };

function answer(message: ReaderAnswer): void {
  process.send?.(message);
}

process.on('message', (request: ReaderRequest) => {
  readCopy(request.pdf, () => answer({ kind: 'scanning' })).then(
    (reading) => answer({ kind: 'reading', reading }),
    (error: unknown) => {
      if (error instanceof UnreadablePdfError)
        answer({ kind: 'refused', code: error.code, message: error.message });
      // Memory that ran out or a broken module cannot be mended from inside: end, and be replaced.
      else process.exit(70);
    },
  );
});
process.on('disconnect', () => process.exit(0));
answer({ kind: 'ready' });
