export function readSettingsFile(folder: string): string | undefined;
export function takeSettings(folder: string, node?: string): void;
export function assertUser(folder: string): void;
