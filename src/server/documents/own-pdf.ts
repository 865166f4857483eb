// Reads the portal's own finished PDFs off the HTTP thread: pages as images, and the attached data.
import { Piscina } from 'piscina';
import { withoutSystemFonts } from '#engines/processes/process-pool.ts';
import type { AttachedRecord } from '#engines/rendering/printable-document.ts';
import { Fault } from '../platform/fault.ts';
import type { OwnPdfAnswer, OwnPdfTask } from './own-pdf-worker.ts';

const longestMs = 20_000;

export function createOwnPdf() {
  const pool = new Piscina<OwnPdfTask, OwnPdfAnswer>({
    filename: new URL('./own-pdf-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    maxQueue: 64,
    idleTimeout: 30_000,
    atomics: 'disabled',
    env: { ...process.env, ...withoutSystemFonts },
  });
  /** @throws Fault `busy` if the queue is full or the task has waited too long */
  const run = (task: OwnPdfTask) =>
    pool.run(task, { signal: AbortSignal.timeout(longestMs) }).catch((error: Error) => {
      if (error.name === 'AbortError' || /queue is at limit/i.test(error.message))
        throw new Fault('busy', {}, 5);
      throw error;
    });
  return {
    /** @param words watermark, drawn into the pixels @returns undefined for a page that doesn't exist */
    async renderPage(
      pdf: Uint8Array,
      page: number,
      words: string,
    ): Promise<{ png: Uint8Array; pages: number } | undefined> {
      const answer = await run({ pdf, page, words });
      return 'png' in answer ? answer : undefined;
    },

    /** Reads the data attached to the copy. */
    async readRecord(pdf: Uint8Array): Promise<AttachedRecord | undefined> {
      const answer = await run({ pdf });
      return 'record' in answer ? answer.record : undefined;
    },

    close: () => pool.destroy(),
  };
}
