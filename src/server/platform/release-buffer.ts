// Gives back the memory that a file was read into.

/** Small buffers share a piece of memory, which is a little larger than the library says. */
const isShared = (buffer: ArrayBuffer) => buffer.byteLength < 2 * Buffer.poolSize;

/**
 * Frees bytes that are no longer needed, with the whole buffer that they arrived in. Left to the garbage collector, they make it scan the whole heap
 * every few dozen files, which takes longer than reading them.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && (buffer.byteLength === byteLength || !isShared(buffer)))
    buffer.transfer(0);
}
