// An answer of the portal as a test needs it: what the test is about is given, the rest comes from the declaration.
import * as z from 'zod';
import * as schema from '#contract/schemas.ts';

/**
 * The plainest value that the declaration allows: null where it may be null, nothing where it may be missing, else empty text, zero, false, an
 * empty list, the first of the choices, 5 March 2026.
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
  const plain = [null, '', 0, false, []].find((value) => declared.safeParse(value).success);
  if (plain !== undefined) return plain;
  if (declared instanceof z.ZodEnum) return declared.options[0];
  throw new TypeError(`A sample needs a value for a ${declared.def.type}.`);
}

/** @param given wins over what the declaration allows; whole fields, not parts of them */
export function sampleAnswer<T extends z.ZodType<object>>(
  declared: T,
  given: Partial<z.output<T>>,
): z.output<T> {
  return { ...(plainest(declared) as z.output<T>), ...given };
}
