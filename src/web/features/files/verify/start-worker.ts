// Starts a worker from one of our scripts.
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): unknown };
}

/** Under Trusted Types the page turns no other URL into a script: these are ours and never change. */
export function startWorker(name: string, address: string): Worker {
  const trusted: unknown =
    (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
      ?.createPolicy(name, { createScriptURL: () => address })
      .createScriptURL('') ?? address;
  return new Worker(trusted as string, { type: 'module' });
}
