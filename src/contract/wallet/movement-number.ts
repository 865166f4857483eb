// The short number of a movement: the customer and the version of their wallet. It is short enough to read out on the phone, and unique in the books.
import { toAsciiDigits } from '../digits.ts';

export const movementNumber = (userId: number, walletVersion: bigint | number): string =>
  `${userId}-${walletVersion}`;

/** Reads a number typed or copied from a paper, in either script. */
export function readMovementNumber(typed: string): { userId: number; walletVersion: number } | undefined {
  const found = /^#?\s*(\d{1,9})\s*[-–—]\s*(\d{1,9})$/.exec(toAsciiDigits(typed.trim()));
  return found ? { userId: Number(found[1]), walletVersion: Number(found[2]) } : undefined;
}
