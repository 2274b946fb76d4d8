export function findBreaking(sql: string): string[];
