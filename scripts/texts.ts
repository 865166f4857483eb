// `npm run texts`: lists every text that people read on screens, in mails, on papers and in exports, in Bengali and English, with the files that show it,
// as tab-separated lines for proofreading.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { formMessages } from '#contract/catalogue/form-messages.ts';
import { errorText } from '#contract/error-texts.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { fieldMessages } from '#contract/fields/field-messages.ts';
import { serverFieldMessages } from '#contract/fields/server-field-messages.ts';
import { listSourceTexts } from './source-texts.ts';

export interface TextRow {
  readonly bn: string;
  readonly en: string;
  /** The catalogue and its key. */
  readonly key: string;
  readonly shownIn: readonly string[];
}

const root = join(import.meta.dirname, '..');
const web = join(root, 'src/web');

/** Flattens a value into its texts, each with its path. */
const byName = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Calls the text's function with the names of its parameters as values. */
function sample(make: (...values: unknown[]) => unknown): string {
  const [, given = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(String(make)) ?? [];
  if (given.startsWith('{')) return String(make(byName));
  const names = given.split(',').map((name) => `{${name.replace(/[:=].*/, '').trim()}}`);
  return String(make(...names));
}

function listTexts(value: unknown, path: string[] = []): [path: string[], text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, sample(value as () => string)]];
  return Object.entries((value ?? {}) as object).flatMap(([key, inner]) => listTexts(inner, [...path, key]));
}

async function readCatalogue(path: string): Promise<unknown> {
  return Object.values((await import(path)) as object)[0];
}

interface Source {
  readonly path: string;
  readonly code: string;
  readonly imports: ReadonlySet<string>;
}

const sources: readonly Source[] = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => {
    const code = readFileSync(join(web, path), 'utf8');
    const folder = dirname(join(web, path));
    const imports = [...code.matchAll(/from '(\.[^']+)'/g)].map(([, file]) => resolve(folder, file!));
    return { path, code, imports: new Set(imports) };
  });

/** Finds the files that load the catalogue and name the text; all that load it if the name is computed. */
function findUsers(catalogue: string, path: readonly string[]): string[] {
  const file = join(web, catalogue.replace(/-bn\.ts$/, '.ts'));
  const loading = sources.filter(({ imports }) => imports.has(file));
  const namedBy = (key: string) =>
    loading.filter(({ code }) => new RegExp(`[.{, ]${key.replace(/\W/g, '\\$&')}\\b`).test(code));
  const naming =
    path
      .toReversed()
      .map(namedBy)
      .find((found) => found.length > 0) ?? loading;
  return naming.map((source) => source.path);
}

async function listScreens(): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  for (const file of globSync('{ui,features,areas}/**/*text-bn.ts', { cwd: web }).sort()) {
    const english = new Map(
      listTexts(await readCatalogue(join(web, file.replace(/bn\.ts$/, 'en.ts')))).map(([path, text]) => [
        path.join('.'),
        text,
      ]),
    );
    for (const [path, bn] of listTexts(await readCatalogue(join(web, file)))) {
      const name = path.join('.');
      const key = `${file}: ${name}`;
      rows.push({ bn, en: english.get(name) ?? '', key, shownIn: findUsers(file, path) });
    }
  }
  return rows;
}

const messagesOfFields: Readonly<Record<string, Readonly<Record<string, { bn: string; en: string }>>>> = {
  'fields/field-messages.ts': fieldMessages,
  'fields/server-field-messages.ts': serverFieldMessages,
  'catalogue/form-messages.ts': formMessages,
};

function listRefusals(): TextRow[] {
  const here = (path: string) => relative(root, join(root, 'src/contract', path));
  const codes = Object.keys(errorStatus) as ErrorCode[];
  return [
    ...codes.map((code) => ({
      bn: errorText(code, 'bn'),
      en: errorText(code, 'en'),
      key: `refusal: ${code}`,
      shownIn: [here('error-texts.ts')],
    })),
    ...Object.entries(messagesOfFields).flatMap(([file, messages]) =>
      Object.entries(messages).map(([key, { bn, en }]) => ({
        bn,
        en,
        key: `field: ${key}`,
        shownIn: [here(file)],
      })),
    ),
  ];
}

const listSources = (): TextRow[] =>
  listSourceTexts(root).map(({ bn, en, file, line }) => ({
    bn,
    en,
    key: `${file}:${line}`,
    shownIn: [file],
  }));

export const listAllTexts = async (): Promise<TextRow[]> => [
  ...(await listScreens()),
  ...listRefusals(),
  ...listSources(),
];

if (process.argv[1] === import.meta.filename) {
  const cell = (text: string) => text.replace(/\s+/g, ' ');
  const lines = (await listAllTexts()).map(({ bn, en, key, shownIn }) =>
    [bn, en, key, shownIn.join(' ')].map(cell).join('\t'),
  );
  const table = `${['বাংলা', 'English', 'key', 'shown in'].join('\t')}\n${lines.join('\n')}\n`;
  const [output] = process.argv.slice(2);
  if (output) writeFileSync(output, table);
  else process.stdout.write(table);
}
