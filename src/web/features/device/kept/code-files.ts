// The client's own files in the service worker's cache: complete, and really code.

const atOnce = 4;

/** Rejects pages that a proxy on the way returned in place of a file: they would stay in the cache for good. */
const isCode = (answer: Response | undefined): answer is Response =>
  answer?.ok === true && !answer.headers.get('Content-Type')?.startsWith('text/html');

/** @throws TypeError if a file could not be fetched */
export async function cacheFiles(cache: Cache, files: readonly string[]): Promise<void> {
  const waiting = [...files];
  // A few at a time: on a slow connection the user's own requests come first.
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        if (isCode(await cache.match(file))) continue;
        const answer = await fetch(file);
        if (!isCode(answer)) throw new TypeError(`no code: ${file}`);
        await cache.put(file, answer);
      }
    }),
  );
}
