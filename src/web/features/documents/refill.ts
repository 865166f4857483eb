// What a new reading or lookup makes of a form: nothing of an earlier one stays, and what the customer typed is asked about.

export type FormText = Record<string, string | undefined>;

/** What a form remembers of where its values came from. */
export interface Filling<V> {
  /** What the newest reading or lookup put into the form. */
  brought?: Partial<V> | undefined;
  /** What the customer had typed when it came, taken out of the form until they say whether it is of the same person. */
  typed?: Partial<V> | undefined;
}

/**
 * @param shown what stands in the form
 * @param blank the empty form
 * @param read what the new reading or lookup gives; an empty text is nothing
 */
export function refill<V extends FormText>(
  shown: V,
  blank: V,
  filling: Filling<V>,
  read: Partial<V>,
): Filling<V> & { values: V; brought: Partial<V> } {
  const fields = Object.keys({ ...blank, ...shown, ...read }) as (keyof V & string)[];
  const values = { ...blank };
  const brought: Partial<V> = {};
  const typed: Partial<V> = {};
  for (const field of fields) {
    if (read[field]) {
      values[field] = read[field];
      brought[field] = read[field];
    }
    // An answer that is still owed is not lost to the next reading.
    const own = filling.typed?.[field] ?? shown[field];
    const isTyped = own && own !== (filling.brought?.[field] ?? blank[field]);
    if (isTyped && own !== values[field]) typed[field] = own;
  }
  return { values, brought, typed: Object.keys(typed).length > 0 ? typed : undefined };
}

/** Below this a read field is shown as one to compare. */
const sureFrom = 0.8;

/** `read` and `look`: as the copy has it; `changed`: written by the customer; `missing`: not found, and still empty. */
export type FieldState = 'read' | 'look' | 'changed' | 'missing';

/**
 * Where a field stands after a reading; undefined before one, and for what the blank form says by itself.
 * @param confidence of the reading; undefined where it says none
 * @param isSound whether the value is of its field's kind
 */
export function stateOf<V extends FormText>(
  field: keyof V & string,
  values: V,
  blank: V,
  { brought }: Filling<V>,
  confidence: number | undefined,
  isSound = true,
): FieldState | undefined {
  if (brought === undefined) return undefined;
  const value = values[field] ?? '';
  if (brought[field] && value === brought[field])
    return isSound && (confidence ?? 0) >= sureFrom ? 'read' : 'look';
  if (brought[field] || value !== (blank[field] ?? '')) return 'changed';
  return value === '' ? 'missing' : undefined;
}

interface Form<V> {
  values: V;
  filling: Filling<V>;
}

/** The customer says that what they had typed is of the same person. */
export const withTyped = <V extends FormText, F extends Form<V>>(form: F & Form<V>): F => ({
  ...form,
  values: { ...form.values, ...form.filling.typed },
  filling: { brought: form.filling.brought },
});

/** Or that it is not. */
export const withoutTyped = <V extends FormText, F extends Form<V>>(form: F & Form<V>): F => ({
  ...form,
  filling: { brought: form.filling.brought },
});

/** Another picture, or none; a part of one that a reading brought is of that reading too. */
export function withPicture<V extends FormText, F extends Form<V>>(
  form: F & Form<V>,
  field: keyof V & string,
  picture: string | undefined,
  isPart: boolean,
): F {
  const { values, filling } = form;
  const isBrought = isPart && values[field] !== undefined && values[field] === filling.brought?.[field];
  return {
    ...form,
    values: { ...values, [field]: picture },
    filling: isBrought ? { ...filling, brought: { ...filling.brought, [field]: picture } } : filling,
  };
}

/** What is asked about, in the order of the form's labels. */
export const typedTexts = <V extends FormText>({ typed = {} }: Filling<V>, labels: Record<string, string>) =>
  Object.entries(labels).flatMap(([field, label]) => {
    const text = (typed as FormText)[field];
    return text === undefined ? [] : [{ label, text }];
  });
