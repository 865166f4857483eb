// Tesseract, loaded with the first scan: recognises words in a grey picture, offline, using language data from the installed packages.

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Worker } from 'tesseract.js';
import type { Grey } from './raster.ts';

export interface Word {
  text: string;
  /** Pixels of the input picture. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** 0 to 1, Tesseract's own estimate. */
  confidence: number;
  /** Line number from the top: words of one line share it. */
  line: number;
}

export type Script = 'ben' | 'eng';

/** Pictures recognised side by side: each worker has a thread of its own. */
export const lanes = Math.min(2, availableParallelism());

const require = createRequire(import.meta.url);
const workers = new Map<string, Promise<Worker>>();

function workerFor(script: Script, lane: number): Promise<Worker> {
  const key = `${script} ${lane}`;
  let worker = workers.get(key);
  if (worker === undefined) {
    worker = startWorker(script);
    workers.set(key, worker);
  }
  return worker;
}

async function startWorker(script: Script): Promise<Worker> {
  const langPath = join(
    dirname(require.resolve(`@tesseract.js-data/${script}/package.json`)),
    '4.0.0_best_int',
  );
  const { createWorker } = await import('tesseract.js');
  return await createWorker(script, 1, { langPath, cacheMethod: 'none', gzip: true });
}

const layouts = { 'one block': '6', 'one line': '7' } as const;

export interface Look {
  layout?: keyof typeof layouts;
  /** The only letters that can stand there; any if empty. */
  letters?: string;
}

/** The words of a picture, in reading order. A lane takes one picture at a time. */
export async function recognise(
  grey: Grey,
  dpi: number,
  script: Script,
  lane: number,
  { layout = 'one block', letters = '' }: Look = {},
): Promise<Word[]> {
  const worker = await workerFor(script, lane);
  await worker.setParameters({
    tessedit_pageseg_mode: layouts[layout] as never,
    tessedit_char_whitelist: letters,
    user_defined_dpi: String(dpi),
    preserve_interword_spaces: '0',
    // Otherwise each line that is read badly is read once more as white on black.
    tessedit_do_invert: '0',
  });
  const { data } = await worker.recognize(pgmOf(grey), {}, { blocks: true, text: false });
  const words: Word[] = [];
  let line = 0;
  for (const block of data.blocks ?? []) {
    for (const paragraph of block.paragraphs) {
      for (const row of paragraph.lines) {
        for (const { text, bbox, confidence } of row.words) {
          if (text.trim() === '') continue;
          words.push({
            text: text.trim(),
            left: bbox.x0,
            top: bbox.y0,
            right: bbox.x1,
            bottom: bbox.y1,
            confidence: confidence / 100,
            line,
          });
        }
        line += 1;
      }
    }
  }
  return words;
}

/** The simplest picture format that Tesseract reads: no encoding to pay for. */
function pgmOf(grey: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${grey.width} ${grey.height}\n255\n`, 'latin1'), grey.data]);
}
