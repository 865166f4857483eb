// Reads the codes in a camera frame for browsers that have no detector, in a worker that is fetched when a camera starts.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => reader } });

addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  try {
    const found = await readBarcodes(data, { formats: ['QRCode', 'Code128'] });
    postMessage(found.map(({ text }) => text));
  } catch {
    // The reader could not be fetched or run, so no later frame will work either.
    postMessage(undefined);
  }
});
