import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import { crashPoint } from "@/lib/crash-point";
import { type Tx, withTransaction } from "@/lib/db";
import { inFlightCustody, networkCosts } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { fromBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import { groupOf } from "@/lib/sends/commit-to-flight";
import { type Engine, networkOf } from "@/lib/sends/engine";
import { type Found, toInclusion } from "@/lib/sends/follow-sends";
import { custodyOf } from "@/lib/sends/hot-balance";
import { booksOfEnd } from "@/lib/sends/lock-books";
import { type Outgoing, versionOf } from "@/lib/sends/outgoing";
import { endOutgoing, lockLive } from "@/lib/sends/outgoing-repo";
import { isProven } from "@/lib/sends/prove-included";
import { lockSend } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";
import { type FailureCause, sendOwner } from "@/lib/sends/send-owner";
import { nativeOf } from "@/lib/sends/send-terms";

const REVERTED = "The chain took the transaction and carried nothing out";

/**
 * A transaction is deep enough: in one transaction the books get its real cost, what was kept for it and not needed goes back, and its
 * owner hears that the send arrived. When the chain carried nothing out the amount goes back as well and the send has failed.
 * @returns false when that is not proven yet, the node does not say what it cost, or another worker has settled or replaced it: a later
 *   step looks again
 */
export async function settleSend(
  engine: Engine,
  catalog: Catalog,
  found: Found,
  signal: AbortSignal,
): Promise<boolean> {
  const { outgoing, version, status } = found;
  if (status.feeUnits === null) return tellCostless(found);
  if (!(await isProven(engine, networkOf(engine, catalog), found, signal))) return false;
  const native = nativeOf(catalog, engine.networkCode);
  const cost = { currencyCode: native.currency.code, amount: fromBaseUnits(status.feeUnits, native.decimals) };
  const owner = sendOwner(outgoing.send.purpose);
  const isSettled = await withTransaction(async (tx) => {
    await owner.lock(tx, outgoing.send.purposeId);
    const send = await lockSend(tx, outgoing.send);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const live = await lockLive(tx, outgoing.id);
    if (send.status !== "sending" || live === null) return false;
    // Replaced since it was followed: another amount is kept for its fee than the one known here.
    if (live.version !== outgoing.version || !live.feeMax.equals(outgoing.feeMax)) return false;
    const { succeeded } = status;
    const end = { succeeded, feePaid: cost.amount.toFixed(), failure: succeeded ? null : REVERTED };
    await endOutgoing(tx, toInclusion(found), end);
    await clearAlarm(tx, { kind: "send-refused", subject: send.id });
    await clearAlarm(tx, { kind: "send-stuck", subject: outgoing.id });
    if (succeeded) await confirm(tx, { outgoing, version, send, cost });
    else await releaseSend(tx, { outgoing, send, cost, reason: REVERTED, cause: "chain" });
    return true;
  });
  if (isSettled) crashPoint("send:settled");
  return isSettled;
}

async function tellCostless({ outgoing, version }: Found): Promise<false> {
  const { transactionId } = versionOf(outgoing, version);
  const message = `${transactionId} is in a block of ${outgoing.networkCode}, and the node does not say what it cost: it cannot be settled`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
  return false;
}

type Cost = { readonly currencyCode: string; readonly amount: Decimal };

async function confirm(tx: Tx, parts: { outgoing: Outgoing; version: number; send: Send; cost: Cost }): Promise<void> {
  const { outgoing, version, send, cost } = parts;
  const { transactionId } = versionOf(outgoing, version);
  const owner = sendOwner(send.purpose);
  // An earlier version than the newest was the one that the miners took.
  if (version !== outgoing.version) await owner.signed(tx, send, transactionId);
  const lockBooks = booksOfEnd(tx, outgoing, send, cost.currencyCode);
  await owner.confirmed(tx, { ...send, status: "confirmed" }, transactionId, cost, lockBooks);
  const legs = feeLegs(outgoing, send, cost);
  await post(tx, "send.settle", { outgoing, send, legs });
}

/** It moved nothing but its cost: the rest goes back to where it came from, and its owner hears of it. */
export async function releaseSend(
  tx: Tx,
  end: { outgoing: Outgoing; send: Send; cost: Cost; reason: string; cause: FailureCause },
): Promise<void> {
  const { outgoing, send, cost, reason, cause } = end;
  // First, because what owners give back is locked before custody is.
  const lockBooks = booksOfEnd(tx, outgoing, send, cost.currencyCode);
  await sendOwner(send.purpose).failed(tx, { ...send, status: "failed" }, reason, cause, lockBooks);
  const back = leg(
    custodyOf(send, send.currencyCode),
    inFlightCustody(send.networkCode, send.currencyCode),
    send.amount,
  );
  await post(tx, "send.release", { outgoing, send, legs: [...back, ...feeLegs(outgoing, send, cost)] });
}

function feeLegs(outgoing: Outgoing, send: Send, cost: Cost) {
  const inFlight = inFlightCustody(send.networkCode, cost.currencyCode);
  const unused = outgoing.feeMax.minus(cost.amount);
  return [
    ...leg(networkCosts(cost.currencyCode), inFlight, cost.amount),
    ...leg(custodyOf(send, cost.currencyCode), inFlight, unused),
  ];
}

async function post(
  tx: Tx,
  kind: "send.settle" | "send.release",
  { outgoing, send, legs }: { outgoing: Outgoing; send: Send; legs: ReturnType<typeof leg> },
): Promise<void> {
  if (legs.length === 0) return;
  await postEntry(tx, { kind, reference: outgoing.id, groupId: groupOf(send), legs });
}
