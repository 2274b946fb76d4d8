import type { PaymentRequest } from "@/lib/chains/payment-uri/payment-request";
import { fromBaseUnits } from "@/lib/money/base-units";

/** As percent-encoded text. A longer one would make the code too fine for an old camera. */
const LABEL_LENGTH_MAX = 48;

/**
 * Solana Pay, transfer request: the amount in whole coins or tokens, never in lamports; the recipient is always the owner's address,
 * also for a token. The label is what the wallet shows as the payee; left out where it is too long.
 */
export function buildSolanaUri({ address, units, decimals, contract, label }: PaymentRequest): string {
  const token = contract === null ? "" : `&spl-token=${contract}`;
  const payee = encodeURIComponent(label ?? "");
  const named = payee !== "" && payee.length <= LABEL_LENGTH_MAX ? `&label=${payee}` : "";
  return `solana:${address}?amount=${fromBaseUnits(units, decimals).toFixed()}${token}${named}`;
}
