// The caller of a request: set by the accounts module, read by every handler.
import { hasRight, isStaff, type Right } from '#contract/access.ts';
import type { Language } from '#contract/language.ts';

export interface Caller {
  readonly userId: number;
  readonly sessionId: string;
  readonly roles: readonly string[];
  readonly mustChangePassword: boolean;
  /** Set for staff without a second factor in a shop that requires one. */
  readonly mustSetUpSecondFactor: boolean;
  /** Set during an impersonation: the caller is then the customer, and this is the member of staff. */
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
 * Returns whose data the caller may read: their own, or with the right anyone's; during an impersonation the customer's, if the staff have the right.
 * Undefined if no one's.
 */
export function readableOwner(caller: Caller | undefined, right: Right): number | 'any' | undefined {
  if (!caller) return undefined;
  if (caller.view) return hasRight(caller.view.staffRoles, right) ? caller.userId : undefined;
  return hasRight(caller.roles, right) ? 'any' : caller.userId;
}

/** Whether the caller may read what belongs to the owner. */
export function mayRead(caller: Caller | undefined, ownerId: number, right: Right): caller is Caller {
  const owner = readableOwner(caller, right);
  return owner === 'any' || owner === ownerId;
}

/** Returns who acts, and why, for the audit log: during an impersonation the member of staff, never the customer. */
export const actingPerson = ({ userId, view }: Caller): { actorId: number; reason: string } => ({
  actorId: view?.staffId ?? userId,
  reason: view?.reason ?? '',
});
