// Parses a command's arguments. Unknown ones are refused before the command opens anything, so that no misspelt argument is silently ignored.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { explainError } from './command-errors.ts';

interface Known<T extends ParseArgsOptionsConfig> {
  readonly options?: T;
  /** How many words that belong to no option. */
  readonly most?: number;
  /** The exit code of a wrong word. */
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
      : // As a variable of the shell that is not set leaves it.
        [...read.positionals, ...Object.values(read.values)].includes('')
        ? 'An empty argument'
        : undefined;
  if (refusal !== undefined)
    throw Object.assign(new Error(refusal), { code: 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' });
  return read;
}

/** Parses the arguments. Exits after printing the help text for `--help`, and after an unknown argument. */
export function readWords<const T extends ParseArgsOptionsConfig>(help: string, known: Known<T> = {}) {
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
