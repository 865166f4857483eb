// Granting a role asks again for the second factor of whoever has one.
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { usePortal } from '../support/portal.ts';
import { expectRefusal, makeStaff } from './steps.ts';

const portal = usePortal();

describe('granting a role with a second factor', () => {
  it('asks for a code again, takes each once, and changes nothing without', async () => {
    const owner = await makeStaff(portal, 'owner');
    const person = await portal.customer();
    const factor = (path: string, body: object) =>
      portal.call('POST', `/account/second-factor/${path}`, { token: owner.token, body });
    const { body: started } = await factor('', { password: owner.password });
    const totp = new TOTP({ secret: started.secret });
    const confirmed = await factor('confirm/', { code: totp.generate() });
    const [recovery] = confirmed.body.recovery_codes;
    const grant = (code?: string) =>
      portal.call('PUT', `/account/user/${person.id}/roles/`, {
        token: owner.token,
        body: { roles: ['operator'], code },
      });
    const without = await grant();
    expect(without.status).toBe(400);
    expect(without.body).toHaveProperty('code');
    expectRefusal(await grant('000000'), 'wrong_code');
    const roles = async () =>
      (await portal.call('GET', `/account/user/${person.id}/`, { token: owner.token })).body.roles;
    expect(await roles()).toEqual(['customer']);
    expect((await grant(recovery)).status).toBe(200);
    expect(await roles()).toEqual(['operator']);
    expectRefusal(await grant(recovery), 'wrong_code');
  });
});
