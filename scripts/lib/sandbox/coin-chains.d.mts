import type { StartChain } from "./node-chains.mjs";

export function whyNoCoinChains(codes: readonly string[]): string | null;
export const startCoinChain: StartChain;
