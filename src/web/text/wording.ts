// The type of translations: a missing text does not compile.

/** The same shape with any wording, which a translation must fill completely. */
export type Wording<T> = T extends string
  ? string
  : T extends (...input: infer I) => string
    ? (...input: I) => string
    : T extends readonly (infer U)[]
      ? readonly Wording<U>[]
      : { readonly [K in keyof T]: Wording<T[K]> };
