import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { inFlightCustody } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { custodyOf, payingPlace, type SendPlace } from "@/lib/sending/sends/hot-balance";
import type { Send } from "@/lib/sending/sends/send";

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
