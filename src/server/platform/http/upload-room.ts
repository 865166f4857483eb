// Limits how many bytes of large bodies are held at once, so that a few senders cannot fill the memory or the disk.
import { Fault } from '../fault.ts';

const megabyte = 1024 * 1024;
/** While it is read, a body is in memory several times over: as bytes, as text, and parsed. */
const most = {
  memory: { ofAll: 192 * megabyte, ofOne: 34 * megabyte },
  disk: { ofAll: 512 * megabyte, ofOne: 34 * megabyte },
} as const;
const retryAfterSeconds = 3;

export type Place = keyof typeof most;
export type UploadRoom = ReturnType<typeof createUploadRoom>;

export function createUploadRoom() {
  const taken = { memory: 0, disk: 0 };
  const takenBy = new Map<string, number>();

  return {
    /** @returns a function that releases the room @throws Fault `busy` when there is none */
    enter(place: Place, who: string, bytes: number): () => void {
      const key = `${place} ${who}`;
      const own = takenBy.get(key) ?? 0;
      if (taken[place] + bytes > most[place].ofAll || own + bytes > most[place].ofOne)
        throw new Fault('busy', {}, retryAfterSeconds);
      taken[place] += bytes;
      takenBy.set(key, own + bytes);
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        taken[place] -= bytes;
        const left = (takenBy.get(key) ?? 0) - bytes;
        if (left > 0) takenBy.set(key, left);
        else takenBy.delete(key);
      };
    },
  };
}
