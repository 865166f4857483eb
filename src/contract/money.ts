// Money is a bigint count of paisa everywhere inside; text and numbers exist only at the edges.
import { toAsciiDigits } from './bengali.ts';

/** The largest single amount that is taken, 1 crore taka: far above any sale, far below an overflow. */
export const maximumAmountPaisa = 1_000_000_000n;

/**
 * Reads taka as people and clients write it: `1500`, `"1500.5"`, `"১৫০০.৫০"`.
 * @returns paisa, or undefined for more than two decimals, a sign, an exponent, NaN, or nothing.
 */
export function parseTaka(input: string | number): bigint | undefined {
  const text = toAsciiDigits(String(input).trim());
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** Paisa → `"1500.00"`, the form of every sum in an answer. */
export function formatDecimal(paisa: bigint): string {
  const sign = paisa < 0n ? '-' : '';
  const absolute = paisa < 0n ? -paisa : paisa;
  return `${sign}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`;
}

/** Paisa → JSON number of taka; only for `balance` and `current_balance`. */
export function toTakaNumber(paisa: bigint): number {
  return Number(paisa) / 100;
}

export interface RechargePackage {
  readonly amountPaisa: bigint;
  readonly bonusPaisa: bigint;
}

export const rechargePackages: readonly RechargePackage[] = [
  { amountPaisa: 100_000n, bonusPaisa: 3_000n },
  { amountPaisa: 200_000n, bonusPaisa: 5_000n },
  { amountPaisa: 300_000n, bonusPaisa: 7_000n },
];

/** The screen states this; the check enforces `enforcedMinimumRechargePaisa`. */
export const statedMinimumRechargePaisa = 10_000n;
export const enforcedMinimumRechargePaisa = 100n;

export function findRechargePackage(amountPaisa: bigint): RechargePackage | undefined {
  return rechargePackages.find((candidate) => candidate.amountPaisa === amountPaisa);
}
