// Finds mistakes in `.env`: names that nearly match those of settings, settings without an equals sign, values that are cut short.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingError } from '../src/server/platform/config.ts';
import { settings } from '../src/server/platform/config-settings.ts';
import { readSettingsFile } from './settings-file.mjs';

const names: ReadonlySet<string> = new Set(settings.map(({ key }) => key));

/** Damerau–Levenshtein distance: two swapped letters count once. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let line = 1; line <= from.length; line += 1) {
    const row = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const above = rows[line - 1]!;
      const isSame = from[line - 1] === to[column - 1];
      const isSwapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      row.push(
        Math.min(
          above[column - 1]! + (isSame ? 0 : 1),
          above[column]! + 1,
          row[column - 1]! + 1,
          isSwapped ? rows[line - 2]![column - 2]! + 1 : to.length,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

/** A quoted value may contain lines that look like settings. */
const quoted = /=[ \t]*(["'`])[\s\S]*?\1/g;
const quotedOf = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(["'`])[\s\S]*?\2/gm;

/** In secrets, a # more likely belongs to the value than starts a comment. */
const isSecret = (name: string) => /PASSWORD|PASSPHRASE/.test(name);
const folders: ReadonlySet<string> = new Set(['DATA_DIR', 'BACKUP_TO', 'BACKUP_KEYS_TO']);

/** @param after the text after the equals sign, to the end of the line @param value as it is parsed */
function findTruncation(name: string, after: string, value: string): string | undefined {
  if (folders.has(name) && /^[~$]/.test(value))
    return `.env: in ${name} nothing replaces ${value.split('/')[0]}. Write the whole path, from the first /.`;
  const opening = after[0]!;
  if (/["'`]/.test(opening)) {
    const end = after.indexOf(opening, 1);
    if (end < 0) return `.env: the quotation mark of ${name} is not closed on its line.`;
    const behind = after.slice(end + 1).trim();
    if (behind === '' || behind.startsWith('#')) return undefined;
    return `.env: ${name} ends at its second ${opening}. Put the whole between marks that it does not contain: '…', "…" or \`…\`.`;
  }
  if (/[“”‘’„«]/.test(opening))
    return `.env: ${opening} around the value of ${name} counts as a part of it. Write '…' instead.`;
  const cut = after.indexOf('#');
  if (cut > 0 && (isSecret(name) || !/\s/.test(after[cut - 1]!)))
    return `.env: ${name} ends before its #. If the # belongs to the value, put the whole between '…'; if not, remove it and what follows.`;
  return undefined;
}

/** Finds values that are parsed differently from what was written: a backup would not open with the passphrase as noted on paper. */
function findTruncations(
  text: string,
  written: NodeJS.Dict<string>,
  environment: NodeJS.Dict<string>,
): string[] {
  const isOurs = (name: string) => names.has(name) && (environment[name] ?? written[name]) === written[name];
  const lines = text.replaceAll(quotedOf, (whole, name: string) => (names.has(name) ? whole : ''));
  return [...lines.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z_]+)[ \t]*=[ \t]*(\S.*?)[ \t\r]*$/gm)].flatMap(
    ([, name, after]) => (isOurs(name!) && findTruncation(name!, after!, written[name!] ?? '')) || [],
  );
}

/**
 * Finds mistakes in the file. A name that resembles a setting which is given, here or in the environment, belongs to another program.
 * @returns one sentence for each mistake
 */
export function findMistakes(text: string, environment: Readonly<Record<string, string | undefined>>) {
  const said: string[] = [];
  if (text.startsWith('\ufeff'))
    said.push('.env: an invisible sign (a byte order mark) hides its first line. Save it as UTF-8 without.');
  const written = parseEnv(text.replace(/^\ufeff/, ''));
  const isGiven = (name: string) => written[name] !== undefined || environment[name] !== undefined;
  const lines = text.replaceAll(quoted, '=');
  for (const [, name] of lines.matchAll(
    /^[ \t]*(?:export[ \t]+)?([A-Z_]+)(?:[ \t]*:|[ \t]+[^ \t=]|[ \t]*$)/gm,
  ))
    if (names.has(name!) && !isGiven(name!)) said.push(`.env: ${name} needs an equals sign: ${name}=…`);
  said.push(...findTruncations(text.replace(/^\ufeff/, ''), written, environment));
  for (const name of Object.keys(written)) {
    // A numbered name is deliberate.
    if (names.has(name) || /\d/.test(name)) continue;
    const meant = [...names].find(
      (known) =>
        !isGiven(known) &&
        editDistance(name.toUpperCase(), known) <= (known.length < 6 ? 0 : known.length < 12 ? 1 : 2),
    );
    if (meant !== undefined) said.push(`.env: there is no setting ${name}. Write ${meant} if that is meant.`);
  }
  return said;
}

/** @throws SettingError if the file cannot be read */
function read(folder: string): string {
  try {
    return readSettingsFile(folder) ?? '';
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
}

/** @throws SettingError for a mistake, or if the file cannot be read */
export function assertSettingsFile(folder: string): void {
  const [first] = findMistakes(read(folder), process.env);
  if (first !== undefined) throw new SettingError(first);
}

/**
 * Prints mistakes for an existing shop, which must start despite a name that may be another program's. A new shop might be created in the wrong place, so
 * it is refused.
 * @throws SettingError for a new shop, or if the file cannot be read
 */
export function checkSettingsFile(folder: string): void {
  const text = read(folder);
  const dataDir = process.env.DATA_DIR || parseEnv(text).DATA_DIR || 'data';
  const isThere = existsSync(join(resolve(folder, dataDir), 'keys'));
  for (const said of findMistakes(text, process.env)) {
    if (!isThere) throw new SettingError(said);
    process.stderr.write(`${said}\n`);
  }
}

/** @returns what to do about a file that service units before decision 0153 named; otherwise the portal would silently run on defaults */
export function findUnreadFile(path: string, environment: Readonly<Record<string, string | undefined>>) {
  if (!existsSync(path)) return undefined;
  try {
    const given = Object.keys(parseEnv(readFileSync(path, 'utf8')));
    if (given.every((name) => environment[name] !== undefined)) return undefined;
  } catch {
    // Only systemd, which is root, could read it.
  }
  return `${path} is not read any more: move what it says into .env, and remove it.`;
}
