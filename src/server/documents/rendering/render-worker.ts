// A worker thread's entry: typesets one document a message. Answers are data, never thrown errors, because an
// error loses its code on its way between threads.
import { setImmediate } from 'node:timers/promises';
import { type CheckedDocument, RenderingError, type RenderingErrorCode } from './printable-document.ts';
import { createTypesetter } from './typesetter.ts';

export type WorkerAnswer =
  | { pdf: Uint8Array }
  | { error: { code: RenderingErrorCode; subject: string; message: string } };

const typesetter = createTypesetter();

export default async function renderInWorker(checked: CheckedDocument): Promise<WorkerAnswer> {
  try {
    const pdf = typesetter.typeset(checked);
    // Native results are freed only when the event loop turns.
    await setImmediate();
    return { pdf };
  } catch (error) {
    if (error instanceof RenderingError) {
      const { code, subject, message } = error;
      return { error: { code, subject, message } };
    }
    throw error;
  }
}
