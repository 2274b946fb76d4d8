import { ChainInconsistentError, type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { evaluateAcrossNodes } from "@/lib/chains/every-node";
import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { readHead } from "@/lib/chains/monero/blocks";
import { type MoneroDriverConfig, OUTPUTS_MAX } from "@/lib/chains/monero/config";
import { estimateFee } from "@/lib/chains/monero/fees";
import { byOwnSigner } from "@/lib/chains/monero/identity";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { openPayload } from "@/lib/chains/monero/payload";
import { prepareWithWallet, readKeyImages, readNewestKeyImages, type SpendingNode } from "@/lib/chains/monero/prepare";
import { readTransactionStatus } from "@/lib/chains/monero/transactions";
import type {
  BroadcastOutcome,
  ChainSpending,
  Confirmability,
  SentTransfer,
  SignedTransfer,
  Simulation,
  UnsignedTransfer,
} from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";

type Fields = Readonly<Record<string, unknown>>;

/** Flags in a daemon's answer, first match wins. */
const REFUSALS: readonly (readonly [flag: string, RefusalReason])[] = [
  ["double_spend", "conflict"],
  ["fee_too_low", "fee"],
  ["low_mixin", "invalid"],
  ["invalid_input", "invalid"],
  ["invalid_output", "invalid"],
  ["too_big", "invalid"],
  ["too_few_outputs", "invalid"],
  ["overspend", "invalid"],
  ["sanity_check_failed", "invalid"],
  ["nonzero_unlock_time", "invalid"],
  ["tx_extra_too_big", "invalid"],
];

/**
 * Sends to this one daemon. A refusal is believed only after a lookup of the transaction's own id.
 * For a pending transaction the daemon answers OK, and it rebroadcasts to its peers repeatedly.
 */
async function sendToNode(node: MoneroNode, signed: SignedTransfer, signal: AbortSignal): Promise<BroadcastOutcome> {
  const known = await outcomeOfKnown(node, signed, signal);
  if (known !== null) return known;
  const body = { tx_as_hex: Buffer.from(signed.raw).toString("hex"), do_not_relay: false };
  const answer = await node.daemon.post("send_raw_transaction", body, signal);
  if (answer.status === "OK") return "accepted";
  const meanwhile = await outcomeOfKnown(node, signed, signal);
  if (meanwhile !== null) return meanwhile;
  const told = `${node.name}: ${reasonIn(answer)}`;
  const reason = REFUSALS.find(([flag]) => answer[flag] === true)?.[1];
  // Busy, or an internal failure: it has not judged the transaction.
  if (reason === undefined) throw new Error(told);
  throw new TransactionRefusedError(
    reason === "conflict" && (await isSpent(node, signed, signal)) ? "spent" : reason,
    told,
  );
}

async function outcomeOfKnown(
  node: MoneroNode,
  { transactionId }: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome | null> {
  const { state } = await readTransactionStatus(node, transactionId, signal);
  if (state === "absent") return null;
  return state === "included" ? "already-included" : "already-known";
}

async function isSpent(node: MoneroNode, { spends }: SignedTransfer, signal: AbortSignal): Promise<boolean> {
  const keyImages = spends.kind === "coins" ? (spends.keyImages ?? []) : [];
  return (await readKeyImages(node, keyImages, signal)).includes("in-chain");
}

function reasonIn(answer: Fields): string {
  const flags = REFUSALS.filter(([flag]) => answer[flag] === true).map(([flag]) => flag);
  const reason = typeof answer.reason === "string" ? answer.reason : "";
  return [String(answer.status), reason, flags.join(", ")].filter((part) => part !== "").join("; ");
}

const ATTEMPTS = 3;

/**
 * Returns this node's attestation. A Monero transaction never expires: it is dead only when another
 * one in the chain has published one of its key images, and proven dead only when that other one
 * has the required confirmations. Daemons do not report its block; so the newest blocks are
 * searched, and a key image that none of them published was published below. Everything is read
 * under one head, or read again.
 */
async function evaluateConfirmability(
  node: MoneroNode,
  transfer: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const head = await readHead(node, signal);
    const verdict = await evaluateUnder(node, transfer, { head, confirmations: Math.max(confirmations, 1) }, signal);
    if ((await readHead(node, signal)).hash === head.hash) return verdict;
  }
  throw new ChainInconsistentError(`${node.name} got new blocks each time that it was asked`);
}

type Depth = { readonly head: BlockReference; readonly confirmations: number };

async function evaluateUnder(
  node: MoneroNode,
  { transactionId, spends }: SentTransfer,
  { head, confirmations }: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  if (spends.kind !== "coins") throw new TypeError("a transfer of Monero spends coins");
  const status = await readTransactionStatus(node, transactionId, signal);
  if (status.state === "included") return { verdict: "included", block: status.block, succeeded: status.succeeded };
  const keyImages = spends.keyImages ?? [];
  if (keyImages.length === 0) return { verdict: "unproven", reason: "what it spends is not known" };
  const states = await readKeyImages(node, keyImages, signal);
  const spent = keyImages.filter((_, index) => states[index] === "in-chain");
  if (spent.length === 0) return { verdict: "possible" };
  if (status.state === "pending") {
    return { verdict: "unproven", reason: "the daemon holds it, and says that what it spends is spent" };
  }
  const shallow = await readNewestKeyImages(node, head, confirmations - 1, signal);
  // One that is deep enough is sufficient.
  if (spent.some((image) => !shallow.has(image))) return { verdict: "impossible", reason: "spent" };
  return { verdict: "unproven", reason: "another transaction spent the same but is not deep enough" };
}

/**
 * Creates the money-out half of the driver. `signers`: the nodes with a wallet that can spend; null
 * where there is none.
 */
export function createMoneroSpending(
  config: Pick<MoneroDriverConfig, "hotAddress">,
  nodes: Failover<MoneroNode>,
  signers: Failover<SpendingNode> | null,
): ChainSpending {
  return {
    async estimateFee({ request, priority }, signal) {
      const outputs = request.outputs.length;
      if (outputs > OUTPUTS_MAX) throw new RangeError(`${outputs} outputs in one transaction`);
      return nodes.call((node) => estimateFee(node, { priority, outputs }, signal), signal);
    },
    async prepareTransfer(request, fee, signal) {
      if (signers === null) throw new Error("NODE_URLS names no wallet that can spend Monero (?signer=URL)");
      if (request.outputs.length > OUTPUTS_MAX) throw new RangeError("too many outputs in one transaction");
      const prepare = (node: SpendingNode) => prepareWithWallet(node, request, fee, signal);
      return signers.call((node) => byOwnSigner(node, config, prepare, signal), signal);
    },
    // Of two transactions with the same key image a daemon keeps the first, whatever the second one
    // pays.
    outbids: () => false,
    simulate: (unsigned, signal) => nodes.call((node) => simulate(node, unsigned, signal), signal),
    assemble: async (unsigned, signatures) => assemble(unsigned, signatures),
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    accountNonce: async () => null,
    ...evaluateAcrossNodes(nodes, readHead, evaluateConfirmability),
  };
}

/**
 * The payments were verified when it was built; what may have changed is whether the money is still
 * unspent.
 */
async function simulate(node: MoneroNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const { keyImages } = openPayload(unsigned);
  const states = await readKeyImages(node, keyImages, signal);
  if (states.every((state) => state === "free")) return { succeeds: true };
  return { succeeds: false, reason: "what it would spend is spent by another transaction", lacksFee: false };
}

function assemble(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): SignedTransfer {
  if (signatures.length > 0) {
    throw new TransactionRefusedError("invalid", "the wallet signs its transactions itself, nobody else does");
  }
  const { raw, transactionId, keyImages } = openPayload(unsigned);
  return { raw, transactionId, spends: { kind: "coins", coins: [], keyImages } };
}
