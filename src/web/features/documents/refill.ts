// Applies a new reading or lookup to a form: nothing of an earlier one stays, and the customer is asked about what they typed.

export type FormText = Record<string, string | undefined>;

/** Where the values of a form come from. */
export interface Filling<V> {
  /** What the latest reading or lookup put into the form. */
  prefilled?: Partial<V> | undefined;
  /** What the customer had typed before, removed from the form until they say whether it is about the same person. */
  typed?: Partial<V> | undefined;
}

/**
 * @param shown the form's current content
 * @param blank the empty form
 * @param read what the new reading or lookup returned; an empty string counts as nothing
 */
export function refill<V extends FormText>(
  shown: V,
  blank: V,
  filling: Filling<V>,
  read: Partial<V>,
): Filling<V> & { values: V; prefilled: Partial<V> } {
  const fields = Object.keys({ ...blank, ...shown, ...read }) as (keyof V & string)[];
  const values = { ...blank };
  const prefilled: Partial<V> = {};
  const typed: Partial<V> = {};
  for (const field of fields) {
    if (read[field]) {
      values[field] = read[field];
      prefilled[field] = read[field];
    }
    // A question that is still unanswered survives the next reading.
    const own = filling.typed?.[field] ?? shown[field];
    const isTyped = own && own !== (filling.prefilled?.[field] ?? blank[field]);
    if (isTyped && own !== values[field]) typed[field] = own;
  }
  return { values, prefilled, typed: Object.keys(typed).length > 0 ? typed : undefined };
}

/** Read fields below this confidence are marked to be checked. */
const sureFrom = 0.8;

/** `read` and `look`: as on the copy, the latter to be checked; `changed`: entered by the customer; `missing`: not found, and still empty. */
export type FieldState = 'read' | 'look' | 'changed' | 'missing';

/**
 * Returns the state of a field after a reading; undefined before one, and for defaults of the blank form.
 * @param confidence of the reading; undefined if it reports none
 * @param isSound whether the value is valid for its field
 */
export function stateOf<V extends FormText>(
  field: keyof V & string,
  values: V,
  blank: V,
  { prefilled }: Filling<V>,
  confidence: number | undefined,
  isSound = true,
): FieldState | undefined {
  if (prefilled === undefined) return undefined;
  const value = values[field] ?? '';
  if (prefilled[field] && value === prefilled[field])
    return isSound && (confidence ?? 0) >= sureFrom ? 'read' : 'look';
  if (prefilled[field] || value !== (blank[field] ?? '')) return 'changed';
  return value === '' ? 'missing' : undefined;
}

interface Form<V> {
  values: V;
  filling: Filling<V>;
}

/** Keeps what the customer had typed: it is about the same person. */
export const withTyped = <V extends FormText, F extends Form<V>>(form: F & Form<V>): F => ({
  ...form,
  values: { ...form.values, ...form.filling.typed },
  filling: { prefilled: form.filling.prefilled },
});

/** Discards what the customer had typed: it is about another person. */
export const withoutTyped = <V extends FormText, F extends Form<V>>(form: F & Form<V>): F => ({
  ...form,
  filling: { prefilled: form.filling.prefilled },
});

/** Sets another picture, or none. A crop of a picture from a reading still counts as coming from that reading. */
export function withPicture<V extends FormText, F extends Form<V>>(
  form: F & Form<V>,
  field: keyof V & string,
  picture: string | undefined,
  isPart: boolean,
): F {
  const { values, filling } = form;
  const isPrefilled = isPart && values[field] !== undefined && values[field] === filling.prefilled?.[field];
  return {
    ...form,
    values: { ...values, [field]: picture },
    filling: isPrefilled ? { ...filling, prefilled: { ...filling.prefilled, [field]: picture } } : filling,
  };
}

/** The typed texts to ask about, in the order of the form's labels. */
export const typedTexts = <V extends FormText>({ typed = {} }: Filling<V>, labels: Record<string, string>) =>
  Object.entries(labels).flatMap(([field, label]) => {
    const text = (typed as FormText)[field];
    return text === undefined ? [] : [{ label, text }];
  });
