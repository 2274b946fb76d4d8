export function newTestSeed(): number;
export function readTestSeed(env?: Record<string, string | undefined>): number;
export function describeSeed(seed: number, file: string): string;
