// Finds texts for people in the server, the contract and the papers by their Bengali letters, with their English versions.
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

export interface SourceText {
  readonly bn: string;
  /** '' where the source has none beside it. */
  readonly en: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A text, the names of the enclosing properties, and the next item in the same list of values or arguments. */
interface Found {
  readonly text: string;
  readonly start: number;
  readonly path: readonly string[];
  readonly next: string | undefined;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const bengali = /[\u0980-\u09f1\u09f4-\u09ff]/;

/** Computed values are represented by their source. */
function textOf(node: unknown, source: string): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'ArrowFunctionExpression') return textOf(node.body, source);
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const parts = [textOf(node.left, source), textOf(node.right, source)];
    return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
  }
  if (node.type !== 'TemplateLiteral') return undefined;
  const values = node.expressions as readonly Node[];
  return (node.quasis as readonly { value: { cooked: string } }[])
    .map(({ value }, index) => {
      const given = values[index];
      return given ? `${value.cooked}{${source.slice(given.start, given.end)}}` : value.cooked;
    })
    .join('');
}

function* findTexts(
  node: unknown,
  source: string,
  path: readonly string[] = [],
  next?: string,
): Generator<Found> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries())
      yield* findTexts(item, source, path, textOf(node[index + 1], source));
    return;
  }
  if (!isNode(node)) return;
  const text = textOf(node, source);
  if (text !== undefined) {
    yield { text, start: node.start, path, next };
    return;
  }
  const key =
    node.type === 'Property' || node.type === 'VariableDeclarator' ? (node.key ?? node.id) : undefined;
  const name = isNode(key) ? String(key.name ?? key.value ?? '') : '';
  const inner = name ? [...path, name] : path;
  for (const [part, value] of Object.entries(node)) {
    if (part === 'key' || part === 'id') continue;
    if (node.type !== 'ArrayExpression' || part !== 'elements') yield* findTexts(value, source, inner);
    else
      for (const [index, item] of (value as readonly unknown[]).entries())
        yield* findTexts(
          item,
          source,
          [...inner, String(index)],
          textOf((value as readonly unknown[])[index + 1], source),
        );
  }
}

/** Lists the paths at which a Bengali property's English version may be. */
function* englishPaths(path: readonly string[]): Generator<string> {
  for (const [index, name] of path.entries()) if (name === 'bn') yield path.with(index, 'en').join('.');
  yield `${path.join('.')}En`;
  if (path[0]?.endsWith('Bn')) yield path.with(0, path[0].replace(/Bn$/, 'En')).join('.');
}

/** Returns the texts of one source in order. @param english the source of the English versions if they are in a file of their own */
export function textsOf(source: string, file: string, english = ''): SourceText[] {
  const found = [...findTexts(parseSync(file, source).program, source)];
  const lineOf = (start: number) => source.slice(0, start).split('\n').length;
  const words = [...found, ...findTexts(parseSync(file, english).program, english)];
  const byPath = new Map(words.map((one) => [one.path.join('.'), one.text]));
  return found
    .filter(({ text }) => bengali.test(text))
    .map(({ text, start, path, next }) => {
      const named = [...englishPaths(path)]
        .map((english) => byPath.get(english))
        .find((words) => words && /[a-z]/i.test(words));
      const beside =
        next !== undefined && /^[^/].*[a-z]/i.test(next) && !bengali.test(next) ? next : undefined;
      const [, first, second] = /^(.*) · ([^·]*)$/s.exec(text) ?? [];
      if (second && !bengali.test(second)) return { bn: first!, en: second, file, line: lineOf(start) };
      return { bn: text, en: named ?? beside ?? '', file, line: lineOf(start) };
    });
}

/** Excludes code that reads papers, invents people or compares words, none of which is shown; refusals are listed by their codes. */
const silent =
  /^src\/(engines\/(reading|fixtures)\/|server\/registry\/synthetic|server\/demo)|(date-words|error-texts|field-messages|form-messages|masking)\.ts$|\.(test|test-support)\.ts$/;

/** @param root the project's folder */
export const listSourceTexts = (root: string): SourceText[] =>
  globSync('src/{server,contract,engines}/**/*.ts', { cwd: root })
    .filter((file) => !silent.test(file))
    .sort()
    .flatMap((file) => {
      const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
      const english = /-bn\.ts$/.test(file) ? read(file.replace(/-bn\.ts$/, '-en.ts')) : '';
      return textsOf(read(file), file, english);
    });
