export const ownersCommands: readonly string[];
export function findScript(command: string | undefined, root: string): string | undefined;
