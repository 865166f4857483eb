// `npm run check`: types, lint and format, dead code, generated files; no tests. `npm test` runs it first.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface Check {
  readonly name: string;
  readonly command: readonly [program: string, ...flags: string[]];
}

const checks: readonly Check[] = [
  // One checker for each project: several check much of the same twice.
  { name: 'types', command: [bin('tsc'), '-b', '--checkers', '1', '--builders', '2'] },
  { name: 'lint and format', command: [bin('biome'), 'check', '--error-on-warnings'] },
  { name: 'dead code', command: [bin('knip')] },
  { name: 'generated files', command: [process.execPath, 'scripts/generate.ts', '--check'] },
];

/** Prints the program's output only when it fails. */
function runCheck({ name, command: [program, ...flags] }: Check): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, flags, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(`${output}\n`);
      resolve(code === 0);
    });
  });
}

/** Runs all checks at once. @returns how many passed and how many failed */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(checks.map(runCheck));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
