import { database, withTransaction } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { leadOf } from "@/lib/sending/sends/outgoing";
import { findOutgoing } from "@/lib/sending/sends/outgoing-repo";
import { insertVersion, raiseVersion } from "@/lib/sending/sends/outgoing-write-repo";
import { commitToFlight } from "@/lib/sending/sends/send-custody";
import { nativeOf } from "@/lib/sending/sends/send-terms";
import { settleSend } from "@/lib/sending/sends/settle-send";
import { moveSettled } from "@/lib/sending/sends/watch-settled";

/**
 * Simulates what a chain shows of the gateway's transactions with rows of the watcher: for tests of
 * the engine without a node.
 */

const LIMIT_MS = 60_000;
const DEARER = decimal("0.001");

type Block = {
  /** At most the height that the network's watcher has read. */
  readonly height: number;
  readonly hash: string;
  readonly version?: number;
  /** The cost in that block, in the native coin. */
  readonly cost: Decimal;
};

/** Places one of the gateway's transactions in a block that the watcher has read, as succeeded. */
export async function foundIn(outgoingId: string, { height, hash, version = 1, cost }: Block): Promise<Found> {
  const outgoing = await findOutgoing(outgoingId);
  if (outgoing === null) throw new Error(`there is no outgoing transaction ${outgoingId}`);
  const { networkCode } = outgoing;
  const time = new Date();
  await database().chainBlock.upsert({
    where: { networkCode_height: { networkCode, height } },
    create: { networkCode, height, hash, parentHash: "0x", time },
    update: { hash },
  });
  const { decimals } = nativeOf(await loadCatalog(), networkCode);
  const block = { height, hash };
  return {
    outgoing,
    version,
    status: { state: "included", block, succeeded: true, feeUnits: toBaseUnits(cost, decimals) } as Found["status"],
  };
}

/** Settles it as the engine does once it is confirmed. Returns whether it was settled. */
export async function settleFound(found: Found): Promise<boolean> {
  return settleSend(engineOf(found), await loadCatalog(), found, AbortSignal.timeout(LIMIT_MS));
}

/** Moves it as the engine does when it finds an ended transaction in another block. */
export async function moveFound(found: Found): Promise<void> {
  await moveSettled(engineOf(found), await loadCatalog(), found, AbortSignal.timeout(LIMIT_MS));
}

/**
 * With one node, no other is queried about a success in a block that was read; about a moved
 * transaction the node is queried, and agrees.
 */
function engineOf({ outgoing, status }: Found): Engine {
  const transactionStatusByEach = async () => [{ node: "one", head: status.block, answer: status, error: null }];
  return { networkCode: outgoing.networkCode, driver: { witnesses: 1, transactionStatusByEach } } as unknown as Engine;
}

/** Adds the next version, which may cost slightly more. */
export async function simulateReplaced(outgoingId: string, transactionId: string): Promise<void> {
  const outgoing = await findOutgoing(outgoingId);
  if (outgoing === null) throw new Error(`there is no outgoing transaction ${outgoingId}`);
  const { networkCode } = outgoing;
  const version = outgoing.version + 1;
  const feeMax = outgoing.feeMax.plus(DEARER);
  const fee = { currency: nativeOf(await loadCatalog(), networkCode).currency.code, amount: DEARER, payer: null };
  const terms = { spends: null, feeTerms: "{}", feePriority: "recommended" as const, feeExpected: ZERO, feeMax };
  await withTransaction(async (tx) => {
    const raw = Uint8Array.from([version]);
    await insertVersion(tx, { id: outgoingId, networkCode }, { version, transactionId, raw, ...terms });
    await raiseVersion(tx, outgoingId, { version, feeMax: feeMax.toFixed() });
    await commitToFlight(tx, { outgoingId, version, lead: leadOf(outgoing), carried: ZERO, fee });
  });
}
