// What `.env` says in vain: names that are nearly those of settings, settings without an equals sign, values that end before their end.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingError } from '../src/server/platform/config.ts';
import { settings } from '../src/server/platform/config-settings.ts';
import { readSettingsFile } from './settings-file.mjs';

const names: ReadonlySet<string> = new Set(settings.map(({ key }) => key));

/** Levenshtein's distance, in which two letters that changed places count once. */
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

/** A setting of several lines holds names that are none. */
const quoted = /=[ \t]*(["'`])[\s\S]*?\1/g;
const quotedOf = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(["'`])[\s\S]*?\2/gm;

/** In these a # is more likely a character than the beginning of a comment. */
const isSecret = (name: string) => /PASSWORD|PASSPHRASE/.test(name);
const folders: ReadonlySet<string> = new Set(['DATA_DIR', 'BACKUP_TO', 'BACKUP_KEYS_TO']);

/** @param after what stands behind the equals sign, to the end of the line @param value what it is read as */
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

/** Values that are read as something else than what was written: the passphrase on paper would open no backup. */
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
 * A setting that is given, here or in the environment, is not what another name was meant to be: that belongs to another program.
 * @returns one sentence for each
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
    // Whoever numbers a name has more than one of it.
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

/** @throws SettingError where the file cannot be read */
function read(folder: string): string {
  try {
    return readSettingsFile(folder) ?? '';
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
}

/** @throws SettingError, also where the file cannot be read */
export function assertSettingsFile(folder: string): void {
  const [first] = findMistakes(read(folder), process.env);
  if (first !== undefined) throw new SettingError(first);
}

/**
 * A shop that stands is not kept shut by a name that may be another program's: its owner is told. Where none stands, a new one would begin in the
 * wrong place.
 * @throws as above
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

/** @returns what to do about a file that units before 0153 named; without it the portal would run on defaults, with no word of it */
export function findUnreadFile(path: string, environment: Readonly<Record<string, string | undefined>>) {
  if (!existsSync(path)) return undefined;
  try {
    const given = Object.keys(parseEnv(readFileSync(path, 'utf8')));
    if (given.every((name) => environment[name] !== undefined)) return undefined;
  } catch {
    // It was for systemd, which is root.
  }
  return `${path} is not read any more: move what it says into .env, and remove it.`;
}
