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
 * Addresses from which exchanges pay out, by exchange. A refund to one reaches the exchange and not
 * its customer. Never complete, so it can only make refunds more careful. Other families need no
 * list, because nothing is refunded to their senders.
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

/** Returns the exchange that is known to own this address; null for any other address. */
export function exchangeAt(family: AddressFamily, address: string): string | null {
  return NAMES.get(keyOf(family, address)) ?? null;
}

function keyOf(family: AddressFamily, address: string): string {
  return `${family} ${accountKey(family, address)}`;
}

/**
 * Returns why money must not simply be returned to its sender, as text; null: nothing known speaks
 * against it. The sender is an address that can receive only on account-based networks; elsewhere
 * it is one of several coins that a wallet may have abandoned. Pure, sends no request to a node:
 * {@link evaluateInspections} decides whether the address is a contract.
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

/** `missing`: too few nodes have responded to classify the address; they are queried again. */
export type SenderFinding =
  | { readonly kind: "account" }
  | { readonly kind: "doubt"; readonly doubt: string }
  | { readonly kind: "missing" };

/**
 * Combines the nodes' responses about a sender. `needed` hosts that have reached the block of the
 * deposit must respond, since a lagging node that finds nothing proves nothing. An address counts
 * as an account only if all of them report one. Pure.
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
