// Parses input by its declaration and names each wrong field.
import type { z } from 'zod';
import { FieldFault } from '../fault.ts';

/** @throws FieldFault naming each wrong field */
export function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  // Without a prototype: a client may name a field `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of parsed.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const name of unknown ?? [String(issue.path[0] ?? 'request')]) {
      fields[name] ??= [];
      const messages = fields[name];
      const key = unknown ? 'unknown_field' : issue.message;
      if (!messages.includes(key)) messages.push(key);
    }
  }
  throw new FieldFault(fields);
}
