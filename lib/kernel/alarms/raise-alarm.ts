import {
  clearOpenAlarm,
  clearOpenAlarms,
  clearOpenAlarmsAbout,
  countAlarms,
  insertAlarm,
  insertAlarms,
  selectOpenAmong,
  selectOpenSubjects,
  selectSizedAlarms,
} from "@/lib/kernel/alarms/repo";
import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Everything the operator must look at.
 * - `deposit-reversed`: a credited deposit left its chain and was taken back; subject: the deposit.
 * - `reversal-waits`: the same, but no second node could confirm it; subject: the deposit.
 * - `network-set-aside`: the setting of its nodes cannot be used, so a worker started without it; subject: the network. It ends when a
 *   worker starts that can use it, or that has no such setting.
 * - `deposit-unfound`: an address of ours holds more than all that is known to have come, and no transaction of it was found; subject:
 *   `<network>:<address>:<base units>`. It ends when the deposit is found, or the operator dismisses it.
 * - `network-stopped`: the node shows another chain than before; subject: the network.
 * - `deep-reorganisation`: deeper than the blocks we keep; subject: the network.
 * - `block-too-large`: a block, or what belongs to it, is larger than an answer of a node may be, and reading waits before it; subject:
 *   `<network>:<height>`. It ends when the block was read.
 * - `amount-unreadable`: money came in a token whose decimals the node gives otherwise than the catalog; subject: the network.
 * - `mail-failed`: a mail was given up after a day; subject: `mail`.
 * - `conversion-skipped`: a credit that the merchant has converted stayed as it came: the treasury is short, or no rate is fresh;
 *   subject: the coin. It ends when the treasury could convert the largest of them, or the operator dismisses it.
 * - `treasury-short`: a conversion was undone and the treasury no longer held what it had taken in; subject: the coin.
 * - `sends-wait`: the hot wallet lacks a coin, or the gas, for what is to be sent; subject: `<network>:<currency>`.
 * - `sends-stopped`: the chain is ahead of our record of an account's nonces (a restored backup, a shared seed): nothing new is signed on
 *   the network; subject: the network.
 * - `send-refused`: the chain would refuse a send, or a node refuses its bytes; subject: the send.
 * - `send-stuck`: a transaction is not confirmed although it was replaced, or the cap of the hour keeps it from that; subject: the outgoing transaction.
 * - `send-vanished`: a settled transaction left its chain and was sent again; subject: the outgoing transaction.
 * - `send-outcome-changed`: what a transaction did when it was ended is not what the chain says of it now (carried out after it had failed,
 *   failed after it had arrived, or about to be one of them), or nodes contradict each other about one that is about to end; the network's
 *   sends are stopped; subject: the outgoing transaction.
 * - `outflow-cap`: as much left a network within an hour as the worker's settings let; subject: `<network>:<currency>` of what waits. It ends when
 *   nothing waits for that any more.
 * - `send-above-cap`: a send is by itself more than that; subject: the send.
 * - `withdrawal-unlisted`: a withdrawal goes to an address that the worker's list does not name; subject: the send.
 * - `send-unproven`: a row that everything has which came by the gates is missing, or contradicts a send: it is not signed, or not once more with a higher fee; subject: the send.
 * - `fee-above-quote`: the network asks more than twice of what a send was priced with; subject: the send.
 * - `sweep-refused`: the chain refuses to move a coin from a deposit address (its issuer blocked the address, say); subject:
 *   `<network>:<currency>:<address>`. It ends when a sweep of the coin from there arrives.
 * - `gas-low`: the hot wallet's native coin lasts for few more sweeps or sends; subject: the network.
 * - `unknown-token`: a token outside the catalog came as often as UNKNOWN_TOKEN_ALARM_COUNT says; subject: the network. The operator
 *   dismisses it.
 * - `own-transfer-unknown`: money went between addresses of ours in a transaction that this database does not know (a restored backup, a
 *   shared seed): nothing was booked; subject: the transaction.
 * - `books-differ`: the audit found something that is not as it must be; subject: `books`, or `custody` for what a chain says otherwise.
 * - `audit-incomplete`: the audit could not compare everything: a node gave no answer, or it failed itself; subject: `custody`, `sample` of
 *   the addresses that were given out, or `audit`.
 */
export type AlarmKind =
  | "amount-unreadable"
  | "audit-incomplete"
  | "block-too-large"
  | "books-differ"
  | "conversion-skipped"
  | "fee-above-quote"
  | "gas-low"
  | "own-transfer-unknown"
  | "outflow-cap"
  | "send-above-cap"
  | "send-outcome-changed"
  | "send-refused"
  | "send-stuck"
  | "send-unproven"
  | "send-vanished"
  | "sends-stopped"
  | "sends-wait"
  | "sweep-refused"
  | "deposit-reversed"
  | "deposit-unfound"
  | "mail-failed"
  | "reversal-waits"
  | "network-set-aside"
  | "network-stopped"
  | "deep-reorganisation"
  | "treasury-short"
  | "unknown-token"
  | "withdrawal-unlisted";

/**
 * Raises an alarm in the caller's transaction; one that is open already stays as it is. `amount` is what has to be possible before it ends,
 * of the coin that it is about: of an open one it only grows, and the message with it.
 */
export async function raiseAlarm(
  tx: Tx,
  alarm: { kind: AlarmKind; subject: string; message: string; amount?: Decimal },
): Promise<void> {
  await insertAlarm(tx, alarm);
}

/** The same for many of a kind, none of which has an amount, in one statement. */
export async function raiseAlarms(
  tx: Tx,
  kind: AlarmKind,
  alarms: readonly { readonly subject: string; readonly message: string }[],
): Promise<void> {
  await insertAlarms(tx, kind, alarms);
}

/** Ends an alarm whose cause is gone. */
export async function clearAlarm(tx: Tx, alarm: { kind: AlarmKind; subject: string }): Promise<void> {
  await clearOpenAlarm(tx, alarm);
}

/** The same for many of a kind, in one statement. */
export async function clearAlarms(tx: Tx, kind: AlarmKind, subjects: readonly string[]): Promise<void> {
  await clearOpenAlarms(tx, kind, subjects);
}

/** The same for several kinds about one subject, in one statement. */
export async function clearAlarmsAbout(tx: Tx, subject: string, kinds: readonly AlarmKind[]): Promise<void> {
  await clearOpenAlarmsAbout(tx, subject, kinds);
}

/** The open alarms of a kind that have an amount, locked: subject and amount. */
export async function lockSizedAlarms(
  tx: Tx,
  kind: AlarmKind,
): Promise<readonly { readonly subject: string; readonly amount: Decimal }[]> {
  return selectSizedAlarms(tx, kind);
}

/** Subjects that begin so, for which an alarm of the kind is open. */
export async function listOpenSubjects(kind: AlarmKind, prefix: string): Promise<string[]> {
  return selectOpenSubjects(kind, prefix);
}

/** Those of the subjects for which an alarm of the kind is open. */
export async function findOpenAmong(
  tx: Tx,
  kind: AlarmKind,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  return selectOpenAmong(tx, kind, subjects);
}

/** Whether it was ever raised, open or ended: for what is to be told once. */
export async function wasRaised(alarm: { kind: AlarmKind; subject: string }): Promise<boolean> {
  return (await countAlarms(alarm)) > 0;
}
