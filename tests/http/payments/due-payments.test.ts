// The query for due payments reads few rows.
import pg from 'pg';
import { expect, it } from 'vitest';
import { dueClaim } from '#server/payments/payments.queries.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

it('reads only the due ones of thousands of open payments', async () => {
  const person = await portal.customer();
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query(
      `insert into payments (id, user_id, provider, amount_paisa, payment_type, next_check_at)
       select 'open ' || i, $1, 'sandbox', 1000, 'custom', now() + interval '1 hour' from generate_series(1, 5000) i`,
      [person.id],
    );
    await owner.query('analyze payments');
    const { sql: text, parameters } = dueClaim(20).compile(portal.db);
    const { rows } = await owner.query(`explain (analyze, format json) ${text}`, [...parameters]);
    const removed = [...JSON.stringify(rows).matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, count]) =>
      Number(count),
    );
    expect(Math.max(0, ...removed)).toBeLessThan(100);
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
});
