export const ROOT: string;
/** Undefined when it is missing or no JSON. */
export function readJson(path: string): unknown;
export function writeFileAtomic(path: string, text: string, mode?: number): void;
export function writeJson(path: string, value: unknown, mode?: number): void;
