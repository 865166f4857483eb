// The client's own files, as the service worker keeps them: whole, and what they say they are.

const atOnce = 4;

/** Something on the way may put a page of its own in the place of a file, and that page would stay there for good. */
const isCode = (answer: Response | undefined): answer is Response =>
  answer?.ok === true && !answer.headers.get('Content-Type')?.startsWith('text/html');

/** @throws TypeError for a file that did not come */
export async function cacheFiles(cache: Cache, files: readonly string[]): Promise<void> {
  const waiting = [...files];
  // A few at a time: on a thin line the person's own calls go first.
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
