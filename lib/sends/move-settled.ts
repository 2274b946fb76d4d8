import { randomUUID } from "node:crypto";
import { clearAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import { type Tx, withTransaction } from "@/lib/db";
import { networkCosts } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import type { Decimal } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import { believeFee } from "@/lib/sends/believe-fee";
import { groupOf } from "@/lib/sends/commit-to-flight";
import { type Engine, networkOf } from "@/lib/sends/engine";
import { type Found, toInclusion } from "@/lib/sends/follow-sends";
import { custodyOf, payingPlace } from "@/lib/sends/hot-balance";
import { lockSends } from "@/lib/sends/lock-sends";
import { leadOf, type Outgoing, versionOf } from "@/lib/sends/outgoing";
import { lockSettled, updatePlace } from "@/lib/sends/outgoing-repo";
import { sendOwner } from "@/lib/sends/send-owner";
import { nativeOf } from "@/lib/sends/send-terms";
import { shareCost } from "@/lib/sends/share-cost";

/**
 * An ended transaction is found in another block, where it did the same as before: its place is noted, what it cost there is made what the
 * books have, and its owner hears of both. A cost that is not told, or cannot be believed, stays what it was.
 */
export async function moveSettled(engine: Engine, catalog: Catalog, found: Found, signal: AbortSignal): Promise<void> {
  const { outgoing, version } = found;
  const native = nativeOf(catalog, outgoing.networkCode);
  const currency = native.currency.code;
  const believed = await believeFee(engine, networkOf(engine, catalog), found, native.decimals, signal);
  await withTransaction(async (tx) => {
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    if (outgoing.feePayer !== null) await lockAccount(tx, outgoing.networkCode, outgoing.feePayer);
    const before = await lockSettled(tx, outgoing.id);
    const cost = believed ?? before.feePaid;
    await bookDifference(tx, outgoing, currency, cost.minus(before.feePaid));
    await updatePlace(tx, toInclusion(found), cost.toFixed());
    for (const kind of ["send-vanished", "send-outcome-changed"] as const) {
      await clearAlarm(tx, { kind, subject: outgoing.id });
    }
    if (before.version === version && cost.equals(before.feePaid)) return;
    const more = { currencyCode: currency, amount: cost.minus(before.feePaid) };
    const shares = shareCost(more, sends.length, native.decimals);
    const { transactionId } = versionOf(outgoing, version);
    for (const [index, send] of sends.entries()) {
      await sendOwner(send.purpose).moved?.(tx, send, transactionId, shares[index] ?? more);
    }
  });
}

/** Blocks differ in their prices, so the same bytes may cost more or less in another one. */
async function bookDifference(tx: Tx, outgoing: Outgoing, currency: string, more: Decimal): Promise<void> {
  const lead = leadOf(outgoing);
  const [place, costs] = [custodyOf(payingPlace(lead, outgoing.feePayer), currency), networkCosts(currency)];
  const legs = [...leg(costs, place, more), ...leg(place, costs, more.negated())];
  if (legs.length === 0) return;
  // What was booked before is read under the lock, so a repetition finds no difference and gets here never.
  const reference = `${outgoing.id}:${randomUUID()}`;
  await postEntry(tx, { kind: "send.settle", reference, groupId: groupOf(lead), legs });
}
