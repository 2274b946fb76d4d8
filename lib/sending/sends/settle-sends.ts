import { chunk } from "@/lib/kernel/chunk";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { traceOf } from "@/lib/sending/sends/outgoing";
import { readBlocksOnce } from "@/lib/sending/sends/prove-included";
import { isSettledTogether, type Proven, proveOutcome, settleProven } from "@/lib/sending/sends/settle-send";

/** Number of transactions settled in one database transaction, which holds their locks briefly. */
const SETTLED_AT_ONCE = 50;

/**
 * Settles transactions with enough confirmations: those that can be settled together are, and if
 * that fails, one after the other. One that fails is retried in a later step, and the others do not
 * wait for it. Returns how many were settled.
 */
export async function settleSends(
  engine: Engine,
  catalog: Catalog,
  deep: readonly Found[],
  signal: AbortSignal,
): Promise<number> {
  const proven: Proven[] = [];
  const readBlock = readBlocksOnce(engine.networkCode);
  for (const found of deep) {
    const one = await orLog(engine, found, () => proveOutcome(engine, catalog, found, signal, readBlock));
    if (one != null) proven.push(one);
  }
  let settled = 0;
  for (const together of chunk(proven.filter(isSettledTogether), SETTLED_AT_ONCE)) {
    settled += await settleTogether(engine, catalog, together);
  }
  for (const one of proven.filter((each) => !isSettledTogether(each)))
    settled += await settleAlone(engine, catalog, one);
  return settled;
}

async function settleTogether(engine: Engine, catalog: Catalog, together: readonly Proven[]): Promise<number> {
  try {
    const outcomes = await settleProven(engine, catalog, together);
    const settled = together.filter((_, index) => outcomes[index]);
    for (const { found } of settled) forget(engine, found);
    return settled.length;
  } catch (error) {
    log().warn({ network: engine.networkCode, sends: together.length, err: error }, "sends are settled one by one");
  }
  let settled = 0;
  for (const one of together) settled += await settleAlone(engine, catalog, one);
  return settled;
}

async function settleAlone(engine: Engine, catalog: Catalog, proven: Proven): Promise<0 | 1> {
  const outcomes = await orLog(engine, proven.found, () => settleProven(engine, catalog, [proven]));
  if (outcomes?.[0] !== true) return 0;
  forget(engine, proven.found);
  return 1;
}

function forget({ memory }: Engine, { outgoing }: Found): void {
  memory.lookedAtMs.delete(outgoing.id);
  memory.replaceTriedAtMs.delete(outgoing.id);
}

async function orLog<Result>(
  { networkCode }: Engine,
  { outgoing }: Found,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const orNull = async () => {
    try {
      return await work();
    } catch (error) {
      log().error({ network: networkCode, outgoingId: outgoing.id, err: error }, "a send could not be settled");
      return null;
    }
  };
  return await withTrace(traceOf(outgoing), orNull);
}
