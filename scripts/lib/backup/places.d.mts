export function archiveName(at: Date): string;
export function listArchives(folder: string): string[];
export function listAbandoned(folder: string): string[];
export function createKeyFile(path: string, signer?: string | null): Promise<string>;
export function readSigners(path: string): string[];
export function noteSigner(path: string, signer: string): void;
export function readKeyFile(path: string): string;
export function readRecipient(path: string): Promise<string>;
