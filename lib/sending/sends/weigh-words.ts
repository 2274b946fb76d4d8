import type { Testimony, TransactionStatus } from "@/lib/chains/driver";
import { countWitnesses } from "@/lib/chains/statements";
import type { IncludedStatus } from "@/lib/sending/sends/follow-sends";

/** What several nodes make of one node's word on a transaction in a block. */
export type Weight =
  | { readonly kind: "agreed" }
  /** Fewer witnesses than are needed say the same, and nobody says otherwise. */
  | { readonly kind: "missing"; readonly witnesses: number; readonly isSilent: boolean }
  | { readonly kind: "contradicted"; readonly says: string };

/**
 * Weighs what every node says against what one said. Another outcome in the same block contradicts it, and so does, of a node that has
 * come as far as `deepHeight`, anything but that block. A node a block behind may speak for what arrived. That nothing was carried out gives
 * money back: there a node has to be as far. Pure.
 */
export function weighWords(
  words: readonly Testimony<TransactionStatus>[],
  said: IncludedStatus,
  deepHeight: number,
  needed: number,
): Weight {
  const isFar = ({ head }: Testimony<TransactionStatus>) => head !== null && head.height >= deepHeight;
  for (const word of words) {
    const { node, answer } = word;
    if (answer === null || (!isFar(word) && !isInBlockOf(answer, said))) continue;
    if (!isSame(answer, said)) return { kind: "contradicted", says: `${node} says that it ${outcomeText(answer)}` };
  }
  const agreeing = words.filter((word) => isSame(word.answer, said) && (said.succeeded || isFar(word)));
  const witnesses = countWitnesses(agreeing.map(({ node }) => node));
  if (witnesses >= needed) return { kind: "agreed" };
  return { kind: "missing", witnesses, isSilent: words.some(({ answer }) => answer === null) };
}

function isInBlockOf(answer: TransactionStatus | null, { block }: IncludedStatus): answer is IncludedStatus {
  return answer?.state === "included" && answer.block.hash === block.hash;
}

function isSame(answer: TransactionStatus | null, said: IncludedStatus): boolean {
  return isInBlockOf(answer, said) && answer.succeeded === said.succeeded;
}

export function outcomeText(answer: TransactionStatus): string {
  if (answer.state === "absent") return "is in no block";
  if (answer.state === "pending") return "still waits for a block";
  return `${answer.succeeded ? "was carried out" : "failed"} in block ${answer.block.height} (${answer.block.hash})`;
}
