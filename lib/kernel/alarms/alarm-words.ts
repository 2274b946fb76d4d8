import type { AlarmKind } from "@/lib/kernel/alarms/raise-alarm";

/** What each alarm is, in a few words. Safe for the browser. */
const ALARM_TITLES: Readonly<Record<AlarmKind, string>> = {
  "deposit-reversed": "A credited deposit left its chain",
  "deposit-unfound": "An address holds more than its deposits",
  "reversal-waits": "A deposit may have left its chain",
  "network-set-aside": "A network's nodes cannot be used as they are set",
  "network-stopped": "A network's node shows another chain",
  "deep-reorganisation": "A reorganisation deeper than what we keep",
  "amount-unreadable": "A token with other decimals than expected",
  "block-too-large": "A block is larger than the settings allow",
  "mail-failed": "A mail could not be sent for a day",
  "conversion-skipped": "A credit stayed in the coin that came",
  "treasury-short": "The treasury owes a coin",
  "sends-wait": "Sends wait for funds",
  "outflow-cap": "Sends wait for the cap of an hour",
  "send-above-cap": "A send is more than may leave within an hour",
  "send-unproven": "Something is to be sent that no gate has let pass",
  "withdrawal-unlisted": "A withdrawal goes to an address that is not on the list",
  "sends-stopped": "A network stopped sending by itself",
  "send-refused": "A send is refused",
  "send-stuck": "A transaction does not confirm",
  "send-vanished": "A confirmed transaction left its chain",
  "send-outcome-changed": "A transaction did something else than the books say",
  "sweep-refused": "The chain refuses to move a deposit",
  "fee-above-quote": "A network asks far more than a payout was priced with",
  "gas-low": "Little left to pay a network's fees with",
  "own-transfer-unknown": "Money moved between our addresses and we do not know why",
  "audit-incomplete": "The audit could not look at everything",
  "unknown-token": "A token outside the catalog keeps arriving",
  "books-differ": "The books are not as they must be",
};

/** Also of a kind that this version does not know. Pure. */
export function alarmTitle(kind: string): string {
  const known: Readonly<Record<string, string | undefined>> = ALARM_TITLES;
  return known[kind] ?? kind.replaceAll("-", " ");
}

/** How severe something is, the worst first. Safe for the browser. */
export const SEVERITIES = ["money", "stopped", "look"] as const;
/** `money`: money is at risk or the books are in doubt; `stopped`: something does not work for merchants; `look`: neither yet. */
export type Severity = (typeof SEVERITIES)[number];

/** What each alarm means for the installation. */
const ALARM_SEVERITIES: Readonly<Record<AlarmKind, Severity>> = {
  "books-differ": "money",
  "send-outcome-changed": "money",
  "own-transfer-unknown": "money",
  "send-unproven": "money",
  "sends-stopped": "money",
  "deep-reorganisation": "money",
  "network-stopped": "money",
  "deposit-reversed": "money",
  "reversal-waits": "money",
  "treasury-short": "money",
  "sweep-refused": "money",
  "deposit-unfound": "money",
  "sends-wait": "stopped",
  "outflow-cap": "stopped",
  "send-above-cap": "stopped",
  "withdrawal-unlisted": "stopped",
  "send-refused": "stopped",
  "network-set-aside": "stopped",
  "send-stuck": "stopped",
  "amount-unreadable": "stopped",
  "block-too-large": "stopped",
  "mail-failed": "stopped",
  "gas-low": "stopped",
  "send-vanished": "look",
  "fee-above-quote": "look",
  "conversion-skipped": "look",
  "audit-incomplete": "look",
  "unknown-token": "look",
};

/** Of a kind that is read from the database: one that this version does not know is as bad as any. Pure. */
export function severityOf(kind: string): Severity {
  const known: Readonly<Record<string, Severity | undefined>> = ALARM_SEVERITIES;
  return known[kind] ?? "money";
}

/** Alarms that tell of something that has happened: no later state of affairs ends them, reading does. Safe for the browser. */
export const DISMISSIBLE = [
  "conversion-skipped",
  "deposit-reversed",
  "deposit-unfound",
  "own-transfer-unknown",
  "unknown-token",
] as const satisfies readonly AlarmKind[];
