import type { ChainDriver } from "@/lib/chains/driver";
import { searchOf, writeDownTwin } from "@/lib/sends/follow-twin";
import type { Outgoing } from "@/lib/sends/outgoing";

export type TwinWitness = Pick<ChainDriver, "findTwinByEach" | "witnesses">;

/** A part of the search, after which whoever runs it may be stopped: shorter than any job may take. */
const PART_MS_MAX = 15_000;

/** `refusal`: why it may itself have spent its coins; `searching`: not all blocks were looked at in the time of one part. */
type OtherId = { readonly kind: "none" } | { readonly kind: "refusal" | "searching"; readonly reason: string };

/**
 * Whether a transaction whose coins are spent may itself have spent them under another id: not when every node of the network has shown that it
 * did not, back to before it was signed, nor where ids cannot change. One that is found is written down, and followed from then on. A
 * search that takes long goes on with the next call through the same driver.
 */
export async function findOtherId(
  driver: TwinWitness,
  outgoing: Outgoing,
  signal: AbortSignal,
  partMsMax = PART_MS_MAX,
): Promise<OtherId> {
  const words = (await driver.findTwinByEach?.(searchOf(outgoing), partMsMax, signal)) ?? [];
  for (const { answer } of words) {
    if (answer?.kind !== "found") continue;
    await writeDownTwin(outgoing, answer.twin);
    return refusal(`it arrived under another id, ${answer.twin.transactionId}, and is followed there`);
  }
  // A node that cannot search is no reason to let the others search for hours.
  const open = words.find(({ answer }) => answer === null || answer.kind === "unclear");
  if (open !== undefined) {
    const why = open.answer?.kind === "unclear" ? open.answer.reason : (open.error ?? "no answer");
    return refusal(
      `it may have arrived under another id: ${open.node} could not search all blocks since it was signed (${why})`,
    );
  }
  for (const { node, answer } of words) {
    if (answer?.kind === "unfinished") return { kind: "searching", reason: `${node}: ${answer.reason}` };
  }
  return { kind: "none" };
}

const refusal = (reason: string): OtherId => ({ kind: "refusal", reason });
