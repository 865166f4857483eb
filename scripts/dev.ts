// `npm run dev`: the portal with its sandbox parts, and the web client rebuilt while you type. Open the client's address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';
const clientPort = process.env.CLIENT_PORT ?? '5173';
const environment = {
  ...process.env,
  CHECK_ANSWERS: '1',
  PORT: port,
  PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? `http://localhost:${clientPort}`,
};

// A simulated bKash beside the sandbox provider, unless the settings name a real one.
const simulator = process.env.PAYMENT_PROVIDERS
  ? undefined
  : spawn(process.execPath, ['scripts/bkash-simulator.ts'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
if (simulator) {
  const settings = await new Promise<string>((done) =>
    simulator.stdout.once('data', (line: Buffer) => done(line.toString())),
  );
  Object.assign(environment, JSON.parse(settings));
}

const server = spawn(
  process.execPath,
  [
    '--watch-path=src/server',
    '--watch-path=src/contract',
    '--watch-path=src/engines',
    '--watch-preserve-output',
    'src/server/start.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  },
);
const client = spawn(join(root, 'node_modules/.bin/vite'), ['--port', clientPort, '--strictPort'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, API_PROXY: `http://127.0.0.1:${port}` },
});

function stop(): void {
  client.kill('SIGTERM');
  server.kill('SIGTERM');
  simulator?.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', (code) => {
  client.kill('SIGTERM');
  simulator?.kill('SIGTERM');
  process.exitCode = code ?? 0;
});
