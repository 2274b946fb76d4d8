import type { StartChain } from "./node-chains.mjs";

export function coinChainsBlocker(codes: readonly string[]): string | null;
export const startCoinChain: StartChain;
