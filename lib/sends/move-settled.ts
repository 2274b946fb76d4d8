import { randomUUID } from "node:crypto";
import { clearAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import { type Tx, withTransaction } from "@/lib/db";
import { networkCosts } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { fromBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";
import { lockAccount } from "@/lib/sends/accounts-repo";
import { groupOf } from "@/lib/sends/commit-to-flight";
import { type Found, toInclusion } from "@/lib/sends/follow-sends";
import { custodyOf } from "@/lib/sends/hot-balance";
import { lockSettled, updatePlace } from "@/lib/sends/outgoing-repo";
import type { Send } from "@/lib/sends/send";
import { nativeOf } from "@/lib/sends/send-terms";

/** A settled transaction is found in another block: its place is noted, and what it cost there is made what the books have. */
export async function moveSettled(catalog: Catalog, found: Found, watchedUntil: bigint): Promise<void> {
  const { outgoing, status } = found;
  const native = nativeOf(catalog, outgoing.networkCode);
  await withTransaction(async (tx) => {
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    const before = await lockSettled(tx, outgoing.id);
    const cost = status.feeUnits === null ? before : fromBaseUnits(status.feeUnits, native.decimals);
    await bookDifference(tx, { id: outgoing.id, send: outgoing.send, currency: native.currency.code }, before, cost);
    await updatePlace(tx, toInclusion(found), { watchedUntil, feePaid: cost.toFixed() });
    await clearAlarm(tx, { kind: "send-vanished", subject: outgoing.id });
  });
}

/** Blocks differ in their prices, so the same bytes may cost more or less in another one. */
async function bookDifference(
  tx: Tx,
  of: { id: string; send: Send; currency: string },
  before: Decimal,
  cost: Decimal,
): Promise<void> {
  const [place, costs] = [custodyOf(of.send, of.currency), networkCosts(of.currency)];
  const legs = [...leg(costs, place, cost.minus(before)), ...leg(place, costs, before.minus(cost))];
  if (legs.length === 0) return;
  // What was booked before is read under the lock, so a repetition finds no difference and gets here never.
  const reference = `${of.id}:${randomUUID()}`;
  await postEntry(tx, { kind: "send.settle", reference, groupId: groupOf(of.send), legs });
}
