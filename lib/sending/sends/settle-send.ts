import { clearAlarmsAbout, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { runBatch } from "@/lib/kernel/batch";
import { crashPoint } from "@/lib/kernel/crash-point";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { Decimal } from "@/lib/kernel/money/decimal";
import { withSharedTransaction } from "@/lib/kernel/share-transaction";
import { traced } from "@/lib/kernel/tracing/traced";
import { withTrace } from "@/lib/kernel/work-context";
import { inFlightCustody, networkCosts } from "@/lib/ledger/account";
import { leg, postIndependentEntry } from "@/lib/ledger/post-entry";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { booksOfEnd, lockAccount } from "@/lib/sending/sends/accounts-repo";
import { type Engine, networkOf } from "@/lib/sending/sends/engine";
import { type Found, toInclusion } from "@/lib/sending/sends/follow-sends";
import { leadOf, type Outgoing, sumOf, traceOf, versionOf } from "@/lib/sending/sends/outgoing";
import { lockLive } from "@/lib/sending/sends/outgoing-repo";
import { endOutgoing } from "@/lib/sending/sends/outgoing-write-repo";
import { isProven, type ReadBlock } from "@/lib/sending/sends/prove-included";
import type { Send } from "@/lib/sending/sends/send";
import { SEND_ALARMS } from "@/lib/sending/sends/send-alarms";
import { custodyOf, groupOf, payingPlace } from "@/lib/sending/sends/send-custody";
import { type FailureCause, lockSends, sendOwner, shareCost } from "@/lib/sending/sends/send-owner";
import { stepOf } from "@/lib/sending/sends/send-steps";
import { nativeOf } from "@/lib/sending/sends/send-terms";
import { isGivenBack, verifyFee } from "@/lib/sending/sends/verify-fee";

const REVERTED = "The transaction was included but failed on the chain";

/** A transaction whose outcome may be booked, and its actual cost. */
export type Proven = { readonly found: Found; readonly cost: Cost };

/**
 * Settles a transaction with enough confirmations: in one database transaction, posts its actual
 * cost, releases the rest of its reserved fee, and notifies its owner that the send has arrived. If
 * the chain reverted it, the amount is returned as well and the send fails.
 * @returns false when this is not proven yet, when the node reports no cost or an impossible one,
 *   or when another worker has settled or replaced it: a later step tries again
 */
export async function settleSend(
  engine: Engine,
  catalog: Catalog,
  found: Found,
  signal: AbortSignal,
): Promise<boolean> {
  const proven = await proveOutcome(engine, catalog, found, signal);
  if (proven === null) return false;
  const [isSettled = false] = await settleProven(engine, catalog, [proven]);
  return isSettled;
}

/**
 * Asks the nodes for what {@link settleSend} books. Returns null while this is not proven, or the
 * cost is none or an impossible one.
 */
export async function proveOutcome(
  engine: Engine,
  catalog: Catalog,
  found: Found,
  signal: AbortSignal,
  readBlock?: ReadBlock,
): Promise<Proven | null> {
  const native = nativeOf(catalog, engine.networkCode);
  const network = networkOf(engine, catalog);
  const fee = await verifyFee(engine, network, found, native.decimals, signal);
  if (fee === null) return reportCostless(found);
  if (!(await isProven(engine, network, found, signal, readBlock))) return null;
  return { found, cost: { currencyCode: native.currency.code, amount: fee } };
}

/**
 * Returns whether it can be settled in one transaction with others: its newest version arrived, it
 * carries one send, and its owner allows it.
 */
export function isSettledTogether({ found: { outgoing, version, status } }: Proven): boolean {
  const isSimple = status.succeeded && version === outgoing.version && outgoing.sends.length === 1;
  return isSimple && sendOwner(leadOf(outgoing).purpose).isBatchable === true;
}

/**
 * Settles transactions in one database transaction; several only if each
 * {@link isSettledTogether}. Returns for each whether it is settled: false when another worker has
 * settled or replaced it.
 * @throws also when only one of them fails, or another transaction keeps a lock: then none is
 *   settled, and each is to be settled alone
 */
export function settleProven(
  engine: Pick<Engine, "networkCode" | "hotAddress">,
  catalog: Catalog,
  all: readonly Proven[],
): Promise<boolean[]> {
  const [only, ...others] = all.map(({ found }) => found);
  const sends = all.flatMap(({ found }) => found.outgoing.sends);
  const id = others.length === 0 ? only?.outgoing.id : undefined;
  return traced(stepOf("settle", engine.networkCode, sends, id), async (set) => {
    const settled = await settle(engine, catalog, all);
    if (only && id !== undefined) set({ "chaintill.block_height": only.status.block.height });
    set({ "chaintill.outcome": settled.every(Boolean) ? "settled" : "waits" });
    return settled;
  });
}

async function settle(
  { networkCode, hotAddress }: Pick<Engine, "networkCode" | "hotAddress">,
  catalog: Catalog,
  all: readonly Proven[],
): Promise<boolean[]> {
  const { decimals } = nativeOf(catalog, networkCode);
  const book = async (tx: Tx) => {
    const sends = await lockSends(
      tx,
      all.flatMap(({ found }) => found.outgoing.sends),
    );
    const addresses = new Set(all.map(({ found }) => found.outgoing.fromAddress));
    // The hot wallet last, as when it pays the fee of another account.
    const others = [...addresses].filter((address) => address !== hotAddress).toSorted();
    for (const address of addresses.has(hotAddress) ? [...others, hotAddress] : others) {
      await lockAccount(tx, networkCode, address);
    }
    const tasks = all.map((proven) => () => {
      const own = new Set(proven.found.outgoing.sends.map(({ id }) => id));
      const carried = sends.filter(({ id }) => own.has(id));
      return withTrace(traceOf(proven.found.outgoing), () => settleLocked(tx, proven, carried, decimals));
    });
    const settled = await runBatch(tx, tasks);
    if (settled.includes(true)) crashPoint("send:booked");
    return settled;
  };
  const settled = await (all.length > 1 ? withSharedTransaction(book) : withTransaction(book));
  if (settled.includes(true)) crashPoint("send:settled");
  return settled;
}

/** Requires the locks of the sends and the account. Returns whether it settled the transaction. */
async function settleLocked(tx: Tx, { found, cost }: Proven, sends: readonly Send[], decimals: number) {
  const { outgoing, version, status } = found;
  const live = await lockLive(tx, outgoing.id);
  if (sends.some((send) => send.status !== "sending") || live === null) return false;
  // It was replaced after it was followed, so its reserved fee differs from the one known here.
  if (live.version !== outgoing.version || !live.feeMax.equals(outgoing.feeMax)) return false;
  const { succeeded } = status;
  const end = { succeeded, feePaid: cost.amount.toFixed(), failure: succeeded ? null : REVERTED };
  await endOutgoing(tx, toInclusion(found), end);
  for (const send of sends) await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
  // It may have been contradicted until a node was repaired or removed.
  await clearAlarmsAbout(tx, outgoing.id, ["send-stuck", "send-outcome-changed"]);
  if (succeeded) await confirm(tx, { outgoing, version, sends, cost }, decimals);
  else await releaseSends(tx, { outgoing, sends, cost, reason: REVERTED, cause: "chain" });
  return true;
}

async function reportCostless(found: Found): Promise<null> {
  const { outgoing, version } = found;
  const { transactionId } = versionOf(outgoing, version);
  const said = costText(found);
  const message = `${transactionId} is in a block of ${outgoing.networkCode}, and ${said}: it cannot be settled`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
  return null;
}

function costText(found: Found): string {
  const { feeUnits } = found.status;
  if (feeUnits === null) return "the node does not say what it cost";
  if (!isGivenBack(found)) return `the node says that it cost ${feeUnits} base units, which its bytes cannot cost`;
  return `the node says that it brought ${-feeUnits} base units, more than was to come back, and no node on another host says so`;
}

type Cost = { readonly currencyCode: string; readonly amount: Decimal };

type Ended = { readonly outgoing: Outgoing; readonly sends: readonly Send[]; readonly cost: Cost };

async function confirm(tx: Tx, ended: Ended & { readonly version: number }, decimals: number): Promise<void> {
  const { outgoing, version, sends, cost } = ended;
  const { transactionId } = versionOf(outgoing, version);
  const shares = shareCost(cost, sends.length, decimals);
  for (const [index, send] of sends.entries()) {
    const owner = sendOwner(send.purpose);
    // An earlier version than the newest was included.
    if (version !== outgoing.version) await owner.signed(tx, send, transactionId);
    const lockBooks = booksOfEnd(tx, outgoing, send, cost.currencyCode);
    await owner.confirmed(tx, { ...send, status: "confirmed" }, transactionId, shares[index] ?? cost, lockBooks);
  }
  await post(tx, "send.settle", outgoing, feeLegs(outgoing, cost));
}

/**
 * Ends sends whose transaction moved nothing but its cost: the rest returns to where it came from,
 * and the owners are notified.
 */
export async function releaseSends(
  tx: Tx,
  end: Ended & { readonly reason: string; readonly cause: FailureCause },
): Promise<void> {
  const { outgoing, sends, cost, reason, cause } = end;
  // Runs first, because what owners return is locked before custody.
  for (const send of sends) {
    const lockBooks = booksOfEnd(tx, outgoing, send, cost.currencyCode);
    await sendOwner(send.purpose).failed(tx, { ...send, status: "failed" }, reason, cause, lockBooks);
  }
  await returnFromFlight(tx, outgoing, cost);
}

/**
 * Returns a transaction's amount, and the rest of its reserved fee, from in-flight custody to the
 * accounts they came from.
 */
export async function returnFromFlight(tx: Tx, outgoing: Outgoing, cost: Cost): Promise<void> {
  const lead = leadOf(outgoing);
  const back = leg(
    custodyOf(lead, lead.currencyCode),
    inFlightCustody(lead.networkCode, lead.currencyCode),
    sumOf(outgoing.sends),
  );
  await post(tx, "send.release", outgoing, [...back, ...feeLegs(outgoing, cost)]);
}

function feeLegs(outgoing: Outgoing, { currencyCode, amount }: Cost) {
  const { networkCode, feePayer, feeMax } = outgoing;
  const inFlight = inFlightCustody(networkCode, currencyCode);
  const costs = networkCosts(currencyCode);
  const payer = custodyOf(payingPlace(leadOf(outgoing), feePayer), currencyCode);
  return [
    ...leg(costs, inFlight, amount),
    ...leg(payer, inFlight, Decimal.min(feeMax.minus(amount), feeMax)),
    // Accounts that it closed returned more than it cost.
    ...leg(payer, costs, amount.negated()),
  ];
}

async function post(
  tx: Tx,
  kind: "send.settle" | "send.release",
  outgoing: Outgoing,
  legs: ReturnType<typeof leg>,
): Promise<void> {
  if (legs.length === 0) return;
  await postIndependentEntry(tx, { kind, reference: outgoing.id, groupId: groupOf(leadOf(outgoing)), legs });
}
