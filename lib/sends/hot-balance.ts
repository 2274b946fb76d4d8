import type { Tx } from "@/lib/db";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";
import { readBalance } from "@/lib/ledger/repo";
import type { Decimal } from "@/lib/money/decimal";
import type { Hindrance } from "@/lib/sends/hindrance";
import type { Send } from "@/lib/sends/send";

/** Where in the books the money of a send stands before it is signed. */
export function custodyOf({ fromAddress, networkCode }: Send, currency: string): AccountName {
  return fromAddress === null ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}

/**
 * What the books lack for a send and the most that it may cost; null when they cover both. Under the account's lock nobody else can take
 * what was found.
 */
export async function findShortage(
  tx: Tx,
  send: Send,
  fee: { readonly currency: string; readonly max: Decimal },
): Promise<Hindrance | null> {
  const isNative = send.currencyCode === fee.currency;
  const coin = await readBalance(tx, custodyOf(send, send.currencyCode));
  const { amount } = send;
  if (coin.lt(amount)) {
    const detail = `${amount.toFixed()} ${send.currencyCode} are to be sent, and ${coin.toFixed()} are there`;
    return { reason: "funds", detail };
  }
  const native = isNative ? coin.minus(amount) : await readBalance(tx, custodyOf(send, fee.currency));
  if (native.gte(fee.max)) return null;
  const detail = `the network may take up to ${fee.max.toFixed()} ${fee.currency}, and ${native.toFixed()} are there`;
  return { reason: "gas", detail };
}
