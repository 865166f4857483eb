import { expect, it } from 'vitest';
import { accessTokenSeconds, createTokens, makeSigningKey } from './tokens.ts';

const ring = (key: string) => ({ current: () => key, all: () => [key] });
const signingKeys = ring(makeSigningKey());
const tokensOf = (issuer: string) => createTokens({ signingKeys, refreshSecrets: ring('c2VjcmV0'), issuer });

it('an access token is read until it expires, also once its signature is known, and by its issuer alone', async () => {
  const tokens = tokensOf('http://shop.test');
  const user = {
    id: 7,
    email: 'a@b.test',
    username: 'a@b.test',
    roles: [],
    isAdmin: false,
    profileImage: null,
  };
  const begun = new Date('2026-11-28T04:00:00Z');
  const later = (seconds: number) => new Date(begun.getTime() + seconds * 1_000);
  const token = await tokens.signAccess(user, 'session', begun);
  const claims = { userId: 7, sessionId: 'session' };
  expect(await tokens.readAccess(token, begun)).toEqual(claims);
  expect(await tokens.readAccess(token, later(accessTokenSeconds - 1))).toEqual(claims);
  expect(await tokens.readAccess(token, later(accessTokenSeconds))).toBeUndefined();
  const unread = tokensOf('http://shop.test');
  expect(await unread.readAccess(token, later(accessTokenSeconds))).toBeUndefined();
  expect(await tokensOf('http://other.test').readAccess(token, begun)).toBeUndefined();
});
