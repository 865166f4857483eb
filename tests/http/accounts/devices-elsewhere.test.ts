// Devices of web clients on other hosts, whose browsers keep no cookie of the portal.
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { startTestPortal, type TestPortal } from '../../support/portal.ts';

describe('a web client on another host', () => {
  const client = 'https://elsewhere.test';
  let other: TestPortal & { stop(): Promise<void> };
  beforeAll(async () => {
    // Its mail server is unreachable.
    other = await startTestPortal({ ALLOWED_ORIGINS: client, SMTP_URL: 'smtp://127.0.0.1:9' });
    return () => other.stop();
  });

  it('is recognised by its user agent, because browsers keep and send no cookies for it', async () => {
    const person = await other.customer();
    const signIn = (headers: Record<string, string>) =>
      other.call('POST', '/token/', { body: { username: person.email, password: person.password }, headers });
    const links = async () => (await asOwner(other.ownerUrl, 'select from password_resets')).length;
    const first = await signIn({ Origin: client, 'User-Agent': 'Chrome/140' });
    expect(first.headers.getSetCookie().join()).not.toContain('nothipotro_device');
    expect(await links()).toBe(1);
    await signIn({ Origin: client, 'User-Agent': 'Chrome/140' });
    expect(await links()).toBe(1);
    await signIn({ Origin: client, 'User-Agent': 'Chrome/141' });
    expect(await links()).toBe(2);
    // A user agent alone identifies no client that could send a cookie.
    await asOwner(
      other.ownerUrl,
      `update rate_limits set tries = array(select t - interval '11 minutes' from unnest(tries) t)`,
    );
    await signIn({ 'User-Agent': 'Chrome/140' });
    expect(await links()).toBe(3);
    // The mails may be sent late, for as long as their links work.
    const late = `select from mails where useful_until = created_at + interval '3 days'`;
    expect(await asOwner(other.ownerUrl, late)).toHaveLength(3 + 1);
  });
});
