import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { BlockReference, Testimony, TransactionStatus } from "@/lib/chains/driver";
import { withTransaction } from "@/lib/db";
import type { Engine } from "@/lib/sends/engine";
import type { Found } from "@/lib/sends/follow-sends";
import { leadOf, versionOf } from "@/lib/sends/outgoing";
import { readBlockHash } from "@/lib/sends/outgoing-repo";

/** One node may lie or be on a fork; on the sandbox there is only its own. */
export const WITNESSES_MIN = 2;

type Parts = Pick<Engine, "networkCode" | "driver">;
type Network = Pick<CatalogNetwork, "confirmations" | "isSandbox">;

/**
 * Whether what a node said of a transaction may be booked: its block is the one that the network's watcher has read there, deep enough in
 * what was read. That nothing was carried out gives money back, so it takes the word of every node as far as that, and of two at least;
 * while it cannot be had, there is an alarm.
 */
export async function isProven(engine: Parts, network: Network, found: Found, signal: AbortSignal): Promise<boolean> {
  const { status } = found;
  if (!(await isRead(engine, status.block, network.confirmations, signal))) return false;
  if (status.succeeded) return true;
  const doubt = await findDoubt(engine, network, found, signal);
  if (doubt === null) return true;
  const send = leadOf(found.outgoing);
  const message = `${send.purpose} ${send.purposeId}: a node says that the chain carried nothing out, and it is not ended before that is certain: ${doubt}`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-refused", subject: send.id, message }));
  return false;
}

/** Whether the network's watcher has read this very block, and so many from it on. */
export async function isRead(
  { networkCode, driver }: Parts,
  block: BlockReference,
  depth: number,
  signal: AbortSignal,
): Promise<boolean> {
  const height = BigInt(block.height);
  const read = await readBlockHash(networkCode, height);
  if (read === null || read.readHeight < height + BigInt(depth) - 1n) return false;
  if (read.hash !== null) return read.hash === block.hash;
  // Older than what the watcher keeps: deeper than any reorganisation that it would follow, so every node must have it there.
  const answers = (await driver.blockAtByEach(block.height, signal)).flatMap(({ answer }) => answer?.block ?? []);
  return answers.length > 0 && answers.every(({ hash }) => hash === block.hash);
}

/** Why it is not certain that the chain carried nothing out; null when it is. */
async function findDoubt(
  { driver }: Parts,
  { confirmations, isSandbox }: Network,
  { outgoing, version, status }: Found,
  signal: AbortSignal,
): Promise<string | null> {
  const { transactionId } = versionOf(outgoing, version);
  const testimonies = await driver.transactionStatusByEach(transactionId, signal);
  const far = testimonies.filter((testimony) => isAsFar(testimony, status.block.height + confirmations - 1));
  const needed = isSandbox ? 1 : WITNESSES_MIN;
  if (driver.witnesses < needed)
    return `${needed} nodes of the network are needed, and ${driver.witnesses} is configured`;
  if (far.length < needed) return `${far.length} of the ${needed} nodes that are needed answer and are as far`;
  const agrees = far.every(({ answer }) => isSame(answer, status.block.hash));
  return agrees ? null : "the nodes do not agree";
}

function isAsFar({ head, answer }: Testimony<TransactionStatus>, height: number): boolean {
  return head !== null && answer !== null && head.height >= height;
}

function isSame(answer: TransactionStatus | null, hash: string): boolean {
  return answer?.state === "included" && !answer.succeeded && answer.block.hash === hash;
}
