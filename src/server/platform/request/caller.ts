// Who is calling: put on each request by the accounts module, read by every handler.
import { hasRight, isStaff, type Right } from '#contract/access.ts';
import type { Language } from '#contract/bengali.ts';

export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
  /** Staff without a second factor where the shop demands one. */
  readonly mustSetUpSecondFactor: boolean;
  /** Set while staff look through the eyes of the customer who stands here as the caller. */
  readonly view?: Impersonation;
}

export interface Impersonation {
  readonly id: string;
  readonly staffId: number;
  readonly staffRoles: readonly string[];
  readonly reason: string;
}

export interface RequestOrigin {
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
}

export const callerIsStaff = (caller: Caller): boolean => isStaff(caller.roles);

/** Whether what belongs to somebody opens for the caller: for its owner, and for staff with the right; in a view the staff's own right counts. */
export function mayRead(caller: Caller | undefined, ownerId: number, right: Right): caller is Caller {
  if (!caller) return false;
  if (caller.view) return ownerId === caller.userId && hasRight(caller.view.staffRoles, right);
  return ownerId === caller.userId || hasRight(caller.roles, right);
}

/** Who looks, and why, as the audit log names it: in a view that is staff, never the customer. */
export const lookerOf = ({ userId, view }: Caller): { actorId: number; reason: string } => ({
  actorId: view?.staffId ?? userId,
  reason: view?.reason ?? '',
});
