import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { AddressInspection } from "@/lib/chains/driver";
import { EXCHANGE_ADDRESSES } from "@/lib/refunds/exchange-addresses";

/**
 * Why money may not simply go back to where it came from, in words; null: nothing that is known speaks against it. Only on networks with
 * accounts is the sender somebody who can receive: elsewhere it is one of several coins that a wallet may have left behind. Pure, and asks
 * no node: whether the address is a contract is {@link doubtAboutKind}.
 */
export function doubtAboutSender(
  network: Pick<CatalogNetwork, "family" | "name">,
  sender: string | null,
): string | null {
  if (sender === null) return "The chain does not say where it came from";
  if (network.family !== "evm") return `On ${network.name} a sender is not certain to receive what is sent back`;
  const exchange = EXCHANGE_ADDRESSES.get(sender.toLowerCase());
  return exchange === undefined
    ? null
    : `It came from ${exchange}, which could not tell whose it is when it is sent back there`;
}

/** The same for what the node says of the address. */
export function doubtAboutKind({ kind }: Pick<AddressInspection, "kind">, sender: string): string | null {
  if (kind === "account") return null;
  if (kind === "contract") return `It came from a contract (${sender}): what is sent back there may be lost`;
  return `Nobody can say what ${sender} is: what is sent back there may be lost`;
}
