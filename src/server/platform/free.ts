// Gives back the memory of what a file was read into.

/** Small buffers share a piece of memory, which is a little larger than the library says. */
const isShared = (buffer: ArrayBuffer) => buffer.byteLength < 2 * Buffer.poolSize;

/**
 * Frees bytes that nobody looks at any more, with all of what they were received in. Left to the garbage collector, they make it look through the whole
 * heap every few dozen files, which takes longer than reading them.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && (buffer.byteLength === byteLength || !isShared(buffer)))
    buffer.transfer(0);
}
