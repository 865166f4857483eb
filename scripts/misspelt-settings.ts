// What `.env` says in vain: names that are nearly those of settings, and settings without an equals sign. The portal would run on defaults.
import { parseEnv } from 'node:util';
import { SettingError, settings } from '../src/server/platform/config.ts';
import { readSettingsFile } from './settings-file.mjs';

const names: ReadonlySet<string> = new Set(settings.map(({ key }) => key));

/** Levenshtein's distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries())
      next.push(Math.min(row[column]! + (letter === other ? 0 : 1), row[column + 1]! + 1, next[column]! + 1));
    row = next;
  }
  return row.at(-1)!;
}

/** @throws SettingError */
export function assertSpelt(text: string): void {
  for (const [, name] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z_]+)(?![A-Z_]|[ \t]*=)/gm))
    if (names.has(name!)) throw new SettingError(`.env: ${name} needs an equals sign: ${name}=…`);
  for (const name of Object.keys(parseEnv(text))) {
    if (names.has(name)) continue;
    const [meant] = [...names].filter(
      (known) => known.length > 5 && distance(name.toUpperCase(), known) <= Math.min(2, known.length / 4),
    );
    if (meant !== undefined)
      throw new SettingError(`.env: there is no setting ${name}. Write ${meant} if that is meant.`);
  }
}

/** @throws SettingError, also where the file cannot be read */
export function assertSpeltIn(folder: string): void {
  let text: string | undefined;
  try {
    text = readSettingsFile(folder);
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
  assertSpelt(text ?? '');
}
