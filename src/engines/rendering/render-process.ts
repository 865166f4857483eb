// The rendering process: typesets, makes the text copyable and seals, one document at a time. Refusals travel as data, with their code and subject.
import { setImmediate } from 'node:timers/promises';
import { serveTasks } from '../processes/serve-tasks.ts';
import { makeTextCopyable } from './copyable/copyable-text.ts';
import { rewritePages } from './copyable/typst-pdf.ts';
import type { CheckedPaper } from './money-paper.ts';
import { type CheckedDocument, RenderingError, type RenderingErrorCode } from './printable-document.ts';
import { createSealer } from './seal.ts';
import type { SealKey } from './seal-key.ts';
import { createStatements, type StateRecord } from './statement.ts';
import { createTypesetter } from './typesetter.ts';

export interface RenderTask {
  readonly content: CheckedDocument | CheckedPaper;
  readonly sealKey: SealKey | undefined;
  readonly statementKeyPem: string | undefined;
}

export type RenderAnswer =
  | { pdf: Uint8Array }
  | { error: { code: RenderingErrorCode; subject: string; message: string } };

/** Recreated when the key changes. */
function createCachedPerKey<T>(make: (key: string) => T): (key: string | undefined) => T | undefined {
  let last: { key: string; made: T } | undefined;
  return (key) => {
    if (key === undefined) return undefined;
    if (last?.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}
const stateWith = createCachedPerKey(createStatements);
const sealWith = createCachedPerKey((key) => createSealer(JSON.parse(key) as SealKey));
let state: StateRecord | undefined;
const typesetter = createTypesetter(() => state);

async function render({ content: task, sealKey, statementKeyPem }: RenderTask): Promise<RenderAnswer> {
  try {
    state = stateWith(statementKeyPem);
    const seal = sealWith(sealKey && JSON.stringify(sealKey));
    const typeset = 'paper' in task ? typesetter.typesetPaper(task) : typesetter.typeset(task);
    // Native results are freed only when the event loop runs.
    await setImmediate();
    const copyable = rewritePages(typeset, makeTextCopyable);
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

serveTasks<RenderTask, RenderAnswer>(render);
