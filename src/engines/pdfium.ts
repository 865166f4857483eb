// PDFium as WebAssembly: a hostile file can harm only the module's own memory. Every handle is a plain number.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

export type Pdfium = WrappedPdfiumModule;

let loading: Promise<Pdfium> | undefined;

/** The one PDFium of this process, loaded at the first call: each would take 20 MB. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= (async () => {
    const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
    const bytes = await readFile(path);
    const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const pdfium = await init({ wasmBinary } as Parameters<typeof init>[0]);
    pdfium.PDFiumExt_Init();
    return pdfium;
  })();
  return loading;
}

/** The module's memory. It moves when it grows, so get it again after each call that may allocate. */
export function bytesOf(pdfium: Pdfium): Uint8Array {
  return (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}
