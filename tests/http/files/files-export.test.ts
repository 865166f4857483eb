// The history of automatic services as CSV: the rows of the list, for people who may read files, and recorded.
import { expect, it } from 'vitest';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();

it('has the rows of the list with the same filter, newest first, and is recorded', async () => {
  const people = [await portal.customer(), await portal.customer({ first_name: '=cmd' })];
  const { body: invented } = await portal.call('GET', '/sandbox/people/', { token: people[0]!.token });
  for (const [index, person] of people.entries()) {
    await portal.topUp(person, '500');
    for (const one of invented.slice(index, index + 2)) {
      const made = await portal.call('POST', '/account/server-copy-unofficial/', {
        token: person.token,
        body: { nid: one.nid, date_of_birth: one.date_of_birth, type: 'NEW' },
      });
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    }
  }
  const auditor = await makeStaff(portal, 'auditor');
  for (const query of ['', `?user=${people[0]!.id}`, `?search=${invented[1]!.nid}`, '?search=nobody']) {
    const list = await portal.call('GET', `/account/myfile/${query}`, { token: auditor.token });
    const table = await portal.call('GET', `/account/myfile/export/${query}`, { token: auditor.token });
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = table.bytes.toString().trim().split('\r\n');
    expect(head).toContain('ব্যবহারকারী');
    expect(rows).toHaveLength(list.body.count);
    for (const [index, file] of list.body.results.entries())
      expect(rows[index], query).toContain(file.nid_or_brn_number.replace('…', ''));
    expect(rows.every((row) => !row.startsWith('='))).toBe(true);
  }
  const { body } = await portal.call('GET', '/account/activity/?kind=files.exported', {
    token: portal.admin.token,
  });
  expect(body.count).toBe(4);
  expect(body.results[0]!.actor!.id).toBe(auditor.id);
  for (const person of [people[0]!, await makeStaff(portal, 'accountant')])
    expectRefusal(
      await portal.call('GET', '/account/myfile/export/', { token: person.token }),
      'not_allowed',
    );
});
