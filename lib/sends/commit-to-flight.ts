import type { Tx } from "@/lib/db";
import { inFlightCustody } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import type { Decimal } from "@/lib/money/decimal";
import { custodyOf } from "@/lib/sends/hot-balance";
import type { Send } from "@/lib/sends/send";

/** Names in the books everything that one send moved. */
export function groupOf(send: Pick<Send, "id">): string {
  return `send:${send.id}`;
}

/** Books what a signed version carries, and what it may cost beyond earlier versions, from where it stood into flight. */
export async function commitToFlight(
  tx: Tx,
  commit: {
    readonly outgoingId: string;
    readonly version: number;
    readonly send: Send;
    /** Zero for a replacement: the first version took the amount. */
    readonly carried: Decimal;
    readonly fee: { readonly currency: string; readonly amount: Decimal };
  },
): Promise<void> {
  const { send, carried, fee } = commit;
  const toFlight = (currency: string, amount: Decimal) =>
    leg(inFlightCustody(send.networkCode, currency), custodyOf(send, currency), amount);
  const legs = [...toFlight(send.currencyCode, carried), ...toFlight(fee.currency, fee.amount)];
  // A chain that takes nothing for a replacement would leave nothing to book.
  if (legs.length === 0) return;
  const reference = `${commit.outgoingId}:${commit.version}`;
  await postEntry(tx, { kind: "send.commit", reference, groupId: groupOf(send), legs });
}
