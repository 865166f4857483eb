// Makes the portal's information copies: one checked document in, one PDF out, made in worker threads. The same document gives a byte-identical
// PDF, so its hash can be stored and checked.
import { Piscina } from 'piscina';
import { checkPaper, type MoneyPaper } from './money-paper.ts';
import { checkDocument, type PrintableDocument, RenderingError } from './printable-document.ts';
import type { RenderTask, WorkerAnswer } from './render-worker.ts';
import { assertSealKey } from './seal.ts';
import type { SealKey } from './seal-key.ts';

export interface PaperKeys {
  /** undefined: the PDF has no seal. */
  readonly sealKey?: SealKey | undefined;
  /** Ed25519, PEM. undefined: documents carry no signed statement. */
  readonly statementKeyPem?: string | undefined;
}

export interface RenderingOptions extends PaperKeys {
  /** As many as cores; each holds a compiler of about 100 MB. */
  readonly workers: number;
}

export interface Renderer {
  /** Throws RenderingError: see its codes. */
  render(document: PrintableDocument): Promise<Uint8Array>;
  /** A receipt, statement or report. Throws RenderingError. */
  renderPaper(paper: MoneyPaper): Promise<Uint8Array>;
  /** They take half a second to load; without this call they start with the first document. */
  startWorkers(): void;
  close(): Promise<void>;
}

/** A document takes milliseconds. One that takes this long, including its wait in a full queue, is given up. */
const LONGEST_RENDER_MS = 20_000;
/** More than can be typeset within a few seconds are refused at once, before anyone pays. */
const MAX_WAITING_PER_WORKER = 64;

const noKeys = { sealKey: undefined, statementKeyPem: undefined };

/** @param keysNow called for each paper: a portal changes its keys while it runs */
export function createRenderer(
  options: RenderingOptions,
  keysNow: () => PaperKeys = () => options,
): Renderer {
  const { workers } = options;
  let checked: SealKey | undefined;
  const currentKeys = () => {
    const { sealKey, statementKeyPem } = keysNow();
    if (sealKey && sealKey.privateKeyPem !== checked?.privateKeyPem) assertSealKey(sealKey);
    checked = sealKey;
    return { sealKey, statementKeyPem };
  };
  currentKeys();
  let started: Piscina<RenderTask, WorkerAnswer> | undefined;
  const pool = () => {
    started ??= new Piscina<RenderTask, WorkerAnswer>({
      filename: new URL('./render-worker.ts', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers,
      maxQueue: workers * MAX_WAITING_PER_WORKER,
      // Waiting with Atomics would block the worker's event loop, and native memory would never be freed.
      atomics: 'disabled',
    });
    return started;
  };
  return {
    render: async (document) =>
      runInTime(pool(), {
        content: checkDocument(document),
        ...(document.isPreview ? noKeys : currentKeys()),
      }),
    renderPaper: async (paper) => runInTime(pool(), { content: checkPaper(paper), ...currentKeys() }),
    startWorkers() {
      pool();
    },
    async close() {
      await started?.destroy();
    },
  };
}

async function runInTime(pool: Piscina<RenderTask, WorkerAnswer>, task: RenderTask): Promise<Uint8Array> {
  try {
    const answer = await pool.run(task, { signal: AbortSignal.timeout(LONGEST_RENDER_MS) });
    if ('error' in answer) {
      throw new RenderingError(answer.error.code, answer.error.subject, answer.error.message);
    }
    return answer.pdf;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') {
      throw new RenderingError('took_too_long', 'document', 'The document was not finished in time.');
    }
    throw error;
  }
}
