// Someone guesses codes and links by the thousand: nothing opens, the guesser is rate limited, other clients are not.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVerificationCode } from '#contract/codes.ts';
import { usePortal } from '../../support/portal.ts';
import { type MadeCopy, makeCopy } from '../documents/copy-maker.ts';

const guesses = Number(process.env.GUESSES ?? 300);
const portal = usePortal();
// The loopback has many addresses: each represents a different client.
const agents = new Map<string, Agent>();
afterAll(() => {
  for (const agent of agents.values()) agent.destroy();
});

function ask(from: string, path: string): Promise<{ status: number; retryAfter: number }> {
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 32, localAddress: from });
  agents.set(from, agent);
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(portal.origin);
    request({ hostname, port, path, agent, localAddress: from }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after'] ?? 0) }),
      );
    })
      .on('error', failed)
      .end();
  });
}

/** Makes all guesses, some concurrently. @returns how often each status occurred */
async function guess(from: string, count: number, nextGuess: () => string) {
  const statuses: Record<number, number> = {};
  let left = count;
  let shortestWait = Number.POSITIVE_INFINITY;
  const worker = async () => {
    while (left-- > 0) {
      const { status, retryAfter } = await ask(from, nextGuess());
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 429) shortestWait = Math.min(shortestWait, retryAfter);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return { statuses, shortestWait };
}

let copy: MadeCopy;
let link: string;
beforeAll(async () => {
  copy = await makeCopy(portal);
  const { body } = await portal.call('POST', `/account/myfile/${copy.id}/shares/`, {
    token: copy.owner.token,
    body: {},
  });
  link = new URL(body.url).pathname;
});

const guessedCode = () => `/verify-document/${makeVerificationCode(() => randomBytes(1)[0]!)}/`;
const guessedLink = (what: string) => () => `/s/${randomBytes(24).toString('base64url')}/${what}`;
const testTimeout = 60_000 + guesses * 30;

test(
  'no guess opens anything, and the guesser is soon rate limited',
  async () => {
    for (const [place, nextGuess] of [
      ['127.0.0.11', guessedCode],
      ['127.0.0.12', guessedLink('file/')],
      ['127.0.0.13', guessedLink('state/')],
      ['127.0.0.14', guessedLink('pages/1/')],
      ['127.0.0.15', guessedLink('')],
    ] as const) {
      const began = Date.now();
      const { statuses, shortestWait } = await guess(place, Math.ceil(guesses / 5), nextGuess);
      // Each window of five minutes has its own allowance.
      const windows = 1 + Math.floor((Date.now() - began) / 300_000);
      expect(Object.keys(statuses).sort(), place).toEqual(['404', '429']);
      expect(statuses[404]).toBeLessThanOrEqual(30 * windows);
      expect(shortestWait).toBeGreaterThanOrEqual(1);
      // Even the right code or link does not open while the client is rate limited.
      const right = nextGuess === guessedCode ? `/verify-document/${copy.code}/` : `${link}/state/`;
      expect((await ask(place, right)).status).toBe(429);
    }
  },
  testTimeout,
);

test(
  'a client from another address can check and read as often as on a busy day while the guessing continues',
  async () => {
    const guessing = guess('127.0.0.21', Math.ceil(guesses / 5), guessedCode);
    for (let turn = 0; turn < 60; turn++) {
      expect((await ask('127.0.0.31', `/verify-document/${copy.code}/`)).status).toBe(200);
      expect((await ask('127.0.0.31', `${link}/state/`)).status).toBe(200);
    }
    // A few mistakes are tolerated.
    for (let turn = 0; turn < 5; turn++) expect((await ask('127.0.0.31', guessedCode())).status).toBe(404);
    expect((await ask('127.0.0.31', `${link}/file/`)).status).toBe(200);
    await guessing;
  },
  testTimeout,
);
