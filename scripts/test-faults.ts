// `npm run test:faults`: money under faults, each at least 200 times (FAULT_ROUNDS), the wallet's model at length, and documents whose making fails
// at each step, 50 times each. Prints its counts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  [
    'run',
    ...['provider', 'killed', 'model', 'documents', 'files-killed'].map(
      (name) => `tests/faults/${name}.test.ts`,
    ),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '200' },
  },
);
process.exit(status ?? 1);
