// The alarms and the dashboard in deploy/ use only metrics that the portal exposes, and each alarm fires for its own fault.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { orderBody, servicesByCode } from '../steps.ts';

const folder = join(import.meta.dirname, '../../../deploy');
// Some metrics exist only with a replica, which is unreachable here.
const portal = usePortal({ DATABASE_REPLICA: '127.0.0.1:1' });

/** Metrics of Prometheus itself and of the blackbox exporter. */
const ofOthers = new Set(['up', 'probe_ssl_earliest_cert_expiry']);

async function readMetrics(): Promise<string> {
  return (await portal.call('GET', '/metrics/')).bytes.toString();
}

const read = (metrics: string, name: string) => {
  const match = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics);
  return match ? Number(match[1]) : undefined;
};

/** The metrics in an expression, without its functions, labels and numbers. */
const metricsIn = (expression: string): string[] =>
  expression
    .replace(/\{[^}]*\}|\b(?:by|on)\s*\([^)]*\)|\[\w+\]/g, ' ')
    .match(/\b[a-z][a-z_]{3,}\b(?!\s*\()/g)
    ?.filter((word) => word.includes('_') || word === 'up')
    .map((name) => name.replace(/_(?:bucket|count|sum)$/, '')) ?? [];

it('uses only metrics that the portal exposes', async () => {
  const rules = readFileSync(join(folder, 'prometheus/rules.yml'), 'utf8');
  const dashboard = readFileSync(join(folder, 'grafana/dashboard.json'), 'utf8');
  const expressions = [
    ...[...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression]) => expression!),
    ...[...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!) as string),
  ];
  expect(expressions.length).toBeGreaterThan(25);
  const asked = new Set(expressions.flatMap(metricsIn));
  const known = new Set([...(await readMetrics()).matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name!));
  expect([...asked].filter((name) => !known.has(name) && !ofOthers.has(name))).toEqual([]);
  // Shows that the parser of expressions would find an unknown metric.
  expect(metricsIn('sum by (le) (rate(no_such_metric_bucket{route="x"}[10m])) > 2')).toEqual([
    'no_such_metric',
  ]);
});

it('exposes the oldest open order, the number of overdue orders, and the free share of the disk', async () => {
  const before = await readMetrics();
  expect(read(before, 'orders_overdue')).toBe(0);
  expect(read(before, 'orders_oldest_open_timestamp_seconds')).toBeUndefined();
  const customer = await portal.customer();
  await portal.topUp(customer, '500');
  const { AB } = await servicesByCode(portal);
  const since = Math.floor(Date.now() / 1000);
  const placed = await portal.call('POST', '/account/orders/', {
    token: customer.token,
    body: orderBody(AB!),
  });
  expect(placed.status).toBe(201);
  const after = await readMetrics();
  expect(read(after, 'orders_oldest_open_timestamp_seconds')).toBeGreaterThanOrEqual(since - 1);
  for (const [change, overdue] of [
    [`due_on = now() - interval '1 minute'`, 1],
    ['waiting_since = now()', 0],
  ] as const) {
    await asOwner(portal.ownerUrl, `update orders set ${change}`);
    expect(read(await readMetrics(), 'orders_overdue'), change).toBe(overdue);
  }
  expect(read(after, 'payments_needing_attention')).toBe(0);
  expect(read(after, 'backup_expected')).toBe(0);
  expect(read(after, 'data_disk_free_ratio')).toBeGreaterThan(0);
  expect(read(after, 'data_disk_free_ratio')).toBeLessThan(1);
});

it('has tests for each alarm: silent in a healthy shop, and firing for its own fault', () => {
  const readAlarms = (file: string, pattern: RegExp) =>
    [...readFileSync(join(folder, 'prometheus', file), 'utf8').matchAll(pattern)].map(([, name]) => name!);
  const alarms = readAlarms('rules.yml', /^\s+- alert: (\w+)$/gm);
  expect(alarms.length).toBeGreaterThan(15);
  const silent = readAlarms('rules.test.yml', /alertname: (\w+), exp_alerts: \[\]/g);
  const sounding = readAlarms('rules.test.yml', /^\s+alertname: (\w+)\n\s+exp_alerts:\n/gm);
  expect(
    alarms.filter((name) => !silent.includes(name) || !sounding.includes(name)),
    'add both to rules.test.yml',
  ).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

it.skipIf(!hasPromtool)(
  'passes the alarm tests of promtool (skipped where promtool is not installed)',
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'rules.test.yml'], {
      cwd: join(folder, 'prometheus'),
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toContain('SUCCESS');
    expect(status).toBe(0);
  },
);
