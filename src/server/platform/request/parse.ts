// Parses input by its declaration and names each wrong field.
import type { z } from 'zod';
import { isFieldMessage } from '#contract/fields/server-field-messages.ts';
import { FieldFault } from '../fault.ts';

/** For a value that may take several forms, returns the last message that says what is wrong: the empty forms come first and say nothing. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || isFieldMessage(issue.message)) return issue.message;
  const messages = issue.errors.flat().map(messageOf);
  return messages.findLast(isFieldMessage) ?? issue.message;
}

/** @throws FieldFault naming each wrong field */
export function parse<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  // Without a prototype, because a client may name a field `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const issue of parsed.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    for (const name of unknown ?? [String(issue.path[0] ?? 'request')]) {
      fields[name] ??= [];
      const messages = fields[name];
      const key = unknown ? 'unknown_field' : messageOf(issue);
      if (!messages.includes(key)) messages.push(key);
    }
  }
  throw new FieldFault(fields);
}
