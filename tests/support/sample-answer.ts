// A response of the portal as a test needs it: the test gives what it is about, the declaration provides the rest.
import * as z from 'zod';
import * as schema from '#contract/schemas.ts';

/**
 * The simplest value that the declaration allows: null or nothing if permitted; otherwise empty text, zero, false, an empty list or record, the first
 * choice, or 5 March 2026.
 */
function plainest(declared: z.ZodType): unknown {
  if (declared instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(declared.shape)
        .filter(([, field]) => !(field instanceof z.ZodOptional))
        .map(([name, field]) => [name, plainest(field as z.ZodType)]),
    );
  if (declared === schema.decimal) return '0.00';
  if (declared === schema.moment) return '2026-03-05T04:30:00Z';
  const plain = [null, '', 0, false, [], {}].find((value) => declared.safeParse(value).success);
  if (plain !== undefined) return plain;
  if (declared instanceof z.ZodEnum) return declared.options[0];
  throw new TypeError(`A sample needs a value for a ${declared.def.type}.`);
}

/** @param given overrides the declaration; whole fields, not parts of them */
export function sampleAnswer<T extends z.ZodType<object>>(
  declared: T,
  given: Partial<z.output<T>>,
): z.output<T> {
  return { ...(plainest(declared) as z.output<T>), ...given };
}
