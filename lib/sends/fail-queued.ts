import { clearAlarmsAbout } from "@/lib/alarms/raise-alarm";
import type { Tx } from "@/lib/db";
import { booksOfOwner } from "@/lib/sends/lock-books";
import { markFinal } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";
import { SEND_ALARMS } from "@/lib/sends/send-alarms";
import { type FailureCause, sendOwner } from "@/lib/sends/send-owner";

/** Ends a send for which nothing was ever signed, in a transaction that holds its owner's lock and its own. Its owner gives the money back. */
export async function failQueued(tx: Tx, send: Send, failure: string, cause: FailureCause): Promise<void> {
  await markFinal(tx, send.id, { status: "failed", failure });
  await clearAlarmsAbout(tx, send.id, SEND_ALARMS);
  await sendOwner(send.purpose).failed(tx, { ...send, status: "failed" }, failure, cause, booksOfOwner(tx));
}
