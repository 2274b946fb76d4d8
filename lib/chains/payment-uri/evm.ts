import type { PaymentRequest } from "@/lib/chains/payment-uri/payment-request";

/**
 * EIP-681, with the chain's id and, for a token, the call of its contract. Amounts are whole base units in plain digits: the
 * standard's exponent form is not read by every wallet. Null without a chain id, since the same address is good on every chain.
 */
export function buildEvmUri({ address, units, contract, chainId }: PaymentRequest): string | null {
  if (chainId === null) return null;
  return contract === null
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${contract}@${chainId}/transfer?address=${address}&uint256=${units}`;
}
