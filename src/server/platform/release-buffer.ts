// Releases the memory that a file was read into.

/** Small buffers are slices of a shared pool, which is slightly larger than `Buffer.poolSize`. */
const isShared = (buffer: ArrayBuffer) => buffer.byteLength < 2 * Buffer.poolSize;

/**
 * Frees bytes that are no longer needed, together with the buffer that holds them. If they were left to the garbage collector, it would scan the
 * whole heap every few dozen files, which takes longer than reading them.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && (buffer.byteLength === byteLength || !isShared(buffer)))
    buffer.transfer(0);
}
