// Fields of a saved reply: names in braces, as in 'Your number: {number}', that are filled in before the text is sent.
const field = /\{([^{}\n]{1,40})\}/g;

/** Fields that the portal fills in itself, by their names in both languages: the author of the reply may have used the other one. */
const known = {
  'অর্ডার নম্বর': 'order',
  'order number': 'order',
  গ্রাহক: 'customer',
  customer: 'customer',
  সার্ভিস: 'service',
  service: 'service',
  আজ: 'today',
  today: 'today',
} as const;

export const valuesOfKnown = (
  values: Readonly<Record<(typeof known)[keyof typeof known], string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(known).map(([name, meaning]) => [name, values[meaning]]));

/** Returns the names of the fields, each once, in the order of the text. */
export const fieldsOf = (body: string): readonly string[] => [
  ...new Set([...body.matchAll(field)].map(([, name = '']) => name)),
];

/** Returns the text with the known fields filled in; a field without a value stays as it is. */
export const fillFields = (body: string, values: Readonly<Record<string, string>>): string =>
  body.replace(field, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value?.trim() ? value : whole;
  });
