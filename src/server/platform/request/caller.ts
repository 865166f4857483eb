// Who is calling: set on each request by the accounts module, read by every handler.
import { hasRight, isStaff, type Right } from '#contract/access.ts';
import type { Language } from '#contract/bengali.ts';

export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
  /** Staff without a second factor in a shop that requires one. */
  readonly mustSetUpSecondFactor: boolean;
  /** Set during an impersonation: the customer is then the caller, and this is the member of staff. */
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

/**
 * Whether the caller may read what belongs to the owner: the owner may, and staff with the right; during an impersonation the right of the staff
 * counts.
 */
export function mayRead(caller: Caller | undefined, ownerId: number, right: Right): caller is Caller {
  if (!caller) return false;
  if (caller.view) return ownerId === caller.userId && hasRight(caller.view.staffRoles, right);
  return ownerId === caller.userId || hasRight(caller.roles, right);
}

/** Who acts, and why, for the audit log: during an impersonation the member of staff, never the customer. */
export const actingPerson = ({ userId, view }: Caller): { actorId: number; reason: string } => ({
  actorId: view?.staffId ?? userId,
  reason: view?.reason ?? '',
});
