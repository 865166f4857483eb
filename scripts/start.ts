// `npm start`: starts the portal, and builds the web client when needed, while the database is started. The build has a process of its own: what it
// loads would stay in the portal's memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPortal } from '../src/server/start.ts';
import { isWebBuilt } from './build-web.ts';

async function build(): Promise<boolean> {
  const builder = spawn(process.execPath, [join(import.meta.dirname, 'build-web.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.once('exit', () => builder.kill());
  const [code] = await once(builder, 'exit');
  if (code === 0) process.stderr.write('The web client was built.\n');
  return code === 0;
}

startPortal(isWebBuilt() ? undefined : build());
