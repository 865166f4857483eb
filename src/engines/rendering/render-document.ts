// Makes the portal's information copies: one checked document in, one PDF out, in separate processes, whose memory is released when they are idle. The
// same document gives a byte-identical PDF, so its hash can be stored and checked.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { PoolBusyError, ProcessPool, TaskEndedError } from '../processes/process-pool.ts';
import { checkPaper, type MoneyPaper } from './money-paper.ts';
import { checkDocument, type PrintableDocument, RenderingError } from './printable-document.ts';
import type { RenderAnswer, RenderTask } from './render-process.ts';
import type { SealKey } from './seal-key.ts';

export interface PaperKeys {
  /** Undefined for PDFs without a seal. */
  readonly sealKey?: SealKey | undefined;
  /** Ed25519, PEM. Undefined for documents without a signed statement. */
  readonly statementKeyPem?: string | undefined;
}

export interface RenderingOptions extends PaperKeys {
  /** Number of processes, usually that of cores; each holds a compiler of about 100 MB. */
  readonly workers: number;
}

export interface Renderer {
  /** @throws RenderingError: see its codes */
  render(document: PrintableDocument): Promise<Uint8Array>;
  /** Renders a receipt, statement or report. @throws RenderingError */
  renderPaper(paper: MoneyPaper): Promise<Uint8Array>;
  /** Loads a process, which takes half a second; to be called when a document is about to be requested. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Time limit of a document; usually it takes milliseconds. */
const LONGEST_RENDER_MS = 20_000;
/** Queue limit: more than can be typeset within a few seconds are refused at once, before anyone pays. */
const MAX_WAITING_PER_WORKER = 64;
const MAX_RESIDENT_MEGABYTES = 1000;
/** Long enough that a busy shop usually finds a loaded process. */
const IDLE_MS = 180_000;

/** @throws Error if the two parts of a key are damaged or do not belong together */
function assertSealKey(key: SealKey): void {
  const certificate = new X509Certificate(key.certificatePem);
  if (!certificate.checkPrivateKey(createPrivateKey(key.privateKeyPem))) {
    throw new Error('The certificate of the seal key belongs to another private key.');
  }
}

const noKeys = { sealKey: undefined, statementKeyPem: undefined };

/** @param keysNow called for each paper, because keys may be rotated while the portal runs */
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
  const pool = new ProcessPool<RenderTask, RenderAnswer>({
    program: new URL('./render-process.ts', import.meta.url),
    processes: workers,
    waiting: workers * MAX_WAITING_PER_WORKER,
    waitingEach: workers * MAX_WAITING_PER_WORKER,
    waitMilliseconds: LONGEST_RENDER_MS,
    milliseconds: LONGEST_RENDER_MS,
    residentMegabytes: MAX_RESIDENT_MEGABYTES,
    // With 4 a paper takes 8 % more processor time.
    youngMegabytes: 8,
    nativeMemory: {
      MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
      MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
    },
    idleMilliseconds: IDLE_MS,
  });
  let count = 0;
  /** Documents of one customer may be made in parallel. */
  const run = (task: RenderTask) => runWithTimeout(pool.run(task, String(++count)));
  return {
    render: async (document) =>
      run({ content: checkDocument(document), ...(document.isPreview ? noKeys : currentKeys()) }),
    renderPaper: async (paper) => run({ content: checkPaper(paper), ...currentKeys() }),
    warmUp: () => pool.warmUp(),
    close: () => pool.close(),
  };
}

async function runWithTimeout(running: Promise<RenderAnswer>): Promise<Uint8Array> {
  try {
    const answer = await running;
    if ('error' in answer) {
      throw new RenderingError(answer.error.code, answer.error.subject, answer.error.message);
    }
    return answer.pdf;
  } catch (error) {
    if (error instanceof PoolBusyError || (error instanceof TaskEndedError && error.code === 'timeout')) {
      throw new RenderingError('took_too_long', 'document', 'The document was not finished in time.');
    }
    throw error;
  }
}
