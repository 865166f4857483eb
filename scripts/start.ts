// `npm start`: builds the web client when needed, then starts the portal.
import { buildWeb } from './build-web.ts';

if (await buildWeb()) process.stderr.write('The web client was built.\n');
await import('../src/server/start.ts');
