// `npm run bench:growth`: what one order leaves behind: rows and bytes (with indexes) of each table, after GROWTH_ORDERS were placed by customers and completed
// by staff over HTTP, as people do it.
import pg from 'pg';
import { makeOrderBody, print, startBenchPortal } from './portal.ts';

const orders = Number(process.env.GROWTH_ORDERS ?? 3_000);
const clients = 8;
/** Below that a table's size is the size of its empty pages. */
const worthNaming = 8;

interface Size {
  readonly rows: number;
  readonly bytes: number;
}

async function readSizes(client: pg.Client): Promise<Map<string, Size>> {
  await client.query('vacuum analyze');
  const { rows: tables } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const sizes = new Map<string, Size>();
  for (const { name, bytes } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${client.escapeIdentifier(name)}`,
    );
    sizes.set(name, { rows: rows[0]!.count, bytes: Number(bytes) });
  }
  return sizes;
}

async function completeByText(origin: string, token: string, id: number): Promise<void> {
  const form = new FormData();
  form.set('data', JSON.stringify({ status: 'completed', text_content: 'স্লিপ নম্বর ৭৭', note: '' }));
  const answer = await fetch(`${origin}/account/orders/${id}/`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`Completing answered ${answer.status}: ${await answer.text()}`);
}

const portal = await startBenchPortal();
const client = new pg.Client({ connectionString: portal.databaseUrl });
try {
  await client.connect();
  const order = await makeOrderBody(portal, portal.adminToken);
  const customers = await Promise.all(Array.from({ length: clients }, () => portal.customer('900000')));
  const before = await readSizes(client);
  await Promise.all(
    customers.map(async ({ token }, index) => {
      for (let placed = index; placed < orders; placed += clients) {
        const answer = await portal.call('POST', '/account/orders/', {
          token,
          key: crypto.randomUUID(),
          body: order,
        });
        if (answer.status !== 201) throw new Error(`Placing answered ${answer.status}`);
        await completeByText(portal.origin, portal.adminToken, (answer.body as { id: number }).id);
      }
    }),
  );
  const after = await readSizes(client);
  const grown = [...after]
    .map(([name, { rows, bytes }]) => ({
      name,
      rows: (rows - before.get(name)!.rows) / orders,
      bytes: (bytes - before.get(name)!.bytes) / orders,
    }))
    .filter(({ bytes }) => bytes >= worthNaming)
    .sort((one, other) => other.bytes - one.bytes);
  print(['table', 'rows per order', 'bytes per order']);
  for (const { name, rows, bytes } of grown) print([name, rows.toFixed(2), bytes.toFixed(0)]);
  const sum = (field: 'rows' | 'bytes') => grown.reduce((total, each) => total + each[field], 0);
  print(['all', sum('rows').toFixed(2), sum('bytes').toFixed(0)]);
} finally {
  await client.end();
  await portal.stop();
}
