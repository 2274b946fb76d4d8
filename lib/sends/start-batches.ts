import type { Catalog } from "@/lib/catalog/queries";
import type { SpendSource } from "@/lib/chains/spending";
import { listSpendable } from "@/lib/coins/coins-repo";
import { crashPoint } from "@/lib/crash-point";
import { log } from "@/lib/log";
import { broadcastInOrder } from "@/lib/sends/broadcast-sends";
import type { Engine } from "@/lib/sends/engine";
import type { Hindrance } from "@/lib/sends/hindrance";
import { holdBack } from "@/lib/sends/hold-back";
import { type Preparation, tryTransfer } from "@/lib/sends/prepare-send";
import { postpone } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";
import { requestOf, termsOf } from "@/lib/sends/send-terms";
import { type SignOutcome, signSend } from "@/lib/sends/sign-send";
import { explainFailure, findHeld } from "@/lib/sends/start-sends";

/** The largest coins of ours that a transaction may choose from. */
export const COINS_OFFERED_MAX = 1_000;
/** More would make one transaction, and one step of the database, needlessly large. */
const BATCH_MAX = 50;

/**
 * Signs and broadcasts what may go on a chain whose transactions spend coins: what is due goes together, because inputs and change are paid
 * for once. Where one of a batch cannot go it is found by halves, and the others do not wait for it.
 */
export async function startBatches(
  engine: Engine,
  catalog: Catalog,
  due: readonly Send[],
  signal: AbortSignal,
): Promise<void> {
  const free: Send[] = [];
  for (const send of due) {
    const held = await findHeld(send);
    if (held === null) free.push(send);
    else await holdBack(send, held, engine.timing);
  }
  const size = Math.min(BATCH_MAX, engine.driver.features.outputsMax);
  for (const priority of new Set(free.map((send) => send.priority))) {
    const together = free.filter((send) => send.priority === priority).toSorted(byAge);
    for (let from = 0; from < together.length; from += size) {
      await sendTogether(engine, catalog, together.slice(from, from + size), signal);
    }
  }
}

/** As the transaction's rows are read again later: the order of its outputs. */
function byAge(left: Send, right: Send): number {
  return left.createdAt.getTime() - right.createdAt.getTime() || (left.id < right.id ? -1 : 1);
}

async function sendTogether(
  engine: Engine,
  catalog: Catalog,
  sends: readonly Send[],
  signal: AbortSignal,
): Promise<void> {
  const [lead, ...others] = sends;
  if (lead === undefined) return;
  const outcome = await trySend(engine, catalog, sends, signal);
  switch (outcome.kind) {
    case "signed": {
      crashPoint("send:signed");
      await broadcastInOrder(engine, [{ ...outcome, lead }], signal);
      return;
    }
    case "hindered": {
      const { send, hindrance } = outcome;
      if (send !== null) return holdBack(send, hindrance, engine.timing);
      if (others.length === 0) return holdBack(lead, hindrance, engine.timing);
      const half = Math.ceil(sends.length / 2);
      await sendTogether(engine, catalog, sends.slice(0, half), signal);
      return sendTogether(engine, catalog, sends.slice(half), signal);
    }
    // Looked at again at the next step.
    case "gone":
    case "full":
  }
}

async function trySend(
  engine: Engine,
  catalog: Catalog,
  sends: readonly Send[],
  signal: AbortSignal,
): Promise<SignOutcome> {
  const preparation = await prepareOrExplain(engine, catalog, sends, signal);
  if ("hindrance" in preparation) return hindered(preparation.hindrance);
  crashPoint("send:estimated");
  try {
    return await signSend(engine, preparation.prepared, signal);
  } catch (error) {
    signal.throwIfAborted();
    log().error({ network: engine.networkCode, sends: sends.length, err: error }, "sends could not be signed");
    await postpone(
      sends.map(({ id }) => id),
      new Date(Date.now() + engine.timing.retryMs),
    );
    return { kind: "gone" };
  }
}

async function prepareOrExplain(
  engine: Engine,
  catalog: Catalog,
  sends: readonly Send[],
  signal: AbortSignal,
): Promise<Preparation> {
  try {
    const terms = termsOf(engine, catalog, sends);
    const candidates = await listSpendable(engine.networkCode, COINS_OFFERED_MAX);
    const source = { kind: "coins", candidates, required: [], changeAddress: engine.hotAddress } as const;
    const priority = sends[0]?.priority ?? "recommended";
    const estimate = (of: SpendSource) =>
      engine.driver.estimateFee({ request: requestOf(terms, of), priority, replaces: null }, signal);
    const fee = await estimate(source);
    const quotable = await estimate({ ...source, candidates: [] });
    return await tryTransfer(engine, { sends, terms, fee, source, quotable }, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { hindrance: explainFailure(engine, sends, error) };
  }
}

function hindered(hindrance: Hindrance): SignOutcome {
  return { kind: "hindered", hindrance, send: null };
}
