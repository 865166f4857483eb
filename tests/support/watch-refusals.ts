// Notices every refused call of a test: if a step of its set-up never happened, the rest proves less than it claims.
import type { Answer } from './portal.ts';

/** Whether a call had no effect, or not yet: money above a daily limit waits for a second person. */
const isUndone = ({ status, body }: Answer<unknown>) =>
  status >= 400 || (status === 202 && (body as { status?: string }).status === 'pending');

export interface Refusals {
  /**
   * @param name of the call, for the error
   * @returns the same response
   */
  watch<Body>(name: string, answer: Promise<Answer<Body>>): Promise<Answer<Body>>;
  /** @throws Error with the call and the line of each refusal that the test did not read */
  expectNoneUnread(): void;
}

export function watchRefusals(): Refusals {
  const unread = new Map<object, string>();
  return {
    async watch(name, answering) {
      const line = callerLine(new Error());
      const answer = await answering;
      if (!isUndone(answer)) return answer;
      unread.set(
        answer,
        `${name} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 100)}${line}`,
      );
      return new Proxy(answer, {
        get(of, key, receiver) {
          // `await` reads this property.
          if (key !== 'then') unread.delete(of);
          return Reflect.get(of, key, receiver);
        },
      });
    },
    expectNoneUnread() {
      if (unread.size > 0) throw new Error(`Refused, and nobody looked:\n${[...unread.values()].join('\n')}`);
    },
  };
}

const callerLine = ({ stack = '' }: Error) =>
  stack.split('\n').find((one) => !/watch-refusals|support\/portal|^Error/.test(one)) ?? '';
