// `npm run cluster`: a cluster on one machine: three PostgreSQL servers with Patroni and etcd, PgBouncer, HAProxy, three portals and an object store, until
// Ctrl-C. `-- --prove` puts it under load, makes parts fail, and counts what was lost or duplicated.
import { parseArgs } from 'node:util';
import { buildWeb } from './build-web.ts';
import { adminEmail, adminPassword, Cluster, describeMissing } from './cluster/cluster.ts';
import { proveCluster } from './cluster/prove.ts';

const { values: options } = parseArgs({ options: { prove: { type: 'boolean' } } });
const missing = describeMissing();
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`);
  process.exit(2);
}
await buildWeb();
process.stdout.write('Starting three databases and three portals …\n');
const cluster = await Cluster.start();
let isOver = false;
const stop = async (code: number) => {
  if (isOver) return;
  isOver = true;
  await cluster.stop();
  process.exit(code);
};
process.on('SIGINT', () => void stop(130)).on('SIGTERM', () => void stop(143));
const { layout, origin } = cluster;
process.stdout.write(
  `${origin}   ${adminEmail}   ${adminPassword}\nprimary ${await cluster.findPrimary()}; database ${layout.address}:${layout.primary}, replicas ${layout.replicas}, pooler ${layout.pooler}; files and logs in ${layout.folder}\n`,
);
if (options.prove) {
  const isRight = await proveCluster(cluster).catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    return false;
  });
  await stop(isRight ? 0 : 1);
} else {
  process.stdout.write('Stop with Ctrl-C.\n');
}
