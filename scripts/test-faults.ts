// `npm run test:faults`: money under faults, each at least 200 times (FAULT_ROUNDS), the wallet's model at length, and documents whose creation fails at
// each step, 50 times each. Prints its counts.
import { runVitest } from './run-vitest.ts';

const names = ['provider', 'killed', 'model', 'documents', 'files-killed'];
process.exit(
  await runVitest(
    names.map((name) => `tests/faults/${name}.test.ts`),
    { FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '200' },
  ),
);
