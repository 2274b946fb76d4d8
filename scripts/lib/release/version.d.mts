export function isVersion(version: string): boolean;
export function isAfter(later: string, earlier: string): boolean;
export const VERSION_LINES: readonly (readonly [path: string, line: RegExp])[];
