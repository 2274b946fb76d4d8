import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import { mapLimited } from "@/lib/chains/limits";
import type { FeeEstimate } from "@/lib/chains/spending";
import { messageOf } from "@/lib/chains/statements";
import { crashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { broadcastOne, type ToBroadcast } from "@/lib/sending/sends/broadcast-sends";
import type { Engine } from "@/lib/sending/sends/engine";
import { recordBroadcasts } from "@/lib/sending/sends/outgoing-repo";
import { evaluateQuotes, type Preparation, prepareSend, readFundsOnce } from "@/lib/sending/sends/prepare-send";
import { type BlockedSends, type Blocker, isMerchantsDoing, type Send } from "@/lib/sending/sends/send";
import { sendOwner } from "@/lib/sending/sends/send-owner";
import { requestOf, termsOf } from "@/lib/sending/sends/send-terms";
import { deferOrPostpone, signEach } from "@/lib/sending/sends/sign-each";

/** Number of sends prepared concurrently. */
const PREPARED_AT_ONCE = 8;

/**
 * Signs and broadcasts due sends: they are prepared in parallel and signed in order, those of one
 * account together, and what is signed is broadcast while the next ones are being signed, so that
 * nonces reach the nodes in order.
 * @param nonceOf approximates the next nonce of an account, for the simulation only
 */
export async function startSends(
  engine: Engine,
  catalog: Catalog,
  sends: readonly Send[],
  nonceOf: (address: string) => bigint,
  signal: AbortSignal,
): Promise<void> {
  const by = { catalog, fundsOf: readFundsOnce() };
  const prepared = await mapLimited(sends, PREPARED_AT_ONCE, async (send) => {
    const nonce = nonceOf(send.fromAddress ?? engine.hotAddress);
    const prepare = () => prepareOrExplain(engine, by, send, nonce, signal);
    return { send, preparation: await withTrace(send.purposeId, prepare) };
  });
  const ready = prepared.flatMap(({ send, preparation }) =>
    "prepared" in preparation ? [{ send, prepared: preparation.prepared }] : [],
  );
  if (ready.length > 0) crashPoint("send:estimated");
  const broadcast: string[] = [];
  let broadcasting = Promise.resolve();
  const broadcastNext = (item: ToBroadcast) => {
    crashPoint("send:signed");
    broadcasting = broadcasting.then(async () => {
      if (await broadcastOne(engine, item, signal)) broadcast.push(item.outgoingId);
    });
  };
  try {
    await signEach(engine, ready, broadcastNext, signal);
    for (const { send, preparation } of prepared) {
      if (!("blocker" in preparation)) continue;
      await withTrace(send.purposeId, () => deferOrPostpone(engine, send, preparation.blocker, signal));
    }
  } finally {
    await broadcasting;
    await recordBroadcasts(broadcast);
  }
}

/**
 * A held send usually stays held for hours, so no node is queried for it. Null: the send should be
 * tried.
 */
export async function findHeld({ waitReason, purpose, purposeId }: Send): Promise<Blocker | null> {
  if (waitReason !== "blocked" && !isMerchantsDoing(waitReason)) return null;
  return (await sendOwner(purpose).held?.(database(), purposeId)) ?? null;
}

/** Converts an error during preparation to a blocker. */
export function explainFailure({ networkCode }: Engine, sends: readonly Send[], error: unknown): Blocker {
  if (error instanceof TransactionRefusedError && (error.reason === "funds" || error.reason === "invalid")) {
    return { reason: error.reason === "funds" ? "funds" : "refused", detail: messageOf(error) };
  }
  const of = { network: networkCode, sends: sends.map(({ id }) => id), err: error };
  log().warn(of, "what is to be sent could not be prepared");
  return { reason: "refused", detail: `it could not be tried: ${messageOf(error)}`, isTemporary: true };
}

/**
 * A send that cannot be prepared (for example, because the catalog lost the coin) does not block
 * the others; it is retried.
 */
async function prepareOrExplain(
  engine: Engine,
  by: Parameters<typeof prepareSend>[1],
  send: Send,
  nonce: bigint,
  signal: AbortSignal,
): Promise<Preparation> {
  try {
    const held = await findHeld(send);
    if (held !== null) return { blocker: held };
    return await prepareSend(engine, by, send, nonce, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { blocker: explainFailure(engine, [send], error) };
  }
}

type By = { readonly engine: Engine; readonly catalog: Catalog; readonly signal: AbortSignal };

/**
 * Returns which of several sends block their common transaction, and why, by id: those whose quotes
 * do not cover their share of the fee, or those that could not be sent alone either because of
 * their address or amount. Empty when no single one does.
 * @throws ChainUnavailableError when no node responds
 */
export async function findRefused(by: By, sends: readonly Send[], { reason }: Blocker): Promise<BlockedSends> {
  const refused = new Map<string, Blocker>();
  if (reason !== "fee" && reason !== "refused") return refused;
  const part = reason === "fee" ? partOf(await estimate(by, sends), sends.length) : null;
  for (const send of sends) {
    const blocker =
      part === null ? await tryAlone(by, send) : evaluateQuotes([send], termsOf(by.engine, by.catalog, [send]), part);
    if (blocker !== null) refused.set(send.id, blocker);
  }
  return refused;
}

/** Independent of the gateway's UTXOs: estimating the fee checks the address and the amount. */
async function tryAlone(by: By, send: Send): Promise<Blocker | null> {
  try {
    await estimate(by, [send]);
    return null;
  } catch (error) {
    by.signal.throwIfAborted();
    if (error instanceof ChainUnavailableError) throw error;
    return explainFailure(by.engine, [send], error);
  }
}

function estimate({ engine, catalog, signal }: By, sends: readonly Send[]): Promise<FeeEstimate> {
  const source = { kind: "coins", candidates: [], required: [], changeAddress: engine.hotAddress } as const;
  const priority = sends[0]?.priority ?? "recommended";
  const request = requestOf(termsOf(engine, catalog, sends), source);
  return engine.driver.estimateFee({ request, priority, replaces: null }, signal);
}

function partOf(fee: FeeEstimate, count: number): FeeEstimate {
  return { ...fee, expectedUnits: fee.expectedUnits / BigInt(count) };
}
