import { clearOpenAlarm, insertAlarm } from "@/lib/alarms/repo";
import type { Tx } from "@/lib/db";

/**
 * Everything the operator must look at.
 * - `deposit-reversed`: a credited deposit left its chain and was taken back; subject: the deposit.
 * - `reversal-waits`: the same, but no second node could confirm it; subject: the deposit.
 * - `network-stopped`: the node shows another chain than before; subject: the network.
 * - `deep-reorganisation`: deeper than the blocks we keep; subject: the network.
 * - `amount-unreadable`: money came in a token whose decimals the node gives otherwise than the catalog; subject: the network.
 * - `mail-failed`: a mail was given up after a day; subject: `mail`.
 * - `conversion-skipped`: a credit that the merchant has converted stayed as it came: the treasury is short, or no rate is fresh;
 *   subject: the coin. It ends with the next conversion of that coin.
 * - `treasury-short`: a conversion was undone and the treasury no longer held what it had taken in; subject: the coin.
 * - `books-differ`: the audit found something that is not as it must be; subject: `books`.
 */
export type AlarmKind =
  | "amount-unreadable"
  | "books-differ"
  | "conversion-skipped"
  | "deposit-reversed"
  | "mail-failed"
  | "reversal-waits"
  | "network-stopped"
  | "deep-reorganisation"
  | "treasury-short";

/** Raises an alarm in the caller's transaction; one that is open already stays as it is. */
export async function raiseAlarm(tx: Tx, alarm: { kind: AlarmKind; subject: string; message: string }): Promise<void> {
  await insertAlarm(tx, alarm);
}

/** Ends an alarm whose cause is gone. */
export async function clearAlarm(tx: Tx, alarm: { kind: AlarmKind; subject: string }): Promise<void> {
  await clearOpenAlarm(tx, alarm);
}
