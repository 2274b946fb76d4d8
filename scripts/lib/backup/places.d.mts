export function archiveName(at: Date): string;
export function listArchives(folder: string): string[];
export function listAbandoned(folder: string): string[];
export function createKeyFile(path: string): Promise<string>;
export function readKeyFile(path: string): string;
export function readRecipient(path: string): Promise<string>;
