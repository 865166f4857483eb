// Which member of staff may open which file, according to the table of rights.
import { expect, it } from 'vitest';
import { hasRight, staffRoles } from '#contract/access.ts';
import { usePortal } from '../../support/portal.ts';
import { dataForm, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

it('opens results of orders with the right to orders, and copies with the right to files', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const services = await servicesByCode(portal);
  const { id } = await placeOrder(portal, person, services.AB!);
  const order = await portal.call('PATCH', `/account/orders/${id}/`, {
    token: portal.admin.token,
    form: dataForm({ status: 'completed' }, { bytes: '%PDF-1.7\n%done\n', name: 'slip.pdf' }),
  });
  const { body: invented } = await portal.call('GET', '/sandbox/people/', { token: person.token });
  const copy = await portal.call('POST', '/account/server-copy-unofficial/', {
    token: person.token,
    body: { nid: invented[0]!.nid, date_of_birth: invented[0]!.date_of_birth, type: 'NEW' },
  });
  for (const role of staffRoles) {
    const { token } = await makeStaff(portal, role);
    const statusOf = async (path: string) => (await portal.call('GET', path, { token })).status;
    expect(await statusOf(String(order.body.file)), role).toBe(hasRight([role], 'orders.read') ? 200 : 404);
    expect(await statusOf(`/server-copy-unofficial/${copy.body.file_code}/`), role).toBe(
      hasRight([role], 'files.read') ? 200 : 404,
    );
    // Without that right the list has only one's own files.
    const { body: list } = await portal.call('GET', '/account/myfile/', { token });
    expect(list.count, role).toBe(hasRight([role], 'files.read') ? 1 : 0);
  }
});
