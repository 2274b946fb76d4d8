import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import type { SpendSource } from "@/lib/chains/spending";
import { chunk } from "@/lib/kernel/chunk";
import { crashPoint } from "@/lib/kernel/crash-point";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
import { listSpendable } from "@/lib/money-in/deposits/coins-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { broadcastInOrder } from "@/lib/sending/sends/broadcast-sends";
import { deferSend } from "@/lib/sending/sends/defer-send";
import type { Engine } from "@/lib/sending/sends/engine";
import { type Preparation, tryTransfer } from "@/lib/sending/sends/prepare-send";
import { postpone } from "@/lib/sending/sends/repo";
import type { BlockedSends, Blocker, Send } from "@/lib/sending/sends/send";
import { requestOf, termsOf } from "@/lib/sending/sends/send-terms";
import type { SignOutcome } from "@/lib/sending/sends/sign-locked";
import { signSend } from "@/lib/sending/sends/sign-send";
import { explainFailure, findHeld, findRefused } from "@/lib/sending/sends/start-sends";

/** Maximum number of UTXOs, the largest, that a transaction may choose from. */
export const COINS_OFFERED_MAX = 1_000;
/** More would make one transaction, and one database step, needlessly large. */
const BATCH_MAX = 50;

/**
 * Signs and broadcasts due sends on a UTXO network: they share transactions, so that inputs and
 * change are paid for once. A send that blocks its batch is identified, and the others are sent
 * together anyway.
 * @returns sends that the books can pay but no transaction could, because there are too many small
 *   UTXOs, or some may not be spent yet
 */
export async function startBatches(
  engine: Engine,
  catalog: Catalog,
  due: readonly Send[],
  signal: AbortSignal,
): Promise<readonly Send[]> {
  const starting: Starting = { engine, catalog, signal, short: [] };
  const free: Send[] = [];
  for (const send of due) {
    const held = await findHeld(send);
    if (held === null) free.push(send);
    else await deferSend(send, held, engine.timing);
  }
  const size = Math.min(BATCH_MAX, engine.driver.features.outputsMax);
  for (const priority of new Set(free.map((send) => send.priority))) {
    const together = free.filter((send) => send.priority === priority).toSorted(byAge);
    for (const batch of chunk(together, size)) await sendTogether(starting, batch);
  }
  return starting.short;
}

type Starting = {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly signal: AbortSignal;
  /** Sends that could not be paid from the available UTXOs. */
  readonly short: Send[];
};

/** The order in which the transaction's rows are read later, and so the order of its outputs. */
function byAge(left: Send, right: Send): number {
  return left.createdAt.getTime() - right.createdAt.getTime() || (left.id < right.id ? -1 : 1);
}

async function sendTogether(starting: Starting, sends: readonly Send[]): Promise<void> {
  const { engine, signal } = starting;
  const [lead] = sends;
  if (lead === undefined) return;
  const outcome = await withTrace(lead.purposeId, () => trySend(starting, sends));
  switch (outcome.kind) {
    case "signed": {
      crashPoint("send:signed");
      await broadcastInOrder(engine, [{ ...outcome, lead }], signal);
      return;
    }
    case "blocked":
    case "some-blocked":
      return sendOthers(starting, sends, outcome);
    // Retried in the next step.
    case "gone":
    case "full":
  }
}

/**
 * Defers the blocked sends and sends the others together. If only the total is too large, halves
 * are tried.
 */
async function sendOthers(
  starting: Starting,
  sends: readonly Send[],
  outcome: Extract<SignOutcome, { kind: "blocked" | "some-blocked" }>,
): Promise<void> {
  const { timing } = starting.engine;
  const blocked = outcome.kind === "some-blocked" ? outcome.blocked : await findWhom(starting, sends, outcome.blocker);
  for (const one of sends) {
    const own = blocked.get(one.id);
    if (own !== undefined) await deferSend(one, own, timing);
  }
  const left = sends.filter(({ id }) => !blocked.has(id));
  if (left.length < sends.length) return sendTogether(starting, left);
  const half = Math.ceil(sends.length / 2);
  await sendTogether(starting, sends.slice(0, half));
  await sendTogether(starting, sends.slice(half));
}

/** While no node responds, all of them are blocked. */
async function findWhom(starting: Starting, sends: readonly Send[], blocker: Blocker): Promise<BlockedSends> {
  const [only, ...others] = sends;
  if (only !== undefined && others.length === 0) return new Map([[only.id, blocker]]);
  try {
    return await findRefused(starting, sends, blocker);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    const own = explainFailure(starting.engine, sends, error);
    return new Map(sends.map(({ id }) => [id, own]));
  }
}

async function trySend(starting: Starting, sends: readonly Send[]): Promise<SignOutcome> {
  const { engine, signal } = starting;
  const preparation = await prepareOrExplain(starting, sends);
  if ("blocker" in preparation) return blockedBy(preparation.blocker);
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

async function prepareOrExplain(starting: Starting, sends: readonly Send[]): Promise<Preparation> {
  const { engine, catalog, signal } = starting;
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
    // The books had the funds: what is missing are UTXOs that one transaction may spend.
    const isShort = error instanceof TransactionRefusedError && error.reason === "funds" && sends.length === 1;
    if (isShort) starting.short.push(...sends);
    return { blocker: explainFailure(engine, sends, error) };
  }
}

function blockedBy(blocker: Blocker): SignOutcome {
  return { kind: "blocked", blocker };
}
