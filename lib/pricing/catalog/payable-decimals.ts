/** The interface never asks for more than 8 decimals, however fine the coin is (18 on BNB Smart Chain). */
const PAYABLE_DECIMALS_MAX = 8;

/** Decimals of a coin's payable unit on a network: what a payer owes is rounded up to it. */
export function payableDecimalsOf(decimals: number): number {
  return Math.min(decimals, PAYABLE_DECIMALS_MAX);
}
