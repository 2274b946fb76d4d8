import type { PaymentRequest } from "@/lib/chains/payment-uri/payment-request";

const SECOND_MS = 1_000;

/**
 * The transfer link that TON's documentation describes and its wallets read: amounts in base units, nanotons or those of the jetton;
 * the jetton by its master contract, the recipient always the owner's address. `exp` (Unix seconds) keeps a wallet from sending when
 * the time is up; wallets that do not know it ignore it. No `text`: each payment has an address of its own.
 */
export function buildTonUri({ address, units, contract, expiresAt }: PaymentRequest): string {
  const jetton = contract === null ? "" : `&jetton=${contract}`;
  const until = expiresAt === null ? "" : `&exp=${Math.floor(expiresAt.getTime() / SECOND_MS)}`;
  return `ton://transfer/${address}?amount=${units}${jetton}${until}`;
}
