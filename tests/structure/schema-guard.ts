// Walks the request schemas for strings that are processed before their length is checked, and whole numbers that no column holds.
import type { z } from 'zod';

interface Def {
  readonly type: string;
  readonly [key: string]: unknown;
}
interface CheckDef {
  readonly check: string;
  readonly abort?: boolean;
  readonly pattern?: RegExp;
  readonly value?: unknown;
  readonly format?: string;
}

export interface SchemaFindings {
  /** Where a string has no aborting length limit, or something costly comes before it, or a whole number may exceed an integer of the database. */
  readonly unbounded: string[];
  readonly patterns: Map<string, RegExp>;
  strings: number;
}

const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def;
const checksOf = (def: Def): CheckDef[] =>
  ((def.checks as { _zod: { def: CheckDef } }[] | undefined) ?? []).map((check) => check._zod.def);

const isBound = ({ check, abort }: CheckDef) =>
  (check === 'max_length' || check === 'length_equals') && abort === true;
/** These check only the length. */
const isCheap = ({ check }: CheckDef) =>
  check === 'min_length' || check === 'max_length' || check === 'length_equals';

const isWhole = ({ check, format }: Partial<CheckDef>) => check === 'number_format' && format === 'safeint';
const isSmall = ({ check, value }: CheckDef) => check === 'less_than' && Number(value) <= 2_147_483_647;

export function lookThrough(schema: z.ZodType, where: string, findings: SchemaFindings): void {
  walk(schema, where, false, findings);
}

/** @returns whether every resulting string is known to be bounded */
function walk(schema: unknown, where: string, isBounded: boolean, findings: SchemaFindings): boolean {
  const def = defOf(schema);
  const checks = checksOf(def);
  for (const { pattern } of checks) if (pattern) findings.patterns.set(`${pattern}`, pattern);
  if (typeof def.pattern === 'object') findings.patterns.set(`${def.pattern}`, def.pattern as RegExp);
  const inner = (next: unknown, name: string, bounded = false) =>
    walk(next, name === '' ? where : `${where}.${name}`, bounded, findings);
  switch (def.type) {
    case 'string': {
      findings.strings += 1;
      if (isBounded) return true;
      const bound = checks.findIndex(isBound);
      const costly = checks.findIndex((check) => !isCheap(check));
      if (bound < 0 || (costly >= 0 && costly < bound)) findings.unbounded.push(where);
      return true;
    }
    case 'object':
      for (const [name, field] of Object.entries(def.shape as object)) inner(field, name);
      if (def.catchall) inner(def.catchall, '*');
      return false;
    case 'array':
      // An array is as long as the body allows; processing it as a whole needs a limit too.
      inner(def.element, '[]');
      if (!checks.some(({ check }) => check === 'max_length')) findings.unbounded.push(`${where}[]`);
      return false;
    case 'tuple':
      for (const [at, item] of (def.items as unknown[]).entries()) inner(item, `[${at}]`);
      return false;
    case 'record':
      inner(def.valueType, '*');
      return false;
    case 'union':
      return (def.options as unknown[]).map((option) => inner(option, '', isBounded)).every(Boolean);
    case 'pipe': {
      const bounded = inner(def.in, '', isBounded);
      return inner(def.out, '', bounded || isBounded);
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType, '', isBounded);
    case 'lazy':
      return inner((def.getter as () => unknown)(), '', isBounded);
    case 'transform':
      return isBounded;
    case 'custom':
    case 'unknown':
    case 'any':
      return false;
    case 'number':
      // Others are read from their digits.
      if ([def as Partial<CheckDef>, ...checks].some(isWhole) && !checks.some(isSmall))
        findings.unbounded.push(where);
      return true;
    // Enum values and the like are bounded by themselves.
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'bigint':
    case 'never':
      return true;
    default:
      throw new Error(`the guard does not know schemas of the type ${def.type}: ${where}`);
  }
}
