export function listRoutes(root?: string): { path: string; file: string }[];
export function apiEntrySource(routes?: { path: string; file: string }[]): string;
