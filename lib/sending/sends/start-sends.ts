import { ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import { mapLimited } from "@/lib/chains/limits";
import type { FeeEstimate } from "@/lib/chains/spending";
import { messageOf } from "@/lib/chains/statements";
import { crashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { broadcastOne } from "@/lib/sending/sends/broadcast-sends";
import { deferSend } from "@/lib/sending/sends/defer-send";
import type { Engine } from "@/lib/sending/sends/engine";
import { recordBroadcasts } from "@/lib/sending/sends/outgoing-repo";
import { evaluateQuotes, type Preparation, prepareSend } from "@/lib/sending/sends/prepare-send";
import { postpone } from "@/lib/sending/sends/repo";
import { type BlockedSends, type Blocker, isMerchantsDoing, type Send } from "@/lib/sending/sends/send";
import { sendOwner } from "@/lib/sending/sends/send-owner";
import { requestOf, termsOf } from "@/lib/sending/sends/send-terms";
import { type SignOutcome, signSend } from "@/lib/sending/sends/sign-send";

/** Sends whose terms are asked for at once. */
const PREPARED_AT_ONCE = 8;

/**
 * Signs and broadcasts what may go: terms are asked for in parallel, signing follows in the order
 * of arrival, and each broadcast runs while the next send is being signed, so that nonces reach the
 * nodes in their order.
 * @param nonceOf what the next nonce of an account is about, for the trial alone
 */
export async function startSends(
  engine: Engine,
  catalog: Catalog,
  sends: readonly Send[],
  nonceOf: (address: string) => bigint,
  signal: AbortSignal,
): Promise<void> {
  const prepared = await mapLimited(sends, PREPARED_AT_ONCE, async (send) => {
    const nonce = nonceOf(send.fromAddress ?? engine.hotAddress);
    return { send, preparation: await prepareOrExplain(engine, catalog, send, nonce, signal) };
  });
  if (prepared.some(({ preparation }) => "prepared" in preparation)) crashPoint("send:estimated");
  const broadcast: string[] = [];
  const full = new Set<string>();
  let broadcasting = Promise.resolve();
  try {
    for (const { send, preparation } of prepared) {
      const sender = send.fromAddress ?? engine.hotAddress;
      if (full.has(sender)) continue;
      const outcome = await signOrDefer(engine, send, preparation, signal);
      if (outcome?.kind === "full") full.add(sender);
      if (outcome?.kind !== "signed") continue;
      crashPoint("send:signed");
      broadcasting = broadcasting.then(async () => {
        if (await broadcastOne(engine, { ...outcome, lead: send }, signal)) broadcast.push(outcome.outgoingId);
      });
    }
  } finally {
    await broadcasting;
    await recordBroadcasts(broadcast);
  }
}

/** Null when it was held back, or one that throws was put aside: it does not hold up the others. */
async function signOrDefer(
  engine: Engine,
  send: Send,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<SignOutcome | null> {
  try {
    if ("blocker" in preparation) {
      await deferSend(send, preparation.blocker, engine.timing);
      return null;
    }
    const outcome = await signSend(engine, preparation.prepared, signal);
    const blocker = blockerOf(outcome, send);
    if (blocker !== null) await deferSend(send, blocker, engine.timing);
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    log().error({ network: engine.networkCode, send: send.id, err: error }, "a send could not be signed");
    await postpone([send.id], new Date(Date.now() + engine.timing.retryMs));
    return null;
  }
}

/**
 * Why this one, which would have gone alone, does not; null where it does, or is looked at again.
 */
export function blockerOf(outcome: SignOutcome, { id }: Send): Blocker | null {
  if (outcome.kind === "blocked") return outcome.blocker;
  return outcome.kind === "some-blocked" ? (outcome.blocked.get(id) ?? null) : null;
}

/** What is held stays so for hours, mostly: the nodes are spared. Null for what is to be tried. */
export async function findHeld({ waitReason, purpose, purposeId }: Send): Promise<Blocker | null> {
  if (waitReason !== "blocked" && !isMerchantsDoing(waitReason)) return null;
  return (await sendOwner(purpose).held?.(database(), purposeId)) ?? null;
}

/** What a failure while it was tried says of what is to be sent. */
export function explainFailure({ networkCode }: Engine, sends: readonly Send[], error: unknown): Blocker {
  if (error instanceof TransactionRefusedError && (error.reason === "funds" || error.reason === "invalid")) {
    return { reason: error.reason === "funds" ? "funds" : "refused", detail: messageOf(error) };
  }
  const of = { network: networkCode, sends: sends.map(({ id }) => id), err: error };
  log().warn(of, "what is to be sent could not be prepared");
  return { reason: "refused", detail: `it could not be tried: ${messageOf(error)}`, isTemporary: true };
}

/**
 * One send that cannot even be looked at (a coin that the catalog lost) does not hold up the
 * others; it is tried again.
 */
async function prepareOrExplain(
  engine: Engine,
  catalog: Catalog,
  send: Send,
  nonce: bigint,
  signal: AbortSignal,
): Promise<Preparation> {
  try {
    const held = await findHeld(send);
    if (held !== null) return { blocker: held };
    return await prepareSend(engine, catalog, send, nonce, signal);
  } catch (error) {
    signal.throwIfAborted();
    return { blocker: explainFailure(engine, [send], error) };
  }
}

type By = { readonly engine: Engine; readonly catalog: Catalog; readonly signal: AbortSignal };

/**
 * Which of several sends keep their transaction from being made, and why, by their ids: those whose
 * quotes do not bear their part of the fee, or those that could not be paid alone either, for their
 * address or amount. Empty when it is none of them by itself.
 * @throws ChainUnavailableError when no node answers
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

/** Whatever our coins are: address and amount are looked at while its price is worked out. */
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
