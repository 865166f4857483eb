// The environment of a process that a test starts: none of the portal's settings, only where files and compiled code are kept.
const inherited = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

export function bareEnvironment(): Record<string, string> {
  const entries = inherited.map((name) => [name, process.env[name] ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
