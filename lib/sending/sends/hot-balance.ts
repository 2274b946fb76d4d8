import type { Decimal } from "@/lib/kernel/money/decimal";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";
import { sumOf } from "@/lib/sending/sends/outgoing";
import type { Hindrance, Send } from "@/lib/sending/sends/send";

/** What the books have: of its coin where a send is paid from, and of the network's own where its fee is. */
export type SendFunds = { readonly coin: Decimal; readonly native: Decimal };

/** Whose money it is on the chain: the hot wallet's (null), or a deposit address's. */
export type SendPlace = Pick<Send, "fromAddress" | "networkCode">;

/** Where in the books the money of a send stands before it is signed. */
export function custodyOf({ fromAddress, networkCode }: SendPlace, currency: string): AccountName {
  return fromAddress === null ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}

/** Where what a transaction costs stands: with what it carries, or in the hot wallet, where that pays for it. */
export function payingPlace({ fromAddress, networkCode }: SendPlace, feePayer: string | null): SendPlace {
  return { networkCode, fromAddress: feePayer === null ? fromAddress : null };
}

/** What is lacking for these sends of one coin and the most that their transaction may cost; null when both are there. */
export function findShortage(
  funds: SendFunds,
  sends: readonly Pick<Send, "amount" | "currencyCode">[],
  fee: { readonly currency: string; readonly max: Decimal; readonly payer: string | null },
): Hindrance | null {
  const amount = sumOf(sends);
  const currencyCode = sends[0]?.currencyCode ?? fee.currency;
  if (funds.coin.lt(amount)) {
    const detail = `${amount.toFixed()} ${currencyCode} are to be sent, and ${funds.coin.toFixed()} are there`;
    return { reason: "funds", detail };
  }
  const isOnePurse = currencyCode === fee.currency && fee.payer === null;
  const native = isOnePurse ? funds.native.minus(amount) : funds.native;
  if (native.gte(fee.max)) return null;
  const detail = `the network may take up to ${fee.max.toFixed()} ${fee.currency}, and ${native.toFixed()} are there`;
  return { reason: "gas", detail };
}
