// Changes that happen between reading a row and acting on it.
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { holdRows } from '../../support/held-rows.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, servicesByCode } from '../steps.ts';

const portal = usePortal();

it('records in the history the price that was really replaced', async () => {
  const { id } = (await servicesByCode(portal)).AB!;
  const token = portal.admin.token;
  const held = await holdRows(portal.ownerUrl, 'update services set charge_paisa = 7700 where id = $1', [id]);
  const changed = portal.call('PATCH', `/account/services/${id}/`, { token, body: { charge: '88' } });
  await held.waiting(1);
  await held.release();
  expect((await changed).status).toBe(200);
  const [entry] = await asOwner(
    portal.ownerUrl,
    'select value_before, value_after from catalogue_changes order by id desc limit 1',
  );
  expect(entry).toEqual({ value_before: { charge: '77.00' }, value_after: { charge: '88.00' } });
});

it('refuses others’ changes and removal of a saved view that is no longer shared', async () => {
  const operator = await makeStaff(portal, 'operator');
  for (const method of ['PATCH', 'DELETE'] as const) {
    const made = await portal.call('POST', '/account/saved-views/', {
      token: operator.token,
      body: { name: `আমার ${method}`, list: 'all', query: {}, is_shared: true },
    });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(202);
    const { id } = made.body as { id: number };
    const held = await holdRows(portal.ownerUrl, 'update saved_views set is_shared = false where id = $1', [
      id,
    ]);
    const late = portal.call(method, `/account/saved-views/${id}/`, {
      token: portal.admin.token,
      ...(method === 'PATCH' ? { body: { name: 'অন্যের' } } : {}),
    });
    await held.waiting(1);
    await held.release();
    expectRefusal(await late, 'not_found', 'bn', 'staff');
    expect(await asOwner(portal.ownerUrl, 'select name from saved_views where id = $1', [id])).toEqual([
      { name: `আমার ${method}` },
    ]);
  }
});
