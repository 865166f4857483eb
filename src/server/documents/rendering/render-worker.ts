// A worker thread's entry: typesets, makes the text copyable and seals, one document a message. Refusals travel as
// data, because an error loses its code on its way between threads.
import { setImmediate } from 'node:timers/promises';
import { workerData } from 'piscina';
import { makeTextCopyable } from './copyable-text.ts';
import type { CheckedPaper } from './money-paper.ts';
import { type CheckedDocument, RenderingError, type RenderingErrorCode } from './printable-document.ts';
import { createSealer } from './seal.ts';
import type { SealKey } from './seal-key.ts';
import { createStatements } from './statement.ts';
import { createTypesetter } from './typesetter.ts';
import { rewritePages } from './typst-pdf.ts';

export interface WorkerSettings {
  sealKey: SealKey | undefined;
  statementKeyPem: string | undefined;
}

export type WorkerAnswer =
  | { pdf: Uint8Array }
  | { error: { code: RenderingErrorCode; subject: string; message: string } };

const { sealKey, statementKeyPem } = workerData as WorkerSettings;
const typesetter = createTypesetter(statementKeyPem ? createStatements(statementKeyPem) : undefined);
const seal = sealKey ? createSealer(sealKey) : undefined;

export default async function renderInWorker(task: CheckedDocument | CheckedPaper): Promise<WorkerAnswer> {
  try {
    const typeset = 'paper' in task ? typesetter.typesetPaper(task) : typesetter.typeset(task);
    // Native results are freed only when the event loop turns.
    await setImmediate();
    const copyable = await rewritePages(typeset, makeTextCopyable);
    return {
      pdf: seal ? await seal(copyable, ('paper' in task ? task.paper : task.document).madeAt) : copyable,
    };
  } catch (error) {
    if (error instanceof RenderingError) {
      const { code, subject, message } = error;
      return { error: { code, subject, message } };
    }
    throw error;
  }
}
