// Values that clients send in several forms: an empty field ('', null, or a name without a value), yes and no in a form, spaces in a search.
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';
import { placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

it.each([
  ['/account/orders/', ['status', 'service', 'search', 'page', 'page_size']],
  ['/account/orders/completed/', ['user', 'search', 'page']],
  ['/account/transactions/', ['status', 'search', 'page', 'page_size']],
  ['/account/myfile/', ['user', 'search', 'page', 'page_size']],
  ['/account/users/', ['is_active', 'search', 'page', 'page_size']],
  ['/account/services/', ['status']],
])('lists at %s whatever an empty filter leaves open', async (path, fields) => {
  const person = await portal.customer();
  await portal.topUp(person, '500');
  await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const { token } = portal.admin;
  const whole = await portal.call('GET', path, { token });
  const empty = await portal.call('GET', `${path}?${fields.map((field) => `${field}=`).join('&')}`, {
    token,
  });
  expect(empty.status).toBe(200);
  expect(empty.body).toEqual(whole.body);
});

it.each(['phone', 'address', 'bio', 'gender', 'birth_date'] as const)(
  'empties the profile’s %s by null',
  async (field) => {
    const { id, token } = await portal.customer();
    const change = (value: unknown) =>
      portal.call('PATCH', `/account/user/${id}/`, { token, body: { profile: { [field]: value } } });
    const emptied = await change('');
    expect(emptied.status).toBe(200);
    const filled = {
      ...{ phone: '01812345678', gender: 'other', birth_date: '1990-02-03' },
      ...{ address: 'ঢাকা', bio: 'text' },
    }[field];
    expect((await change(filled)).body.profile[field]).toBe(filled);
    const byNull = await change(null);
    expect(byNull.status, JSON.stringify(byNull.body)).toBe(200);
    expect(byNull.body.profile[field]).toBe(emptied.body.profile[field]);
  },
);

it('finds words regardless of the number of spaces typed between them', async () => {
  const person = await portal.customer({ first_name: 'ফাঁকা', last_name: 'জায়গা' });
  const { body } = await portal.call('GET', `/account/users/?search=${encodeURIComponent(' ফাঁকা   জায়গা ')}`, {
    token: portal.admin.token,
  });
  expect(body.results.map(({ id }: { id: number }) => id)).toEqual([person.id]);
});

it.each([
  ['False', false],
  ['0', false],
  ['True', true],
  ['1', true],
])('takes %s in a form for yes or no', async (written, meant) => {
  const { id } = await portal.customer();
  const form = new FormData();
  form.append('is_active', written);
  const { status, body } = await portal.call('PATCH', `/account/user/${id}/`, {
    token: portal.admin.token,
    form,
  });
  expect([status, body.is_active]).toEqual([200, meant]);
});
