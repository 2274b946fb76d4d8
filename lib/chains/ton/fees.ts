import { beginCell, storeMessageRelaxed } from "@ton/core";
import type { FeeEstimate, FeePriority } from "@/lib/chains/spending";
import { readAccountState } from "@/lib/chains/ton/account-state";
import { accountAt } from "@/lib/chains/ton/address";
import { messageOf } from "@/lib/chains/ton/message";
import type { Wanted } from "@/lib/chains/ton/order";
import { forwardFee, gasFee, readPrices } from "@/lib/chains/ton/prices";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { encodeExternal, encodeRequest, signRequest, walletInit } from "@/lib/chains/ton/wallet";

/** The V5R1 contract takes 4,939 for one message; a first request that deploys it takes no more. */
const GAS_EXPECTED = 5_000n;
const GAS_MAX = 10_000n;

/** Rent since the wallet was last paid for: some 0.0005 TON a year at today's price. */
const RENT_MAX = 2_000_000n;

/**
 * Given to the own wallet of a token. The oldest common contract wants 0.04 TON and fees, to forward, deploy the receiver's wallet and
 * leave it rent; what is not needed comes back. A transfer that fails at the receiver's wallet leaves all of it behind.
 */
const ATTACHED_UNITS = 60_000_000n;
/** What a token transfer keeps of it when it has to deploy the receiver's wallet. */
const ATTACHED_KEPT_UNITS = 25_000_000n;

/**
 * The network has one price for all, set by its validators: every level of priority is the same estimate, and nothing outbids
 * anything. The maximum is for gas and rent that were never seen; the chain itself takes only what is used.
 */
export async function readFeeEstimate(
  node: TonNode,
  wanted: Wanted,
  priority: FeePriority,
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const [prices, { status }] = await Promise.all([
    readPrices(node, accountAt(wanted.to).workChain !== 0, signal),
    readAccountState(node, wanted.from, signal),
  ]);
  const attachedUnits = wanted.contract === null ? 0n : ATTACHED_UNITS;
  // Any address is as long as that of the token's wallet.
  const message = messageOf({ ...wanted, attachedUnits, tokenWallet: wanted.contract === null ? null : wanted.from });
  const body = signRequest(encodeRequest({ sequence: 0, validUntil: 0, message }), new Uint8Array(64));
  const init = status === "active" ? null : walletInit(new Uint8Array(32));
  const carried =
    forwardFee(prices, encodeExternal(wanted.from, body, init)) +
    forwardFee(prices, beginCell().store(storeMessageRelaxed(message)).endCell());
  return {
    priority,
    expectedUnits: carried + gasFee(prices, GAS_EXPECTED) + (attachedUnits === 0n ? 0n : ATTACHED_KEPT_UNITS),
    maximumUnits: carried + gasFee(prices, GAS_MAX) + RENT_MAX + attachedUnits,
    terms: `attached ${attachedUnits}`,
  };
}

/** What the estimate's own text says. */
export function parseTerms(terms: string): { readonly attachedUnits: bigint } {
  const attached = /^attached (\d+)$/.exec(terms)?.[1];
  if (attached === undefined) throw new TypeError("these are no terms of a TON transfer");
  return { attachedUnits: BigInt(attached) };
}
