import { type AddressFamily, areSendersAccounts } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import type { AddressInspection, NodeAnswer } from "@/lib/chains/driver";
import { countWitnesses } from "@/lib/chains/statements";
import {
  EVM_EXCHANGES,
  SOLANA_EXCHANGES,
  TON_EXCHANGES,
  TRON_EXCHANGES,
} from "@/lib/exceptions/refunds/exchanges/addresses";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/**
 * Addresses from which exchanges pay out, by exchange: what is sent back there reaches the exchange
 * and not its customer. Never complete, so it only ever makes a refund more careful. Other families
 * need none, because nothing is sent back to their senders.
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

/**
 * Why money may not simply go back to where it came from, in words; null: nothing that is known
 * speaks against it. Only on networks with accounts is the sender somebody who can receive:
 * elsewhere it is one of several coins that a wallet may have left behind. Pure, and asks no node:
 * whether the address is a contract is {@link evaluateInspections}.
 */
export function senderRejection(
  network: Pick<CatalogNetwork, "family" | "name">,
  sender: string | null,
): string | null {
  if (!areSendersAccounts(network.family)) return `On ${network.name} the sender may not receive a refund`;
  if (sender === null) return "The sender is unknown";
  const exchange = exchangeAt(network.family, sender);
  return exchange === null ? null : `It came from ${exchange}, which could not assign a refund to its customer`;
}

/**
 * `missing`: too few nodes have answered, which says nothing of the address: they are asked again.
 */
export type SenderFinding =
  | { readonly kind: "account" }
  | { readonly kind: "doubt"; readonly doubt: string }
  | { readonly kind: "missing" };

/**
 * What the nodes' answers say of a sender together. `needed` hosts have to answer that have come as
 * far as the deposit, since what a node that lags does not find proves nothing. An address counts
 * as an account only when all of them say so. Pure.
 */
export function evaluateInspections(
  nodeAnswers: readonly NodeAnswer<AddressInspection>[],
  sender: string,
  { height, needed }: { readonly height: bigint; readonly needed: number },
): SenderFinding {
  const answered = nodeAnswers.flatMap(({ node, head, answer }) =>
    answer !== null && head !== null && BigInt(head.height) >= height ? [{ node, kind: answer.kind }] : [],
  );
  if (countWitnesses(answered.map(({ node }) => node)) < needed) return { kind: "missing" };
  const [kind, ...others] = new Set(answered.map((answer) => answer.kind));
  if (others.length > 0) return { kind: "doubt", doubt: `The nodes do not agree on what ${sender} is` };
  if (kind === "account") return { kind };
  if (kind === "contract")
    return { kind: "doubt", doubt: `It came from a contract (${sender}), where a refund may be lost` };
  return { kind: "doubt", doubt: `It is unknown what ${sender} is, so a refund may be lost` };
}
