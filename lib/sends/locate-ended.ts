import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { Testimony, TransactionStatus } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { countWitnesses } from "@/lib/chains/witnesses";
import type { Engine } from "@/lib/sends/engine";
import type { Found } from "@/lib/sends/follow-sends";
import type { Outgoing } from "@/lib/sends/outgoing";
import { isRead, PATIENCE_MS, WITNESSES_MIN } from "@/lib/sends/prove-included";

/**
 * Where an ended transaction is that is not in the block in which it ended. `block`: in one that was read here, by the word of one node at least;
 * `unread`: in one that was not; `lost`: no node that answers has it in a block of our chain; `gone`: and
 * enough of them say so.
 */
type Place = { readonly kind: "block"; readonly found: Found } | { readonly kind: "unread" | "lost" | "gone" };

const WAITS = ["unread", "gone"] as const;

type Parts = Pick<Engine, "networkCode" | "driver" | "memory">;

/** Each node is asked for each version: one that hides it, or is on a fork, must not decide. @throws ChainUnavailableError when none answers */
export async function locate(
  engine: Parts,
  network: Pick<CatalogNetwork, "isSandbox">,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Place> {
  const words = await askForVersions(engine, outgoing, signal);
  const inBlocks = words.flatMap(({ version, answer: status }) =>
    status?.state === "included" ? [{ outgoing, version, status }] : [],
  );
  for (const found of inBlocks) {
    if (!(await isRead(engine, found.status.block, 1, signal))) continue;
    for (const kind of WAITS) engine.memory.doubts.delete(`${kind} ${outgoing.id}`);
    return { kind: "block", found };
  }
  // A reader that lags sees it soon; a node that names a block which is none of our chain must not hide it for ever.
  if (inBlocks.length > 0) return { kind: waitedMs(engine, outgoing, "unread") < PATIENCE_MS ? "unread" : "lost" };
  engine.memory.doubts.delete(`unread ${outgoing.id}`);
  return { kind: isGone(engine, network, outgoing, words) ? "gone" : "lost" };
}

type Word = Testimony<TransactionStatus> & { readonly version: number };

/** Newest version first. */
async function askForVersions({ driver }: Parts, outgoing: Outgoing, signal: AbortSignal): Promise<readonly Word[]> {
  const words: Word[] = [];
  for (const { version, transactionId } of outgoing.versions.toReversed()) {
    const each = await driver.transactionStatusByEach(transactionId, signal);
    if (each.every(({ answer }) => answer === null)) throw new ChainUnavailableError(`no node tells ${transactionId}`);
    words.push(...each.map((word) => ({ ...word, version })));
  }
  return words;
}

/** None of these says that it is in a block. */
function isGone(
  engine: Parts,
  { isSandbox }: Pick<CatalogNetwork, "isSandbox">,
  outgoing: Outgoing,
  words: readonly Word[],
): boolean {
  const far = words.filter(({ head, answer }) => {
    return answer !== null && head !== null && BigInt(head.height) >= (outgoing.blockHeight ?? 0n);
  });
  const needed = Math.min(isSandbox ? 1 : WITNESSES_MIN, engine.driver.witnesses);
  if (countWitnesses(far.map(({ node }) => node)) >= needed) return true;
  return far.length > 0 && waitedMs(engine, outgoing, "gone") >= PATIENCE_MS;
}

/** Since when that is the answer about it, in this process. */
function waitedMs({ memory }: Parts, { id, blockHash }: Outgoing, kind: (typeof WAITS)[number]): number {
  const key = `${kind} ${id}`;
  const about = blockHash ?? "";
  const known = memory.doubts.get(key);
  if (known?.about === about) return performance.now() - known.sinceMs;
  memory.doubts.set(key, { about, sinceMs: performance.now() });
  return 0;
}
