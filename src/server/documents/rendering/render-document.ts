// Makes the portal's information copies: one checked document in, one PDF out, made in worker threads.
// The same document gives the byte-same PDF, so its hash can be kept and checked.
import { Piscina } from 'piscina';
import {
  type CheckedDocument,
  checkDocument,
  type PrintableDocument,
  RenderingError,
} from './printable-document.ts';
import type { WorkerAnswer, WorkerSettings } from './render-worker.ts';
import { assertSealKey } from './seal.ts';
import type { SealKey } from './seal-key.ts';

export type {
  PrintableDocument,
  PrintableField,
  PrintableSection,
  Provenance,
} from './printable-document.ts';
export { RenderingError } from './printable-document.ts';
export { hasIntactSeal } from './seal.ts';
export { generateSealKey, type SealKey } from './seal-key.ts';

export interface RenderingOptions {
  /** As many as cores; each holds a compiler of about 100 MB. */
  workers: number;
  /** undefined: the PDF carries no seal. */
  sealKey: SealKey | undefined;
}

export interface Renderer {
  /** Throws RenderingError: see its codes. */
  render(document: PrintableDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A document takes milliseconds. One that takes this long, its wait in a full queue included, is given up. */
const LONGEST_RENDER_MS = 60_000;

export function createRenderer(options: RenderingOptions): Renderer {
  if (options.sealKey) assertSealKey(options.sealKey);
  const settings: WorkerSettings = { sealKey: options.sealKey };
  const pool = new Piscina<CheckedDocument, WorkerAnswer>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    minThreads: options.workers,
    maxThreads: options.workers,
    workerData: settings,
    // Waiting with Atomics would keep the worker's event loop from turning, and so native memory from being freed.
    atomics: 'disabled',
  });
  return {
    async render(document) {
      const checked = checkDocument(document);
      const answer = await runInTime(pool, checked);
      if ('error' in answer) {
        throw new RenderingError(answer.error.code, answer.error.subject, answer.error.message);
      }
      return answer.pdf;
    },
    async close() {
      await pool.destroy();
    },
  };
}

async function runInTime(
  pool: Piscina<CheckedDocument, WorkerAnswer>,
  checked: CheckedDocument,
): Promise<WorkerAnswer> {
  try {
    return await pool.run(checked, { signal: AbortSignal.timeout(LONGEST_RENDER_MS) });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') {
      throw new RenderingError('took_too_long', 'document', 'The document was not finished in time.');
    }
    throw error;
  }
}
