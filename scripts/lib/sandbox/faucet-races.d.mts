export const FAUCET_FEES: { readonly maxPriorityFeePerGas: string; readonly maxFeePerGas: string };
export function againWhileRaced<Result>(send: () => Promise<Result>): Promise<Result>;
