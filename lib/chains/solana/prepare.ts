import { randomInt } from "node:crypto";
import { base64 } from "@scure/base";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Failover } from "@/lib/chains/failover";
import { buildMessage, type Lifetime, signersOf } from "@/lib/chains/solana/build";
import { inContext, key, object, units } from "@/lib/chains/solana/decode";
import { type FeeTerms, parseTerms } from "@/lib/chains/solana/fees";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { givenBackBy, readPlan, type TransferPlan } from "@/lib/chains/solana/plan";
import type { FeeEstimate, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { answersOf, highest } from "@/lib/chains/statements";

/**
 * Number of equal payouts on one block hash that can be distinguished; the hash changes two or
 * three times a second.
 */
const VARIANTS = 32n;
const MICRO = 1_000_000n;

/** Starts at random, because another worker may make the same payment concurrently. */
let counter = BigInt(randomInt(1_000_000));

/**
 * Returns the terms with a limit that varies slightly between calls. Otherwise two payments of the
 * same amount to the same recipient on the same block hash would be identical bytes: one
 * transaction, paid once, for two.
 */
export function nextVariant(terms: FeeTerms): FeeTerms {
  counter += 1n;
  return variantOf(terms, counter % VARIANTS);
}

/**
 * Raises the limit by a few units at a price lowered so that the cost stays the same: an account
 * that is emptied pays its fee to the lamport. Exported for its tests.
 */
export function variantOf(terms: FeeTerms, extra: bigint): FeeTerms {
  const cost = (terms.unitLimit * terms.unitPrice + MICRO - 1n) / MICRO;
  const unitLimit = terms.unitLimit + extra;
  return { ...terms, unitLimit, unitPrice: (cost * MICRO) / unitLimit };
}

/**
 * A transaction may be included in this many blocks after the one it was built on; a rule of the
 * chain.
 */
export const LIFE_BLOCKS = 150n;

/**
 * Builds the request with exactly the terms of the estimate. Each call starts a new lifetime: two
 * transactions built from one request are two payments, unless the first has been proven dead
 * before the second is signed.
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
    // A payment since the estimate may keep an account from being closed.
    fee: { ...fee, expectedUnits: fee.maximumUnits - givenBackBy(plan) },
  };
}

/**
 * Reads the newest confirmed block hash, which gives a transaction about 150 blocks (a minute) to
 * live. Lagging nodes would know a finalized one, but it costs a fifth of that time; a confirmed
 * block is never dropped, and a lagging node can be queried again.
 */
async function readLifetime(node: SolanaNode, signal: AbortSignal): Promise<Lifetime> {
  const { value } = inContext(await node.request("getLatestBlockhash", [{ commitment: "confirmed" }], signal));
  const { blockhash, lastValidBlockHeight } = object(value);
  return { blockhash: key(blockhash), lastValidBlockHeight: units(lastValidBlockHeight) };
}

/**
 * Computes the last valid height ourselves. A second payment may be made once it has passed, so a
 * single node's attestation does not suffice: a hash that is valid now expires at the latest this
 * many blocks after the highest height that any node reports. That height is bounded as well:
 * otherwise a single node could make a payout live for years, and until it is dead it cannot be
 * made again.
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

/**
 * What an unsigned transfer carries from building to the simulation: the message, and our own
 * description of it.
 */
export type Payload = {
  readonly message: Uint8Array;
  readonly from: string;
  readonly payer: string;
  readonly to: string;
  readonly lastValidBlockHeight: bigint;
  /** Null: the native coin, of which `units` are sent. */
  readonly token: { readonly mint: string; readonly destination: string; readonly opensAccount: boolean } | null;
  readonly units: bigint;
};

function writePayload(
  message: Uint8Array,
  { from, payer, to, units, token }: TransferPlan,
  { lastValidBlockHeight }: Lifetime,
  opensAccount: boolean,
): string {
  return JSON.stringify({
    message: base64.encode(message),
    from,
    payer,
    to,
    units: units.toString(),
    lastValidBlockHeight: lastValidBlockHeight.toString(),
    token: token && { mint: token.mint, destination: token.destination, opensAccount },
  });
}

/** Parses the output of `writePayload`; throws on anything else. */
export function readPayload(text: string): Payload {
  const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const texts = ["message", "from", "payer", "to", "units", "lastValidBlockHeight"].map((name) => fields[name]);
  const [message, from, payer, to, units, lastValid] = texts.map((value) => {
    if (typeof value !== "string") throw new TypeError("this is no unsigned Solana transfer");
    return value;
  });
  return {
    message: base64.decode(message ?? ""),
    from: from ?? "",
    payer: payer ?? "",
    to: to ?? "",
    units: BigInt(units ?? ""),
    lastValidBlockHeight: BigInt(lastValid ?? ""),
    token: fields.token as Payload["token"],
  };
}
