import type { Coin, FeeEstimate, SignedTransfer, SpendSource, UnsignedTransfer } from "@/lib/chains/spending";
import { clearAlarmsAbout, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { crashPoint } from "@/lib/kernel/crash-point";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { ZERO } from "@/lib/kernel/money/decimal";
import { traced } from "@/lib/kernel/tracing/traced";
import { giveCoins, isAnySpent, lockFreeCoins } from "@/lib/money-in/deposits/coins-repo";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { lockAccount, shareStopLock } from "@/lib/sending/sends/accounts-repo";
import { broadcastInOrder } from "@/lib/sending/sends/broadcast-sends";
import type { Engine } from "@/lib/sending/sends/engine";
import { leadOf, type Outgoing, printSpends, spendsOf, toEstimate, versionOf } from "@/lib/sending/sends/outgoing";
import { lockLive } from "@/lib/sending/sends/outgoing-repo";
import { insertVersion, raiseVersion } from "@/lib/sending/sends/outgoing-write-repo";
import { findSigners, signWith } from "@/lib/sending/sends/prepare-send";
import { eachStuck } from "@/lib/sending/sends/prove-dead";
import type { BlockedSends } from "@/lib/sending/sends/send";
import { alarmOf, raiseSendAlarm, SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { commitToFlight, findShortage } from "@/lib/sending/sends/send-custody";
import { lockSends, sendOwner } from "@/lib/sending/sends/send-owner";
import { stepOf } from "@/lib/sending/sends/send-steps";
import { nativeAmount, requestOf, type SendTerms, termsOf } from "@/lib/sending/sends/send-terms";
import { readSigningState } from "@/lib/sending/sends/signing-repo";
import { findAboveCap, forCap, validateRoutes } from "@/lib/sending/sends/validate-routes";

/** The first version plus its replacements, each after twice the wait of the one before. */
const VERSIONS_MAX = 6;

/**
 * Alarms about what prevented a replacement from being signed. Refusals by nodes remain until a
 * node accepts it.
 */
const REFUSALS = SEND_ALARMS.filter((kind) => kind !== "send-refused");

/**
 * Returns what a replacement spends: the same nonce, or the same UTXOs and possibly more. Null:
 * this kind cannot be replaced.
 */
export type SourceOfReplacement = (outgoing: Outgoing, terms: SendTerms) => Promise<SpendSource | null>;

/**
 * Replaces old unconfirmed transactions when fees have risen above what they offer: the same nonce
 * or UTXOs, the same amounts to the same addresses, a higher fee. Whichever version is included
 * makes the others dead.
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
  // It already offers the current price: a higher fee would not help, another broadcast may.
  if (!engine.driver.outbids(today, before)) return;
  const fee = await engine.driver.estimateFee({ request, priority, replaces: before }, signal);
  // Its gas estimate is lower than before. The booked maximum cost of a nonce never decreases, and
  // the next estimate may differ.
  if (nativeAmount(fee.maximumUnits, terms).lte(outgoing.feeMax)) return;
  // An account that cannot pay more, such as one that is being emptied, keeps the version that it
  // can pay.
  const unsigned = await engine.driver.prepareTransfer(request, fee, signal);
  const trial = await engine.driver.simulate(unsigned, signal);
  if (!trial.succeeds) {
    const of = { network: outgoing.networkCode, outgoingId: outgoing.id, reason: trial.reason };
    log().warn(of, "no replacement: it would fail");
    return;
  }
  const step = stepOf("sign", outgoing.networkCode, outgoing.sends, outgoing.id);
  const signed = await traced(step, () => sign(engine, { outgoing, terms, fee: unsigned.fee, unsigned }, signal));
  if (signed === null) return;
  crashPoint("send:replaced");
  log().warn({ network: outgoing.networkCode, outgoingId: outgoing.id }, "a stuck transaction is replaced");
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, lead, signed }], signal);
}

type Replacement = {
  readonly outgoing: Outgoing;
  readonly terms: SendTerms;
  readonly fee: FeeEstimate;
  /** Uses the nonce or UTXOs that it already has, and so is the same whenever it is built. */
  readonly unsigned: UnsignedTransfer;
};

/**
 * Returns null when it no longer needs a replacement, its additional UTXOs were assigned elsewhere,
 * or the books cannot pay for it.
 */
async function sign(engine: Engine, replacement: Replacement, signal: AbortSignal): Promise<SignedTransfer | null> {
  const { outgoing, terms, fee, unsigned } = replacement;
  const { networkCode } = outgoing;
  // It moves no more than the previous version, but that version may have been inserted directly
  // into the table.
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
    // Another version creates different change: a transaction that spends this version's change
    // could never be included.
    const ids = outgoing.versions.map(({ transactionId }) => transactionId);
    if (state.isStopped || (await isAnySpent(tx, networkCode, ids))) return null;
    const more = nativeAmount(fee.maximumUnits, terms).minus(outgoing.feeMax);
    // Its amount is already in flight: only the fee difference must be available.
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
 * Alerts the operator about each send that must not be signed again; reaching the hourly cap is
 * reported for the transaction as a whole.
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

/** Returns the UTXOs that it spends in addition to earlier versions. */
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
