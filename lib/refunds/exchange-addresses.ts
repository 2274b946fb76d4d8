import type { AddressFamily } from "@/lib/chains/address-family";
import { EVM_EXCHANGES } from "@/lib/refunds/exchanges/evm";
import { SOLANA_EXCHANGES } from "@/lib/refunds/exchanges/solana";
import { TON_EXCHANGES } from "@/lib/refunds/exchanges/ton";
import { TRON_EXCHANGES } from "@/lib/refunds/exchanges/tron";
import { accountKey } from "@/lib/screening/account-key";

/**
 * Addresses from which exchanges pay out, by exchange: what is sent back there reaches the exchange and not its customer. Never complete, so
 * it only ever makes a refund more careful. Other families need none, because nothing is sent back to their senders.
 */
export const EXCHANGES: Partial<Record<AddressFamily, Readonly<Record<string, readonly string[]>>>> = {
  evm: EVM_EXCHANGES,
  tron: TRON_EXCHANGES,
  sol: SOLANA_EXCHANGES,
  ton: TON_EXCHANGES,
};

const NAMES: ReadonlyMap<string, string> = new Map(
  (Object.keys(EXCHANGES) as AddressFamily[]).flatMap((family) =>
    Object.entries(EXCHANGES[family] ?? {}).flatMap(([name, addresses]) =>
      addresses.map((address) => [keyOf(family, address), name] as const),
    ),
  ),
);

/** The exchange whose account this address is known to be; null for every other one. */
export function exchangeAt(family: AddressFamily, address: string): string | null {
  return NAMES.get(keyOf(family, address)) ?? null;
}

function keyOf(family: AddressFamily, address: string): string {
  return `${family} ${accountKey(family, address)}`;
}
