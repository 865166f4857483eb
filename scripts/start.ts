// `npm start`: starts the portal and, while the database starts, builds the web client if needed. The build runs in a process of its own, because what
// it loads would stay in the portal's memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPortal } from '../src/server/start.ts';
import { isWebBuilt } from './build-web.ts';
import { checkSettingsFile } from './check-settings-file.ts';
import { runCommand } from './command-errors.ts';

/** @returns whether the client can be served; compression of its files may still be running */
async function build(): Promise<boolean> {
  const builder = fork(join(import.meta.dirname, 'build-web.ts'));
  process.once('exit', () => builder.kill());
  const [said] = await Promise.race([once(builder, 'message'), once(builder, 'exit')]);
  if (said === 'usable') process.stderr.write('The web client was built.\n');
  return said === 'usable';
}

await runCommand(async () => {
  checkSettingsFile(join(import.meta.dirname, '..'));
  startPortal(isWebBuilt() ? undefined : build());
});
