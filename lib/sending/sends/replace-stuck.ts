import type { Coin, FeeEstimate, SignedTransfer, SpendSource, UnsignedTransfer } from "@/lib/chains/spending";
import { clearAlarmsAbout, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { ZERO } from "@/lib/kernel/money/decimal";
import { giveCoins, isAnySpent, lockFreeCoins } from "@/lib/money-in/deposits/coins-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { lockAccount, shareStopLock } from "@/lib/sending/sends/accounts-repo";
import { broadcastInOrder } from "@/lib/sending/sends/broadcast-sends";
import type { Engine } from "@/lib/sending/sends/engine";
import { leadOf, type Outgoing, printSpends, spendsOf, toEstimate, versionOf } from "@/lib/sending/sends/outgoing";
import { insertVersion, lockLive, raiseVersion } from "@/lib/sending/sends/outgoing-repo";
import { findSigners, signWith } from "@/lib/sending/sends/prepare-send";
import { eachStuck } from "@/lib/sending/sends/prove-dead";
import type { BlockedSends } from "@/lib/sending/sends/send";
import { alarmOf, raiseSendAlarm, SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { commitToFlight, findShortage } from "@/lib/sending/sends/send-custody";
import { lockSends, sendOwner } from "@/lib/sending/sends/send-owner";
import { nativeAmount, requestOf, type SendTerms, termsOf } from "@/lib/sending/sends/send-terms";
import { readSigningState } from "@/lib/sending/sends/signing-repo";
import { findAboveCap, forCap, validateRoutes } from "@/lib/sending/sends/validate-routes";

/** The first one and its replacements, each after twice the wait of the one before. */
const VERSIONS_MAX = 6;

/**
 * Of what has kept a replacement from being signed. What nodes refused stays until they take it.
 */
const REFUSALS = SEND_ALARMS.filter((kind) => kind !== "send-refused");

/**
 * What a replacement spends: the same nonce, or the same coins and perhaps more. Null: nothing of
 * this kind can be replaced.
 */
export type SourceOfReplacement = (outgoing: Outgoing, terms: SendTerms) => Promise<SpendSource | null>;

/**
 * Replaces what is in no block although it is old, where prices have risen above what it offers:
 * the same nonce or coins, the same amounts to the same addresses, a higher fee. Whichever version
 * gets into a block, the other one is dead by that.
 */
export async function replaceStuck(
  engine: Engine,
  catalog: Catalog,
  waiting: readonly Outgoing[],
  sourceOf: SourceOfReplacement,
  signal: AbortSignal,
): Promise<void> {
  await eachStuck(engine, waiting, signal, async (outgoing) => {
    if (outgoing.version < VERSIONS_MAX) await replaceIfDearer(engine, catalog, outgoing, sourceOf, signal);
  });
}

async function replaceIfDearer(
  engine: Engine,
  catalog: Catalog,
  outgoing: Outgoing,
  sourceOf: SourceOfReplacement,
  signal: AbortSignal,
): Promise<void> {
  const terms = termsOf(engine, catalog, outgoing.sends);
  const source = await sourceOf(outgoing, terms);
  if (source === null) return;
  const request = requestOf(terms, source);
  const before = toEstimate(versionOf(outgoing, outgoing.version), terms.nativeDecimals);
  const lead = leadOf(outgoing);
  const { priority } = lead;
  const today = await engine.driver.estimateFee({ request, priority, replaces: null }, signal);
  // It offers what is asked today: a higher fee would change nothing, another broadcast may.
  if (!engine.driver.outbids(today, before)) return;
  const fee = await engine.driver.estimateFee({ request, priority, replaces: before }, signal);
  // Its gas is estimated lower than before. What a nonce may cost never falls in the books, and the
  // next estimate may be another one.
  if (nativeAmount(fee.maximumUnits, terms).lte(outgoing.feeMax)) return;
  // An account that cannot pay more, as one that is being emptied, keeps the version that it can
  // pay.
  const unsigned = await engine.driver.prepareTransfer(request, fee, signal);
  const trial = await engine.driver.simulate(unsigned, signal);
  if (!trial.succeeds) {
    const of = { network: outgoing.networkCode, outgoingId: outgoing.id, reason: trial.reason };
    log().warn(of, "no replacement: it would fail");
    return;
  }
  const signed = await sign(engine, { outgoing, terms, fee: unsigned.fee, unsigned }, signal);
  if (signed === null) return;
  crashPoint("send:replaced");
  log().warn({ network: outgoing.networkCode, outgoingId: outgoing.id }, "a stuck transaction is replaced");
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, lead, signed }], signal);
}

type Replacement = {
  readonly outgoing: Outgoing;
  readonly terms: SendTerms;
  readonly fee: FeeEstimate;
  /** Of the nonce or coins that are its own already, and so the same whenever it is built. */
  readonly unsigned: UnsignedTransfer;
};

/**
 * Null when it is no longer to be replaced, its further coins are given away, or the books cannot
 * pay for it.
 */
async function sign(engine: Engine, replacement: Replacement, signal: AbortSignal): Promise<SignedTransfer | null> {
  const { outgoing, terms, fee, unsigned } = replacement;
  const { networkCode } = outgoing;
  // It moves no more than the version before it. But whoever can write rows could have written that
  // one.
  const astray = await validateRoutes(engine, { sends: outgoing.sends, terms }, signal);
  if (astray.size > 0) return withTransaction((tx) => refuse(tx, outgoing, astray));
  const signers = await findSigners(engine, replacement);
  return withTransaction(async (tx) => {
    await shareStopLock(tx, networkCode);
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, networkCode, terms.address);
    const live = await lockLive(tx, outgoing.id);
    if (sends.some(({ status }) => status !== "sending") || live?.version !== outgoing.version) return null;
    const state = await readSigningState(tx, leadOf(outgoing), terms, forCap(engine.rules, outgoing.id));
    // Another version makes other change: whatever spends this one's could never be in a block any
    // more.
    const ids = outgoing.versions.map(({ transactionId }) => transactionId);
    if (state.isStopped || (await isAnySpent(tx, networkCode, ids))) return null;
    const more = nativeAmount(fee.maximumUnits, terms).minus(outgoing.feeMax);
    // Its amount is in flight already: only the difference of the fees has to be there.
    const difference = { currency: terms.nativeCurrency, max: more, payer: terms.feePayer };
    if (findShortage(state, [], difference) !== null) return null;
    const aboveCap = await findAboveCap(tx, engine.rules, state.left, sends);
    if (aboveCap.size > 0) return await refuse(tx, outgoing, aboveCap);
    const further = furtherCoins(outgoing, unsigned);
    if (further.length > 0 && !(await lockFreeCoins(tx, networkCode, further))) return null;
    const signed = await engine.driver.assemble(unsigned, signWith(signers, unsigned.signingRequests));
    await store(tx, replacement, signed);
    await giveCoins(tx, networkCode, further, outgoing.id);
    for (const send of sends) {
      await clearAlarmsAbout(tx, send.id, REFUSALS);
      await sendOwner(send.purpose).signed(tx, send, signed.transactionId);
    }
    return signed;
  });
}

/**
 * Tells the operator of each send that must not be signed once more; that the cap of the hour is
 * reached is said of the transaction.
 */
async function refuse(tx: Tx, { id, networkCode, sends }: Outgoing, blocked: BlockedSends): Promise<null> {
  for (const send of sends) {
    const blocker = blocked.get(send.id);
    if (blocker === undefined) continue;
    const { reason, detail } = blocker;
    log().warn({ network: networkCode, outgoingId: id, reason: detail }, "no replacement: it may not leave");
    const kind = alarmOf(reason);
    if (kind !== null) await raiseSendAlarm(tx, send, kind, blocker);
    else await raiseAlarm(tx, { kind: "send-stuck", subject: id, message: `no higher fee is offered: ${detail}` });
  }
  return null;
}

/** What it spends beyond the versions before it. */
function furtherCoins(outgoing: Outgoing, { spends }: UnsignedTransfer): readonly Coin[] {
  if (spends.kind !== "coins") return [];
  const own = new Set(
    outgoing.versions.flatMap((version) => {
      const earlier = spendsOf(outgoing, version);
      return earlier.kind === "coins" ? earlier.coins.map(nameOf) : [];
    }),
  );
  return spends.coins.filter((coin) => !own.has(nameOf(coin)));
}

function nameOf({ transactionId, index }: Coin): string {
  return `${transactionId}:${index}`;
}

async function store(tx: Tx, { outgoing, terms, fee }: Replacement, signed: SignedTransfer): Promise<void> {
  const version = outgoing.version + 1;
  const feeMax = nativeAmount(fee.maximumUnits, terms);
  await insertVersion(tx, outgoing, {
    version,
    transactionId: signed.transactionId,
    raw: signed.raw,
    spends: printSpends(signed.spends),
    feeTerms: fee.terms,
    feePriority: fee.priority,
    feeExpected: nativeAmount(fee.expectedUnits, terms),
    feeMax,
  });
  await raiseVersion(tx, outgoing.id, { version, feeMax: feeMax.toFixed() });
  const more = { currency: terms.nativeCurrency, amount: feeMax.minus(outgoing.feeMax), payer: outgoing.feePayer };
  await commitToFlight(tx, { outgoingId: outgoing.id, version, lead: leadOf(outgoing), carried: ZERO, fee: more });
}
