import { expect, it } from 'vitest';
import { actingPerson, type Caller, mayRead } from './caller.ts';

const caller = (userId: number, roles: string[], staffRoles?: string[]): Caller => ({
  userId,
  sessionId: '',
  roles,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  ...(staffRoles ? { view: { id: '', staffId: 9, staffRoles, reason: 'কারণ' } } : {}),
});

it('lets people read their own things, and staff what they have the right to', () => {
  expect(mayRead(caller(1, ['customer']), 1, 'files.read')).toBe(true);
  expect(mayRead(caller(1, ['customer']), 2, 'files.read')).toBe(false);
  expect(mayRead(caller(1, ['operator']), 2, 'files.read')).toBe(true);
  expect(mayRead(caller(1, ['accountant']), 2, 'files.read')).toBe(false);
  expect(mayRead(undefined, 1, 'files.read')).toBe(false);
});

it('checks the staff’s own right during an impersonation, and only for that customer', () => {
  expect(mayRead(caller(1, ['customer'], ['operator']), 1, 'files.read')).toBe(true);
  expect(mayRead(caller(1, ['customer'], ['accountant']), 1, 'files.read')).toBe(false);
  expect(mayRead(caller(1, ['customer'], ['owner']), 2, 'files.read')).toBe(false);
  expect(actingPerson(caller(1, ['customer'], ['owner']))).toEqual({ actorId: 9, reason: 'কারণ' });
  expect(actingPerson(caller(1, ['customer']))).toEqual({ actorId: 1, reason: '' });
});
