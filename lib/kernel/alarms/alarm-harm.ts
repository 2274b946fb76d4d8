import type { AlarmKind } from "@/lib/kernel/alarms/raise-alarm";

/** How much harm something does, the worst first. Safe for the browser. */
export const HARMS = ["money", "stopped", "look"] as const;
/** `money`: money is at risk or the books are in doubt; `stopped`: something does not work for merchants; `look`: neither yet. */
export type Harm = (typeof HARMS)[number];

/** What each alarm means for the installation. */
export const ALARM_HARM: Readonly<Record<AlarmKind, Harm>> = {
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
export function harmOf(kind: string): Harm {
  const known: Readonly<Record<string, Harm | undefined>> = ALARM_HARM;
  return known[kind] ?? "money";
}
