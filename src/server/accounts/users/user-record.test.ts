import { expect, it } from 'vitest';
import { ProfileChange } from '#contract/accounts/user-calls.ts';
import type { UserRow } from '../accounts.queries.ts';
import { userRecord } from './user-record.ts';

const wallet = { availablePaisa: 0n, isActive: true } as Parameters<typeof userRecord>[1];
const row = { id: 1, roles: ['customer'], date_joined: new Date(0), last_seen: null } as unknown as UserRow;
const versionWith = (change: object, ofWallet: object = {}) =>
  userRecord({ ...row, ...change }, { ...wallet, ...ofWallet }).version;

it('the version of a record changes with whatever an owner’s form may have changed', () => {
  const inForms = ['first_name', 'last_name', 'username', 'is_active', 'profile_image'];
  for (const field of [...inForms, ...Object.keys(ProfileChange.shape)])
    expect(versionWith({ [field]: 'another' }), field).not.toBe(versionWith({}));
  expect(versionWith({}, { isActive: false })).not.toBe(versionWith({}));
});

it('and with nothing that moves by itself', () => {
  expect(versionWith({ last_seen: new Date(), p_code: 'ABC234', is_email_active: true })).toBe(
    versionWith({}),
  );
  expect(versionWith({}, { availablePaisa: 500n })).toBe(versionWith({}));
});
