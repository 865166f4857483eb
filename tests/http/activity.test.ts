// The activity: one entry by its address, and the table of what the filter shows, with a trace.
import { expect, it } from 'vitest';
import { noteEvent } from '#server/trail/trail.service.ts';
import { usePortal } from '../support/portal.ts';
import { expectRefusal, makeStaff } from './steps.ts';

const portal = usePortal();

it('gives one entry alone, and all of a filter as a table that no spreadsheet runs', async () => {
  const auditor = await makeStaff(portal, 'auditor');
  const { db } = portal.portal;
  for (let turn = 0; turn < 501; turn += 1)
    await noteEvent(db, {
      kind: 'setting.changed',
      actorId: auditor.id,
      reason: '=cmd()',
      ip: '203.0.113.77',
      details: { uploads_days: `${turn} → 30` },
    });
  const list = await portal.call('GET', '/account/activity/?kind=setting', { token: auditor.token });
  expect(list.body.count).toBe(501);
  const { id } = list.body.results[3];
  const one = await portal.call('GET', `/account/activity/?id=${id}`, { token: auditor.token });
  expect(one.body).toEqual({ results: [list.body.results[3]], count: 1 });

  const path = '/account/activity/export/?kind=setting';
  const table = await portal.call('GET', path, { token: auditor.token });
  expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = table.bytes.toString();
  const [, ...rows] = text.trim().split('\r\n');
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(
    rows.map((_, index) => list.body.results[0].id - index),
  );
  expect(rows).toHaveLength(501);
  expect(rows[0]).toContain('uploads_days: 500 → 30');
  expect(rows[0]).toContain(",'=cmd(),");
  expect(text).not.toContain('203.0.113.77');

  const trace = await portal.call('GET', '/account/activity/?kind=trail.exported', { token: auditor.token });
  expect(trace.body.results).toMatchObject([{ actor: { id: auditor.id } }]);
  for (const person of [await portal.customer(), await makeStaff(portal, 'operator')])
    expectRefusal(await portal.call('GET', path, { token: person.token }), 'not_allowed');
});
