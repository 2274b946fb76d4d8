import { type Account, readAccounts } from "@/lib/chains/solana/accounts";
import { toUnsignedWire } from "@/lib/chains/solana/build";
import { inContext, object, small } from "@/lib/chains/solana/decode";
import { explainFailure } from "@/lib/chains/solana/failures";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { type Payload, readPayload } from "@/lib/chains/solana/payload";
import { judgeReceiver } from "@/lib/chains/solana/receiver";
import type { Simulation, UnsignedTransfer } from "@/lib/chains/spending";

/** Judges the receiver and the SOL of who sends and who pays, then lets the node run the very message that will be signed. */
export async function simulateTransfer(
  node: SolanaNode,
  unsigned: UnsignedTransfer,
  signal: AbortSignal,
): Promise<Simulation> {
  const payload = readPayload(unsigned.payload);
  const { from, payer, to, token } = payload;
  const places = [from, payer, to, ...(token === null ? [] : [token.destination])];
  const [sender = null, paying = null, receiver = null, tokenAccount = null] = await readAccounts(node, places, signal);
  const amount = token === null ? payload.units : 0n;
  const shortage =
    findShortage(payer, paying, unsigned.fee.maximumUnits + (payer === from ? amount : 0n)) ??
    findShortage(from, sender, amount);
  if (shortage !== null) return refused(shortage, true);
  const objection = judgeReceiver(payload, receiver, tokenAccount);
  return objection === null ? runTrial(node, payload, signal) : refused(objection, false);
}

function findShortage(address: string, account: Account | null, needed: bigint): string | null {
  const held = account?.units ?? 0n;
  return held < needed ? `${address} holds ${held} of ${needed} native units` : null;
}

async function runTrial(node: SolanaNode, payload: Payload, signal: AbortSignal): Promise<Simulation> {
  const options = { encoding: "base64", sigVerify: false, replaceRecentBlockhash: false, commitment: "confirmed" };
  const wire = toUnsignedWire(payload.message);
  const { value } = inContext(await node.request("simulateTransaction", [wire, options], signal));
  const { err } = object(value);
  if (err === undefined) throw new Error(`${node.name} did not say how the trial went`);
  if (err === null) return { succeeds: true };
  const failure = explainFailure(err);
  if (failure.of === "lifetime" && !(await hasPassed(node, payload.lastValidBlockHeight, signal))) {
    // The node lags behind the one that gave the block hash: that is no word of the chain's.
    throw new Error(`${node.name} does not know the block hash yet`);
  }
  const isNative = payload.token === null;
  return refused(failure.words, failure.of === "rent" || (isNative && failure.of === "funds"));
}

/** Whether this node has seen all blocks that could take a transaction. */
export async function hasPassed(node: SolanaNode, validUntil: bigint, signal: AbortSignal): Promise<boolean> {
  const height = small(await node.request("getBlockHeight", [{ commitment: "confirmed" }], signal));
  return BigInt(height) > validUntil;
}

function refused(reason: string, lacksFee: boolean): Simulation {
  return { succeeds: false, reason, lacksFee };
}
