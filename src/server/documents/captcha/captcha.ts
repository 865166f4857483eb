// The portal's own captcha, and proof of work in the browser for people who can't see an image. The client holds a nonce with a keyed hash. The
// nonce is stored and allows one attempt, right or wrong.
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { Piscina } from 'piscina';
import { cleanText } from '#contract/clean-text.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { withoutSystemFonts } from '#engines/processes/process-pool.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Vault } from '../../platform/vault.ts';
import * as queries from './captcha.queries.ts';

const passSeconds = 300;
const answerDigits = 5;
/** About 65,000 hashes: a second or two on a phone. */
const workBits = 16;

export interface Captcha {
  /** @throws Fault `busy` if too many images are waiting to be drawn */
  issue(userId: number): Promise<{ captcha_image: string; captcha_hash: string }>;
  /** @throws Fault `captcha_wrong` */
  check(userId: number, hash: string, solution: string): Promise<void>;
  giveWork(
    userId: number,
  ): Promise<{ challenge: string; algorithm: 'SHA-256'; bits: number; expires_in_seconds: number }>;
  /** @throws Fault `challenge_failed` */
  checkWork(userId: number, challenge: string, solution: string): Promise<void>;
  removeExpired(): Promise<void>;
  close(): Promise<void>;
}

/** Normalises digits (Bengali or ASCII), whitespace and case. */
const comparable = (answer: string) => toAsciiDigits(cleanText(answer)).replace(/\s+/g, '').toLowerCase();

function leadingZeroBits(hash: Buffer): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first]!) - 24;
}

/** @param fixedAnswer for trials in sandbox mode only */
export function createCaptcha(db: Database, vault: Vault, fixedAnswer: string | undefined): Captcha {
  const key = vault.derive('captcha');
  const pool = new Piscina<{ text: string }, Uint8Array>({
    filename: new URL('./captcha-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: 100,
    atomics: 'disabled',
    env: { ...process.env, ...withoutSystemFonts },
  });
  const randomAnswer = () =>
    fixedAnswer ?? Array.from({ length: answerDigits }, () => randomInt(0, 10)).join('');

  const sign = (kind: queries.PassKind, userId: number, nonce: string, expiry: string, answer: string) =>
    createHmac('sha256', key).update([kind, userId, nonce, expiry, answer].join('\0')).digest('base64url');

  async function give(kind: queries.PassKind, userId: number, answer: string): Promise<string> {
    const nonce = randomBytes(16).toString('base64url');
    const expiry = String(Math.ceil(Date.now() / 1000) + passSeconds);
    await queries.insertPass(db, { nonce, userId, kind, seconds: passSeconds });
    return `${nonce}.${expiry}.${sign(kind, userId, nonce, expiry, answer)}`;
  }

  /** Consumes the nonce, whether or not the solution is right. */
  async function take(
    kind: queries.PassKind,
    userId: number,
    pass: string,
    answer: string,
  ): Promise<boolean> {
    const [nonce, expiry, mac] = pass.split('.');
    if (!nonce || !expiry || !mac) return false;
    const wasGood = await queries.takePass(db, { nonce, userId, kind });
    const [received, expected] = [Buffer.from(mac), Buffer.from(sign(kind, userId, nonce, expiry, answer))];
    return wasGood && received.length === expected.length && timingSafeEqual(received, expected);
  }

  return {
    async issue(userId) {
      const answer = randomAnswer();
      const [png, hash] = await Promise.all([
        pool.run({ text: answer }, { signal: AbortSignal.timeout(20_000) }).catch(() => {
          throw new Fault('busy', {}, 5);
        }),
        give('captcha', userId, comparable(answer)),
      ]);
      return {
        captcha_image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
        captcha_hash: hash,
      };
    },
    async check(userId, hash, solution) {
      if (!(await take('captcha', userId, hash, comparable(solution)))) throw new Fault('captcha_wrong');
    },
    async giveWork(userId) {
      const challenge = await give('work', userId, String(workBits));
      return { challenge, algorithm: 'SHA-256', bits: workBits, expires_in_seconds: passSeconds };
    },
    async checkWork(userId, challenge, solution) {
      const isTaken = await take('work', userId, challenge, String(workBits));
      const hash = createHash('sha256').update(`${challenge}:${solution}`).digest();
      if (!isTaken || leadingZeroBits(hash) < workBits) throw new Fault('challenge_failed');
    },
    removeExpired: () => queries.deleteExpiredPasses(db),
    close: () => pool.destroy(),
  };
}
