import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import type { FeeEstimate, SignedTransfer } from "@/lib/chains/spending";
import { crashPoint } from "@/lib/crash-point";
import { type Tx, withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { ZERO } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import { broadcastInOrder } from "@/lib/sends/broadcast-sends";
import { commitToFlight } from "@/lib/sends/commit-to-flight";
import type { Engine } from "@/lib/sends/engine";
import { findShortage } from "@/lib/sends/hot-balance";
import { type Outgoing, toEstimate, versionOf } from "@/lib/sends/outgoing";
import { insertVersion, lockLive, raiseVersion } from "@/lib/sends/outgoing-repo";
import { lockSend } from "@/lib/sends/repo";
import { sendOwner } from "@/lib/sends/send-owner";
import { nativeAmount, requestOf, type SendTerms, termsOf } from "@/lib/sends/send-terms";
import { readSigningState } from "@/lib/sends/signing-repo";
import { shareStopLock } from "@/lib/sends/stop-lock-repo";

/** The first one and its replacements, each after twice the wait of the one before. */
const VERSIONS_MAX = 6;
const FIRST_VERSION = 1;
/** Whatever was tried, a person hears of it after so many times the wait for the first replacement. */
const HOPELESS_TIMES = 6;
/** Prices are asked for so many times during that wait. */
const TRIES_A_WAIT = 4;

/**
 * Replaces what is in no block although it is old, where prices have risen above what it offers: the same nonce, the same amount to the
 * same address, a higher fee. Whichever version gets into a block, the other one is dead by that.
 */
export async function replaceStuck(
  engine: Engine,
  catalog: Catalog,
  waiting: readonly Outgoing[],
  signal: AbortSignal,
): Promise<void> {
  const { replaceTriedAtMs } = engine.memory;
  for (const outgoing of waiting) {
    const ageMs = ageOf(outgoing, outgoing.version);
    if (ageMs < engine.timing.replaceMs * 2 ** (outgoing.version - 1)) continue;
    const now = performance.now();
    const triedAt = replaceTriedAtMs.get(outgoing.id) ?? Number.NEGATIVE_INFINITY;
    if (now - triedAt < engine.timing.replaceMs / TRIES_A_WAIT) continue;
    replaceTriedAtMs.set(outgoing.id, now);
    try {
      if (ageOf(outgoing, FIRST_VERSION) >= HOPELESS_TIMES * engine.timing.replaceMs) await raiseStuck(outgoing);
      if (outgoing.version < VERSIONS_MAX) await replaceIfDearer(engine, catalog, outgoing, signal);
    } catch (error) {
      signal.throwIfAborted();
      // One that cannot be replaced is tried again; the others do not wait for it.
      log().error({ network: engine.networkCode, outgoingId: outgoing.id, err: error }, "no replacement could be made");
    }
  }
}

function ageOf(outgoing: Outgoing, version: number): number {
  return Date.now() - versionOf(outgoing, version).signedAt.getTime();
}

async function raiseStuck(outgoing: Outgoing): Promise<void> {
  const { send } = outgoing;
  const message = `${send.purpose} ${send.purposeId} on ${outgoing.networkCode} is in no block; it was broadcast ${outgoing.broadcastCount} times in ${outgoing.version} versions`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
}

async function replaceIfDearer(
  engine: Engine,
  catalog: Catalog,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<void> {
  const terms = termsOf(engine, catalog, outgoing.send);
  const request = requestOf(terms, outgoing.nonce);
  const newest = versionOf(outgoing, outgoing.version);
  const before = toEstimate(newest, terms.nativeDecimals);
  const { priority } = outgoing.send;
  const today = await engine.driver.estimateFee({ request, priority, replaces: null }, signal);
  // It offers what is asked today: a higher fee would change nothing, another broadcast may.
  if (!engine.driver.outbids(today, before)) return;
  const fee = await engine.driver.estimateFee({ request, priority, replaces: before }, signal);
  // Its gas is estimated lower than before. What a nonce may cost never falls in the books, and the next estimate may be another one.
  if (nativeAmount(fee.maximumUnits, terms).lte(outgoing.feeMax)) return;
  // An account that cannot pay more, as one that is being emptied, keeps the version that it can pay.
  const trial = await engine.driver.simulate(await engine.driver.prepareTransfer(request, fee, signal), signal);
  if (!trial.succeeds) {
    log().warn(
      { network: outgoing.networkCode, outgoingId: outgoing.id, reason: trial.reason },
      "no replacement: it would fail",
    );
    return;
  }
  const signed = await sign(engine, { outgoing, terms, fee }, signal);
  if (signed === null) return;
  crashPoint("send:replaced");
  log().warn({ network: outgoing.networkCode, outgoingId: outgoing.id }, "a stuck transaction is replaced");
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, send: outgoing.send, signed }], signal);
}

type Replacement = { readonly outgoing: Outgoing; readonly terms: SendTerms; readonly fee: FeeEstimate };

/** Null when it is no longer to be replaced, or the books cannot pay for it. */
async function sign(engine: Engine, replacement: Replacement, signal: AbortSignal): Promise<SignedTransfer | null> {
  const { outgoing, terms, fee } = replacement;
  const signer = await engine.findSigner(terms.address);
  const owner = sendOwner(outgoing.send.purpose);
  return withTransaction(async (tx) => {
    await shareStopLock(tx, outgoing.networkCode);
    await owner.lock(tx, outgoing.send.purposeId);
    const send = await lockSend(tx, outgoing.send);
    await lockAccount(tx, outgoing.networkCode, terms.address);
    const live = await lockLive(tx, outgoing.id);
    if (send.status !== "sending" || live?.version !== outgoing.version) return null;
    const state = await readSigningState(tx, send, terms.address, terms.nativeCurrency);
    if (state.isStopped) return null;
    const more = nativeAmount(fee.maximumUnits, terms).minus(outgoing.feeMax);
    // Its amount is in flight already: only the difference of the fees has to be there.
    const difference = { currency: terms.nativeCurrency, max: more };
    if (findShortage(state, { ...send, amount: ZERO }, difference) !== null) return null;
    const unsigned = await engine.driver.prepareTransfer(requestOf(terms, outgoing.nonce), fee, signal);
    const signed = await engine.driver.assemble(unsigned, signer(unsigned.signingRequests));
    await store(tx, replacement, signed);
    await owner.signed(tx, send, signed.transactionId);
    return signed;
  });
}

async function store(tx: Tx, { outgoing, terms, fee }: Replacement, signed: SignedTransfer): Promise<void> {
  const version = outgoing.version + 1;
  const feeMax = nativeAmount(fee.maximumUnits, terms);
  await insertVersion(tx, outgoing, {
    version,
    transactionId: signed.transactionId,
    raw: signed.raw,
    feeTerms: fee.terms,
    feePriority: fee.priority,
    feeExpected: nativeAmount(fee.expectedUnits, terms),
    feeMax,
  });
  await raiseVersion(tx, outgoing.id, { version, feeMax: feeMax.toFixed() });
  const more = { currency: terms.nativeCurrency, amount: feeMax.minus(outgoing.feeMax) };
  await commitToFlight(tx, { outgoingId: outgoing.id, version, send: outgoing.send, carried: ZERO, fee: more });
}
