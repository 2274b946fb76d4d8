import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { readKeyImages } from "@/lib/chains/monero/key-images";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { readTransactionStatus } from "@/lib/chains/monero/transactions";
import type { BroadcastOutcome, SignedTransfer } from "@/lib/chains/spending";

type Fields = Readonly<Record<string, unknown>>;

/** What a daemon's answer raises, first match wins. */
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
 * Sends to this one daemon. Whatever it says against the transaction, the transaction's own id is looked up before a refusal is believed. Of one that waits
 * already the daemon says OK, and tells its peers by itself again and again.
 */
export async function sendToNode(
  node: MoneroNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const known = await outcomeOfKnown(node, signed, signal);
  if (known !== null) return known;
  const body = { tx_as_hex: Buffer.from(signed.raw).toString("hex"), do_not_relay: false };
  const answer = await node.daemon.post("send_raw_transaction", body, signal);
  if (answer.status === "OK") return "accepted";
  const meanwhile = await outcomeOfKnown(node, signed, signal);
  if (meanwhile !== null) return meanwhile;
  const told = `${node.name}: ${reasonIn(answer)}`;
  const reason = REFUSALS.find(([flag]) => answer[flag] === true)?.[1];
  // Busy, or a failure of its own: it has not judged the transaction.
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
