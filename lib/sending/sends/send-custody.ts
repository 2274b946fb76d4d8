import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type AccountName, depositsCustody, hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { leg, postIndependentEntry } from "@/lib/ledger/post-entry";
import { sumOf } from "@/lib/sending/sends/outgoing";
import type { Blocker, Send } from "@/lib/sending/sends/send";

/**
 * Booked funds: of its coin at the account that pays a send, and of the network's native coin at
 * the account that pays its fee.
 */
export type SendFunds = { readonly coin: Decimal; readonly native: Decimal };

/** The owner of the funds on the chain: the hot wallet (null), or a deposit address. */
export type SendPlace = Pick<Send, "fromAddress" | "networkCode">;

/** Returns the account that holds the funds of a send before it is signed. */
export function custodyOf({ fromAddress, networkCode }: SendPlace, currency: string): AccountName {
  return fromAddress === null ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}

/**
 * Returns the place that pays a transaction's cost: the sender, or the hot wallet if that is the
 * fee payer.
 */
export function payingPlace({ fromAddress, networkCode }: SendPlace, feePayer: string | null): SendPlace {
  return { networkCode, fromAddress: feePayer === null ? fromAddress : null };
}

/**
 * Returns what is missing for these sends of one coin plus the maximum cost of their transaction;
 * null when both are covered.
 */
export function findShortage(
  funds: SendFunds,
  sends: readonly Pick<Send, "amount" | "currencyCode">[],
  fee: { readonly currency: string; readonly max: Decimal; readonly payer: string | null },
): Blocker | null {
  const amount = sumOf(sends);
  const currencyCode = sends[0]?.currencyCode ?? fee.currency;
  if (funds.coin.lt(amount)) {
    const detail = `${moneyText(amount.toFixed(), currencyCode)} needed, ${moneyText(funds.coin.toFixed(), currencyCode)} available`;
    return { reason: "funds", detail };
  }
  const isOnePurse = currencyCode === fee.currency && fee.payer === null;
  const native = isOnePurse ? funds.native.minus(amount) : funds.native;
  if (native.gte(fee.max)) return null;
  const detail = `up to ${moneyText(fee.max.toFixed(), fee.currency)} needed for the network fee, ${moneyText(native.toFixed(), fee.currency)} available`;
  return { reason: "gas", detail };
}

/** Returns the group id of all entries of one send. */
export function groupOf(send: Pick<Send, "id">): string {
  return `send:${send.id}`;
}

/**
 * Posts what a signed version carries, and its maximum cost beyond that of earlier versions, to
 * in-flight custody.
 */
export async function commitToFlight(
  tx: Tx,
  commit: {
    readonly outgoingId: string;
    readonly version: number;
    /** The send that identifies its entries. */
    readonly lead: Send;
    /**
     * Total of all its sends; zero for a replacement, because the first version took the amount.
     */
    readonly carried: Decimal;
    /** `payer`: null: the sender itself. */
    readonly fee: { readonly currency: string; readonly amount: Decimal; readonly payer: string | null };
  },
): Promise<void> {
  const { lead, carried, fee } = commit;
  const toFlight = (from: SendPlace, currency: string, amount: Decimal) =>
    leg(inFlightCustody(lead.networkCode, currency), custodyOf(from, currency), amount);
  const fees = toFlight(payingPlace(lead, fee.payer), fee.currency, fee.amount);
  const legs = [...toFlight(lead, lead.currencyCode, carried), ...fees];
  // On a chain where a replacement costs nothing, there is nothing to post.
  if (legs.length === 0) return;
  const reference = `${commit.outgoingId}:${commit.version}`;
  await postIndependentEntry(tx, { kind: "send.commit", reference, groupId: groupOf(lead), legs });
}
