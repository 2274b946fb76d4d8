export function listApiRoutes(root?: string): { path: string; file: string }[];
export function listStreamRoutes(root?: string): { path: string; file: string }[];
export function apiEntrySource(routes?: { path: string; file: string }[]): string;
