// A thread that recognises words with Tesseract, one picture at a time. The models of both scripts share its memory: a second instance takes five
// times as much as a second model.
import { readFileSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { relaxedSimd, simd } from 'wasm-feature-detect';

export type Script = 'ben' | 'eng';

export interface RecogniserTask {
  readonly script: Script;
  /** PGM. */
  readonly picture: Uint8Array;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The part of Tesseract's result that is used. */
export interface Block {
  paragraphs: { lines: { words: { text: string; bbox: Box; confidence: number }[] }[] }[];
}

interface Recogniser {
  Init(dataPath: null, script: Script, engine: number): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
}

interface Core {
  FS: { writeFile(name: string, data: Uint8Array): void; unlink(name: string): void };
  TessBaseAPI: new () => Recogniser;
}

const require = createRequire(import.meta.url);
const neuralNetwork = 1;

async function loadCore(): Promise<Core> {
  // As this machine's processor can.
  const load: (options: object) => Promise<Core> = (await relaxedSimd())
    ? require('tesseract.js-core/tesseract-core-relaxedsimd-lstm')
    : (await simd())
      ? require('tesseract.js-core/tesseract-core-simd-lstm')
      : require('tesseract.js-core/tesseract-core-lstm');
  return load({ print: () => undefined, printErr: () => undefined });
}

function startRecogniser(core: Core, script: Script): Recogniser {
  const folder = dirname(require.resolve(`@tesseract.js-data/${script}/package.json`));
  const file = `${script}.traineddata`;
  core.FS.writeFile(file, gunzipSync(readFileSync(join(folder, '4.0.0_best_int', `${file}.gz`))));
  const recogniser = new core.TessBaseAPI();
  if (recogniser.Init(null, script, neuralNetwork) !== 0) throw new Error(`No model of ${script}`);
  core.FS.unlink(file);
  return recogniser;
}

const core = await loadCore();
// Without what is compiled here, each thread would load the compiler of TypeScript.
flushCompileCache();
const recognisers = new Map<Script, Recogniser>();

function recogniserOf(script: Script): Recogniser {
  const recogniser = recognisers.get(script) ?? startRecogniser(core, script);
  recognisers.set(script, recogniser);
  return recogniser;
}

parentPort!.on('message', ({ script, picture, parameters }: RecogniserTask) => {
  const recogniser = recogniserOf(script);
  for (const [name, value] of Object.entries(parameters)) recogniser.SetVariable(name, value);
  core.FS.writeFile('/input', picture);
  if (recogniser.SetImageFile(1, 0) !== 0) throw new Error('A picture could not be loaded');
  core.FS.unlink('/input');
  recogniser.Recognize(null);
  const { blocks } = JSON.parse(recogniser.GetJSONText()) as { blocks: Block[] | null };
  parentPort!.postMessage(blocks ?? []);
});
