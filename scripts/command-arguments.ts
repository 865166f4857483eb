// Parses a command's arguments. Unknown ones are refused before the command opens anything, so that no misspelt argument is silently ignored.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { explainError } from './command-errors.ts';

interface Known<T extends ParseArgsOptionsConfig> {
  readonly options?: T;
  /** Maximum number of positional arguments. */
  readonly most?: number;
  /** Exit code for a wrong argument. */
  readonly wrong?: number;
}

function readAll<const T extends ParseArgsOptionsConfig>({ options, most = 0 }: Known<T>) {
  const read = parseArgs({
    options: { ...(options as T), help: { type: 'boolean' } },
    allowPositionals: most > 0,
  });
  const superfluous = read.positionals[most];
  const refusal =
    superfluous !== undefined
      ? `Unexpected argument '${superfluous}'`
      : // Left by a shell variable that is not set.
        [...read.positionals, ...Object.values(read.values)].includes('')
        ? 'An empty argument'
        : undefined;
  if (refusal !== undefined)
    throw Object.assign(new Error(refusal), { code: 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' });
  return read;
}

/** Parses the arguments. Exits after printing the help text for `--help`, and after an unknown argument. */
export function parseArguments<const T extends ParseArgsOptionsConfig>(help: string, known: Known<T> = {}) {
  try {
    const read = readAll(known);
    if (!('help' in read.values)) return read;
  } catch (error) {
    process.stderr.write(`${explainError(error)}\n`);
    process.exit(known.wrong ?? 1);
  }
  process.stdout.write(`${help.trimEnd()}\n`);
  process.exit(0);
}
