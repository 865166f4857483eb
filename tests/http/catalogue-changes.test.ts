// Owners change what is offered; customers pay the new price at once, and the trail says who changed what.
import { expect, test } from 'vitest';
import { usePortal } from '../support/portal.ts';

const portal = usePortal();

interface Listed {
  id: number;
  code: string;
  charge: string;
  status: string;
  updated_by: { username: string } | null;
  sub_type: { id: number; name: string; price: string }[];
}

async function find(code: string): Promise<Listed> {
  const { body } = await portal.call('GET', '/account/services/', { token: portal.admin.token });
  return (body as Listed[]).find((service) => service.code === code)!;
}

test('a new charge holds for the next order, in either digits and by both verbs', async () => {
  const customer = await portal.customer();
  await portal.topUp(customer, '1000');
  const service = await find('AB');
  for (const [method, charge, shown] of [
    ['PUT', '৪৫.৫', '45.50'],
    ['PATCH', 60, '60.00'],
  ] as const) {
    const changed = await portal.call(method, `/account/services/${service.id}/`, {
      token: portal.admin.token,
      body: { charge, status: 'active', agent_contact: null },
    });
    expect(changed).toMatchObject({ status: 200, body: { charge: shown, agent_contact: null } });
    expect(changed.body.updated_by.username).toBe(portal.admin.email);
  }
  const order = await portal.call('POST', '/account/orders/', {
    token: customer.token,
    body: {
      service: service.id,
      sub_type: service.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '1234567890',
      note: '',
    },
  });
  expect(order.body.charge).toBe((60 + Number(service.sub_type[0]!.price)).toFixed(2));
  const trail = await portal.call('GET', '/account/activity/?kind=service.changed', {
    token: portal.admin.token,
  });
  expect(trail.body.results[0].details.charge).toBe('45.50 → 60.00');
});

test('a service that is switched off is gone for customers at once', async () => {
  const customer = await portal.customer();
  const service = await find('AM');
  await portal.call('PATCH', `/account/services/${service.id}/`, {
    token: portal.admin.token,
    body: { status: 'inactive' },
  });
  const { body } = await portal.call('GET', '/account/services/', { token: customer.token });
  expect((body as Listed[]).map(({ code }) => code)).not.toContain('AM');
});

test('sub-types are added and priced; empty counts as zero, a taken name and a wrong contact are refused', async () => {
  const service = await find('AL');
  const path = `/account/services/sub-types/${service.id}/`;
  const added = await portal.call('POST', path, {
    token: portal.admin.token,
    body: { name: 'শাখা লাইসেন্স', price: '', agent_contact: '+880 1712-345678' },
  });
  expect(added).toMatchObject({ status: 201, body: { name: 'শাখা লাইসেন্স'.normalize('NFC'), price: '0.00' } });
  const priced = await portal.call('PUT', `/account/services/sub-types/update/${added.body.id}/`, {
    token: portal.admin.token,
    body: { price: '১২০', agent_contact: '' },
  });
  expect(priced).toMatchObject({ status: 200, body: { price: '120.00', agent_contact: null } });
  const again = await portal.call('POST', path, { token: portal.admin.token, body: { name: 'শাখা লাইসেন্স' } });
  expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  const wrong = await portal.call('PATCH', `/account/services/sub-types/update/${added.body.id}/`, {
    token: portal.admin.token,
    body: { price: '-5', agent_contact: 'ফোন' },
  });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.body).sort()).toEqual(['agent_contact', 'price']);
  const automatic = await find('AF');
  const none = await portal.call('POST', `/account/services/sub-types/${automatic.id}/`, {
    token: portal.admin.token,
    body: { name: 'জরুরি' },
  });
  expect(none).toMatchObject({ status: 409, body: { code: 'auto_service_has_none' } });
});
