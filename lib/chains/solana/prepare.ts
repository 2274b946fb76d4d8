import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Failover } from "@/lib/chains/failover";
import { highest } from "@/lib/chains/highest";
import { buildMessage, type Lifetime, signersOf } from "@/lib/chains/solana/build";
import { inContext, key, object, units } from "@/lib/chains/solana/decode";
import { parseTerms } from "@/lib/chains/solana/fees";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { writePayload } from "@/lib/chains/solana/payload";
import { givenBackBy, readPlan } from "@/lib/chains/solana/plan";
import { nextVariant } from "@/lib/chains/solana/variants";
import type { FeeEstimate, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { answersOf } from "@/lib/chains/statements";

/** Blocks after the one that a transaction was built on in which it may be included; a rule of the chain. */
export const LIFE_BLOCKS = 150n;

/**
 * Builds the request with the very terms of the estimate. Each call starts a new life: two transactions built from one request are two
 * payments, unless the first has been proven dead before the second is signed.
 */
export async function prepareSolanaTransfer(
  nodes: Failover<SolanaNode>,
  request: TransferRequest,
  fee: FeeEstimate,
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  const { plan, lifetime } = await nodes.call(async (node) => {
    const stated = await readLifetime(node, signal);
    const lastValidBlockHeight = await readLastHeight(nodes, stated, signal);
    return { plan: await readPlan(node, request, signal), lifetime: { ...stated, lastValidBlockHeight } };
  }, signal);
  const terms = parseTerms(fee.terms);
  const message = buildMessage(plan, nextVariant(terms), lifetime);
  return {
    payload: writePayload(message, plan, lifetime, terms.rent > 0n),
    signingRequests: signersOf(plan).map((signer) => ({ signer, scheme: "ed25519", message })),
    spends: { kind: "expiring", validUntil: lifetime.lastValidBlockHeight },
    // Somebody may have paid since the estimate into an account that is then not closed.
    fee: { ...fee, expectedUnits: fee.maximumUnits - givenBackBy(plan) },
  };
}

/**
 * Of the newest confirmed block, which gives a transaction about 150 blocks (a minute) to live. A finalized one would be known to nodes that lag,
 * at the price of a fifth of that time; a confirmed block is never dropped, and a node that lags is one to be asked again.
 */
async function readLifetime(node: SolanaNode, signal: AbortSignal): Promise<Lifetime> {
  const { value } = inContext(await node.request("getLatestBlockhash", [{ commitment: "confirmed" }], signal));
  const { blockhash, lastValidBlockHeight } = object(value);
  return { blockhash: key(blockhash), lastValidBlockHeight: units(lastValidBlockHeight) };
}

/**
 * The last height by our own count. A second payment may be made once it has passed, so one node's word is not taken for it: a hash that is good
 * now dies at the latest this many blocks from the highest that any node reports. That has a bound as well: by one node's word a payout
 * would else live for years, and until it is dead it cannot be made again.
 */
async function readLastHeight(
  nodes: Failover<SolanaNode>,
  { lastValidBlockHeight }: Lifetime,
  signal: AbortSignal,
): Promise<bigint> {
  const options = { commitment: "confirmed" };
  const heights = await nodes.each(
    async (node) => units(await node.request("getBlockHeight", [options], signal)),
    signal,
  );
  const last = highest(answersOf(heights)) + LIFE_BLOCKS;
  if (lastValidBlockHeight > last) {
    throw new ChainInconsistentError(
      `a node promises life until block ${lastValidBlockHeight}, the chain until ${last}`,
    );
  }
  if (last > lastValidBlockHeight + LIFE_BLOCKS) {
    throw new ChainInconsistentError(
      `a node is at ${last - LIFE_BLOCKS}, and another one gives life until ${lastValidBlockHeight}`,
    );
  }
  return last;
}
