// Writes the migration that widens the database's checks when the contract's table of document kinds and file types has grown.

export interface Allowed {
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
}

const nameOf = ({ table, column }: Allowed) => `${table}_${column}`;

/** Returns the values that a check of docs/schema.sql allows. */
export function valuesAllowed(schema: string, constraint: string): string[] {
  const line = schema.split('\n').find((each) => each.includes(`constraint ${constraint} CHECK`)) ?? '';
  return [...line.matchAll(/'([a-z_]+)'::text/g)].map((match) => match[1]!);
}

/** Returns the migration; undefined if nothing is missing. Each statement commits on its own and is repeatable, so that no lock is held while rows are
 * validated. */
export function writeWiderChecks(schema: string, checks: readonly Allowed[]): string | undefined {
  const statements = checks.flatMap((check) => {
    const name = nameOf(check);
    const before = valuesAllowed(schema, name);
    const missing = check.values.filter((value) => !before.includes(value));
    if (missing.length === 0) return [];
    const values = [...before, ...missing].map((value) => `'${value}'`).join(', ');
    return [
      `-- ${check.table} takes ${missing.join(', ')}.`,
      `alter table ${check.table} drop constraint if exists ${name};`,
      `alter table ${check.table} add constraint ${name} check (${check.column} in (${values})) not valid;`,
      `alter table ${check.table} validate constraint ${name};`,
    ];
  });
  return statements.length === 0 ? undefined : `-- no transaction\n${statements.join('\n')}\n`;
}

/** Returns a name that sorts after the newest migration, which may be slightly ahead of the clock. */
export function nextMigrationName(newest: string, now: Date): string {
  const digits = (moment: Date) => moment.toISOString().replace(/\D/g, '').slice(0, 14);
  const drawn = newest.slice(0, 14);
  const [year, month, day, hour, minute, second] = (
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(drawn)?.slice(1) ?? []
  ).map(Number);
  const after = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second! + 1));
  return `${digits(after > now ? after : now)}_widen_document_kinds.sql`;
}
