// Who is calling: put on each request by the accounts module, read by every handler.

import { isStaff } from '#contract/access.ts';
import type { Language } from '#contract/bengali.ts';

export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
  /** Staff without a second factor where the shop demands one. */
  readonly mustSetUpSecondFactor: boolean;
}

export interface RequestOrigin {
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
}

export const callerIsStaff = (caller: Caller): boolean => isStaff(caller.roles);
