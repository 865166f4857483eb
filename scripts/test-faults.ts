// `npm run test:faults`: money under faults, each at least 200 times (FAULT_ROUNDS), and the wallet's model at length. Prints its counts.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', 'tests/faults/provider.test.ts', 'tests/faults/killed.test.ts', 'tests/faults/model.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '200' },
  },
);
process.exit(status ?? 1);
