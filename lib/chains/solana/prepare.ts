import { buildMessage, type Lifetime } from "@/lib/chains/solana/build";
import { inContext, key, object, units } from "@/lib/chains/solana/decode";
import { parseTerms } from "@/lib/chains/solana/fees";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { writePayload } from "@/lib/chains/solana/payload";
import { readPlan } from "@/lib/chains/solana/plan";
import type { FeeEstimate, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

/**
 * Builds the request with the very terms of the estimate. Each call starts a new life: two transactions built from one request are two
 * payments, unless the first has been proven dead before the second is signed.
 */
export async function prepareSolanaTransfer(
  node: SolanaNode,
  request: TransferRequest,
  fee: FeeEstimate,
  signal: AbortSignal,
): Promise<UnsignedTransfer> {
  const plan = await readPlan(node, request, signal);
  const terms = parseTerms(fee.terms);
  const lifetime = await readLifetime(node, signal);
  const message = buildMessage(plan, terms, lifetime);
  return {
    payload: writePayload(message, plan, lifetime, terms.rent > 0n),
    signingRequests: [{ signer: plan.from, scheme: "ed25519", message }],
    spends: { kind: "expiring", validUntil: lifetime.lastValidBlockHeight },
    fee,
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
