import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Prices } from "@/lib/chains/tron/resources";

/**
 * Ten times the highest that the main network ever had: energy at 420 sun (100 since 2025), bandwidth at 1,000 sun
 * a byte, and 1.1 TRX for an account. The producers vote on these, so what lies above is a node's mistake or a lie.
 */
const PRICE_CEILINGS: Readonly<Record<keyof Prices, bigint>> = {
  perEnergy: 4_200n,
  perByte: 10_000n,
  newAccount: 10_000_000n,
  newAccountBandwidth: 1_000_000n,
};

/** USDT at the highest penalty takes 130,285 to a first holder; a limit above this is no transfer of a token. */
const ENERGY_CEILING = 500_000n;

/** @throws TransactionRefusedError for prices that nobody shall pay, or be shown. */
export function assertPrices(prices: Prices, node: string): void {
  for (const name of ["perEnergy", "perByte", "newAccount", "newAccountBandwidth"] as const) {
    if (prices[name] > PRICE_CEILINGS[name]) {
      throw tooDear(`${node} wants ${prices[name]} sun (${name}), above the ${PRICE_CEILINGS[name]} allowed`);
    }
  }
}

/** @throws TransactionRefusedError for a call that takes more than any transfer does. */
export function assertEnergy(energy: bigint, node: string): void {
  if (energy > ENERGY_CEILING) {
    throw tooDear(`by ${node} the transfer may take ${energy} energy, above the ${ENERGY_CEILING} allowed`);
  }
}

function tooDear(message: string): TransactionRefusedError {
  return new TransactionRefusedError("fee", message);
}
