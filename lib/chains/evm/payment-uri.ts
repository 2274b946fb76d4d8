/** What a wallet should be asked to send. Addresses are canonical text, units are base units. */
export type EvmPaymentRequest = {
  readonly chainId: number;
  readonly to: string;
  readonly units: bigint;
  /** The token's contract; null for the native coin. */
  readonly contract: string | null;
};

/**
 * EIP-681 text for a QR code. Pure, safe for the browser. Amounts are whole base units in plain digits:
 * the standard's exponent form is not read by every wallet.
 */
export function buildEvmPaymentUri({ chainId, to, units, contract }: EvmPaymentRequest): string {
  return contract === null
    ? `ethereum:${to}@${chainId}?value=${units}`
    : `ethereum:${contract}@${chainId}/transfer?address=${to}&uint256=${units}`;
}
