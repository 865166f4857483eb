// Recognises words in a grey picture, offline, in threads that are loaded with the first scan.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Grey } from './raster.ts';
import type { Block, RecogniserTask, Script } from './recogniser-thread.ts';

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

/** Number of pictures that are recognised in parallel. */
export const recogniserCount = Math.min(2, availableParallelism());

/** One per recogniser. */
const threads = new Map<number, Worker>();

async function runTask(lane: number, task: RecogniserTask): Promise<Block[]> {
  const thread = threads.get(lane) ?? new Worker(new URL('./recogniser-thread.ts', import.meta.url));
  threads.set(lane, thread);
  thread.postMessage(task, [task.picture.buffer as ArrayBuffer]);
  // A thread that fails throws here.
  const [blocks] = await once(thread, 'message');
  return blocks as Block[];
}

const layouts = { 'one block': '6', 'one line': '7' } as const;

export interface RecognitionOptions {
  layout?: keyof typeof layouts;
  /** The only letters that can stand there; any if empty. */
  letters?: string;
}

/** Recognises the words of a picture, in reading order. Each recogniser takes one picture at a time. */
export async function recognise(
  grey: Grey,
  dpi: number,
  script: Script,
  lane: number,
  { layout = 'one block', letters = '' }: RecognitionOptions = {},
): Promise<Word[]> {
  const parameters = {
    tessedit_pageseg_mode: layouts[layout],
    tessedit_char_whitelist: letters,
    user_defined_dpi: String(dpi),
    preserve_interword_spaces: '0',
    // Otherwise Tesseract reads each badly read line again as white on black.
    tessedit_do_invert: '0',
  };
  const blocks = await runTask(lane, { script, picture: pgmOf(grey), parameters });
  const words: Word[] = [];
  let line = 0;
  for (const block of blocks) {
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

/** Encodes a picture in the simplest format that Tesseract reads, which costs no compression. */
function pgmOf({ data, width, height }: Grey): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const picture = new Uint8Array(head.length + data.length);
  picture.set(head);
  picture.set(data, head.length);
  return picture;
}
