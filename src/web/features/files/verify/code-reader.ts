// Reads codes from a live camera: with the browser's own detector where there is one, otherwise with ours.

import address from './read-code.worker.ts?worker&url';
import { startWorker } from './start-worker.ts';

export interface CodeReader {
  /**
   * Returns the texts of all visible codes.
   * @throws if codes cannot be read at all
   */
  read(screen: HTMLVideoElement): Promise<readonly string[]>;
  stop(): void;
}

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const formats = ['qr_code', 'code_128'];
/** More pixels take longer and are not read any better. */
const longestSide = 1920;

async function findDetector(): Promise<Detector | undefined> {
  const Found = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Some browsers have the class but support no format.
  const known = await Found?.getSupportedFormats().catch((): string[] => []);
  return Found && formats.every((format) => known?.includes(format)) ? new Found({ formats }) : undefined;
}

function startOwnReader(): CodeReader {
  const worker = startWorker('read-code', address);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return {
    async read(screen) {
      const scale = Math.min(1, longestSide / Math.max(screen.videoWidth, screen.videoHeight));
      canvas.width = Math.round(screen.videoWidth * scale);
      canvas.height = Math.round(screen.videoHeight * scale);
      if (!pen || canvas.width === 0 || canvas.height === 0) return [];
      pen.drawImage(screen, 0, 0, canvas.width, canvas.height);
      const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
      return new Promise((done, failed) => {
        const fail = () => failed(new Error('codes cannot be read'));
        worker.onmessage = ({ data }: MessageEvent<readonly string[] | undefined>) =>
          data ? done(data) : fail();
        worker.onerror = fail;
        worker.postMessage(picture, [picture.data.buffer]);
      });
    },
    stop: () => worker.terminate(),
  };
}

export async function startCodeReader(): Promise<CodeReader> {
  const detector = await findDetector();
  if (!detector) return startOwnReader();
  return {
    read: async (screen) => (await detector.detect(screen).catch(() => [])).map(({ rawValue }) => rawValue),
    stop: () => undefined,
  };
}
