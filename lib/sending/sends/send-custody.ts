import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type AccountName, depositsCustody, hotCustody, inFlightCustody } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { sumOf } from "@/lib/sending/sends/outgoing";
import type { Blocker, Send } from "@/lib/sending/sends/send";

/**
 * What the books have: of its coin where a send is paid from, and of the network's own where its
 * fee is.
 */
export type SendFunds = { readonly coin: Decimal; readonly native: Decimal };

/** Whose money it is on the chain: the hot wallet's (null), or a deposit address's. */
export type SendPlace = Pick<Send, "fromAddress" | "networkCode">;

/** Where in the books the money of a send stands before it is signed. */
export function custodyOf({ fromAddress, networkCode }: SendPlace, currency: string): AccountName {
  return fromAddress === null ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}

/**
 * Where what a transaction costs stands: with what it carries, or in the hot wallet, where that
 * pays for it.
 */
export function payingPlace({ fromAddress, networkCode }: SendPlace, feePayer: string | null): SendPlace {
  return { networkCode, fromAddress: feePayer === null ? fromAddress : null };
}

/**
 * What is lacking for these sends of one coin and the most that their transaction may cost; null
 * when both are there.
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

/** Names in the books everything that one send moved. */
export function groupOf(send: Pick<Send, "id">): string {
  return `send:${send.id}`;
}

/**
 * Books what a signed version carries, and what it may cost beyond earlier versions, from where it
 * stood into flight.
 */
export async function commitToFlight(
  tx: Tx,
  commit: {
    readonly outgoingId: string;
    readonly version: number;
    /** The one that its entries are told by. */
    readonly lead: Send;
    /** Of all that it carries; zero for a replacement: the first version took the amount. */
    readonly carried: Decimal;
    /** `payer`: null: it stands where the amount does. */
    readonly fee: { readonly currency: string; readonly amount: Decimal; readonly payer: string | null };
  },
): Promise<void> {
  const { lead, carried, fee } = commit;
  const toFlight = (from: SendPlace, currency: string, amount: Decimal) =>
    leg(inFlightCustody(lead.networkCode, currency), custodyOf(from, currency), amount);
  const fees = toFlight(payingPlace(lead, fee.payer), fee.currency, fee.amount);
  const legs = [...toFlight(lead, lead.currencyCode, carried), ...fees];
  // A chain that takes nothing for a replacement would leave nothing to book.
  if (legs.length === 0) return;
  const reference = `${commit.outgoingId}:${commit.version}`;
  await postEntry(tx, { kind: "send.commit", reference, groupId: groupOf(lead), legs });
}
