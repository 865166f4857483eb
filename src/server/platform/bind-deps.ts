// Use cases are functions that take their dependencies first; a module binds them once, when it opens.

// biome-ignore lint/suspicious/noExplicitAny: the arguments of each function are kept as they are
type UseCases<D> = Readonly<Record<string, (deps: D, ...given: any[]) => unknown>>;

export type Bound<F> = {
  readonly [K in keyof F]: F[K] extends (deps: never, ...given: infer R) => infer T
    ? (...given: R) => T
    : never;
};

/** The same functions without their first argument. */
export function bindDeps<D, F extends UseCases<D>>(deps: D, useCases: F): Bound<F> {
  return Object.fromEntries(
    Object.entries(useCases).map(([name, run]) => [name, (...given: unknown[]) => run(deps, ...given)]),
  ) as Bound<F>;
}
