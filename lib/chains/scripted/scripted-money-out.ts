import { evaluateAcrossNodes } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import { nonceIn, transactionsOf } from "@/lib/chains/scripted/scripted-chain";
import { readScriptedHead, type ScriptedDriverConfig, type ScriptedNode } from "@/lib/chains/scripted/scripted-node";
import {
  assembleScripted,
  buildScripted,
  decodeScripted,
  estimateScriptedFee,
  joinScripted,
} from "@/lib/chains/scripted/scripted-spending";
import { balanceIn, conflicts } from "@/lib/chains/scripted/scripted-transaction";
import type {
  BroadcastOutcome,
  ChainSpending,
  Confirmability,
  SentTransfer,
  SignedTransfer,
  Simulation,
  UnsignedTransfer,
} from "@/lib/chains/spending";
import { answersOf, bestOutcome, highest } from "@/lib/chains/statements";

const joining: Pick<ChainSpending, "joinCoins" | "coinCosts"> = {
  joinCoins: async (request) => joinScripted(request),
  coinCosts: async (priority) => ({ inputUnits: 0n, restUnits: estimateScriptedFee(priority, null).maximumUnits }),
};

/** The money-out half of the scripted driver. */
export function createScriptedSpending(config: ScriptedDriverConfig, nodes: Failover<ScriptedNode>): ChainSpending {
  const scheme = config.shape === "expiring" ? "ed25519" : "secp256k1";
  return {
    estimateFee: ({ priority, replaces }, signal) =>
      nodes.call(async (node) => {
        await node.blocks(signal);
        return estimateScriptedFee(priority, replaces);
      }, signal),
    ...(config.shape === "coins" ? joining : {}),
    prepareTransfer: (request, fee, signal) =>
      nodes.call(async (node) => {
        const headHeight = (await node.blocks(signal)).length - 1;
        return buildScripted(request, fee, headHeight, scheme);
      }, signal),
    outbids: (today, earlier) => today.maximumUnits > earlier.maximumUnits,
    simulate: (unsigned, signal) => nodes.call((node) => simulate(node, unsigned, signal), signal),
    assemble: async (unsigned, signatures) => assembleScripted(unsigned, signatures),
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    async accountNonce(address, signal) {
      if (config.shape !== "nonce-account" && config.shape !== "shared-memo") return null;
      const readings = answersOf(await nodes.each((node) => readNonces(node, address, signal), signal));
      return {
        included: highest(readings.map(({ included }) => included)),
        pending: highest(readings.map(({ pending }) => pending)),
        answered: readings.length,
        asked: nodes.size,
      };
    },
    ...evaluateAcrossNodes(nodes, readScriptedHead, judge),
  };
}

async function simulate(node: ScriptedNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const transaction = decodeScripted(new TextEncoder().encode(unsigned.payload));
  const included = transactionsOf(await node.blocks(signal));
  const { from } = transaction;
  if (from === null) return { succeeds: true };
  const assets = [{ kind: "native" as const }, ...transaction.outputs.map(({ asset }) => asset)];
  const short = assets.find((asset) => balanceIn([...included, transaction], from, asset) < 0n);
  return short === undefined
    ? { succeeds: true }
    : { succeeds: false, reason: `${from} is short of funds`, lacksFee: short.kind === "native" };
}

async function sendToNode(node: ScriptedNode, signed: SignedTransfer, signal: AbortSignal): Promise<BroadcastOutcome> {
  const isOurs = ({ id }: { readonly id: string }) => id === signed.transactionId;
  if (transactionsOf(await node.blocks(signal)).some(isOurs)) return "already-included";
  if ((await node.mempool(signal)).some(isOurs)) return "already-known";
  await node.submit(decodeScripted(signed.raw), signal);
  return "accepted";
}

async function readNonces(node: ScriptedNode, address: string, signal: AbortSignal) {
  const included = transactionsOf(await node.blocks(signal));
  const waiting = await node.mempool(signal);
  return { included: nonceIn(included, address), pending: nonceIn([...included, ...waiting], address) };
}

async function judge(
  node: ScriptedNode,
  { transactionId, spends }: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  const blocks = await node.blocks(signal);
  const home = blocks.find(({ transactions }) => transactions.some(({ id }) => id === transactionId));
  if (home !== undefined) {
    const succeeded = home.transactions.some(({ id, fails }) => id === transactionId && !fails);
    return { verdict: "included", block: home.reference, succeeded };
  }
  // The newest block that has `confirmations` confirmations, counting itself.
  const deep = blocks.slice(0, Math.max(blocks.length - Math.max(confirmations, 1) + 1, 1));
  if (spends.kind === "expiring") {
    if (BigInt(blocks.length) <= spends.validUntil) return { verdict: "possible" };
    return BigInt(deep.length) > spends.validUntil + 1n
      ? { verdict: "impossible", reason: "expired" }
      : { verdict: "unproven", reason: "the expiry has passed, but not by enough blocks" };
  }
  const isTaken = (among: typeof blocks) =>
    transactionsOf(among).some((transaction) => conflicts(transaction.spends, spends));
  if (!isTaken(blocks)) return { verdict: "possible" };
  return isTaken(deep)
    ? { verdict: "impossible", reason: "spent" }
    : { verdict: "unproven", reason: "another transaction spent it, but not deep enough" };
}
