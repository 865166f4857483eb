// Tesseract, loaded with the first scan: recognises words in a grey picture, offline, using language data from the installed packages.

import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
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

export type Script = 'ben+eng' | 'ben' | 'eng';

/** 6: one block of lines. 7: one line. 11: words anywhere. */
export type Layout = '6' | '7' | '11';

const require = createRequire(import.meta.url);
const workers = new Map<Script, Promise<Worker>>();

function workerFor(script: Script): Promise<Worker> {
  let worker = workers.get(script);
  if (worker === undefined) {
    worker = startWorker(script.split('+'));
    workers.set(script, worker);
  }
  return worker;
}

/** Tesseract expects all languages in one folder; the packages have one each. */
async function startWorker(languages: string[]): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), 'reading-'));
  try {
    for (const language of languages) {
      const data = join(
        dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)),
        '4.0.0_best_int',
      );
      await symlink(join(data, `${language}.traineddata.gz`), join(folder, `${language}.traineddata.gz`));
    }
    const { createWorker } = await import('tesseract.js');
    return await createWorker(languages, 1, { langPath: folder, cacheMethod: 'none', gzip: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The words of a picture, in reading order. `letters`, if given, restricts the alphabet. */
export async function recognise(
  grey: Grey,
  dpi: number,
  script: Script,
  layout: Layout,
  letters = '',
): Promise<Word[]> {
  const worker = await workerFor(script);
  await worker.setParameters({
    tessedit_pageseg_mode: layout as never,
    user_defined_dpi: String(dpi),
    tessedit_char_whitelist: letters,
    preserve_interword_spaces: '0',
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
