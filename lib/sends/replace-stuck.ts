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

/** The first one and one replacement; what is stuck after that needs a person. */
const VERSIONS_MAX = 2;
/** One that prices do not explain is a person's business after so many times the wait for a replacement. */
const HOPELESS_TIMES = 6;

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
  for (const outgoing of waiting) {
    const newest = versionOf(outgoing, outgoing.version);
    const ageMs = Date.now() - newest.signedAt.getTime();
    if (ageMs < engine.timing.replaceMs) continue;
    const isHopeless = outgoing.version >= VERSIONS_MAX || ageMs >= HOPELESS_TIMES * engine.timing.replaceMs;
    if (isHopeless) await raiseStuck(outgoing);
    if (outgoing.version < VERSIONS_MAX) await replaceIfDearer(engine, catalog, outgoing, signal);
  }
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
  if (today.maximumUnits <= before.maximumUnits) return;
  const fee = await engine.driver.estimateFee({ request, priority, replaces: before }, signal);
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
