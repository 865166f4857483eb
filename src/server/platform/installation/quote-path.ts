// Paths in commands that messages print: they are copied, and some are run as root.

/** Quotes a path for the shell, if it needs it. */
export const quotePath = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
