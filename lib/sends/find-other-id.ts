import type { ChainDriver } from "@/lib/chains/driver";
import { searchOf, writeDownTwin } from "@/lib/sends/follow-twin";
import type { Outgoing } from "@/lib/sends/outgoing";

export type TwinWitness = Pick<ChainDriver, "findTwinByEach" | "witnesses">;

/**
 * Why a transaction whose coins are spent may itself have spent them under another id; null when every node of the network has shown that it
 * did not, back to before it was signed, and where ids cannot change. One that is found is written down, and followed from then on.
 */
export async function findOtherId(
  driver: TwinWitness,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<string | null> {
  const words = await driver.findTwinByEach?.(searchOf(outgoing, Number.POSITIVE_INFINITY), signal);
  if (words === undefined) return null;
  for (const { answer } of words) {
    if (answer?.kind !== "found") continue;
    await writeDownTwin(outgoing, answer.twin);
    return `it arrived under another id, ${answer.twin.transactionId}, and is followed there`;
  }
  const open = words.find(({ answer }) => answer?.kind !== "none");
  if (open === undefined) return null;
  const why = open.answer?.kind === "unclear" ? open.answer.reason : (open.error ?? "no answer");
  return `it may have arrived under another id: ${open.node} could not search all blocks since it was signed (${why})`;
}
