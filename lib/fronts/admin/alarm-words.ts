import { routes } from "@/lib/fronts/paths/routes";
import type { AlarmKind } from "@/lib/kernel/alarms/raise-alarm";

export type AlarmWords = {
  /** What the operator does about it. */
  readonly remedy: string;
  /** Where; by what one alarm is about where that has a page of its own. */
  readonly link?: Place | ((subject: string) => Place);
};

export type Place = { readonly label: string; readonly href: string };

const SENDS = { label: "Sends", href: routes.operatorSends() } as const;
const WALLETS = { label: "Hot wallets", href: routes.operatorWallets() } as const;
const TREASURY = { label: "Treasury", href: routes.operatorTreasury() } as const;

const send = (id: string): Place => ({ label: "The send", href: routes.operatorSend(id) });
const network = (code: string): Place => ({ label: "The network", href: routes.operatorNetwork(code) });
const waiting = (subject: string): Place => ({
  label: "Sends that wait",
  href: routes.operatorSends({ network: subject.split(":")[0] ?? "", state: "waiting" }),
});

/** What each alarm means for whoever has to mend it. Safe for the browser. */
export const ALARM_WORDS: Readonly<Record<AlarmKind, AlarmWords>> = {
  "deposit-reversed": {
    remedy: "It was taken back. Look whether the merchant has spent it: what is owed is under receivables.",
    link: TREASURY,
  },
  "reversal-waits": {
    remedy:
      "No second node could confirm it. Configure another node of the network, or decide after a look at an explorer.",
    link: { label: "Reversals", href: routes.operatorReversals() },
  },
  "network-set-aside": {
    remedy: "Nothing is read or sent there; the other networks go on. Correct its NODE_URLS and restart the worker.",
    link: { label: "Networks", href: routes.operatorNetworks() },
  },
  "deposit-unfound": {
    remedy:
      "A contract may have paid it. Configure a node that traces and keeps old states, and it is found; or look the block up on an explorer.",
  },
  "network-stopped": {
    remedy: "Nothing is read or sent there. Check that the node is of the right network and has not been reset.",
    link: network,
  },
  "deep-reorganisation": {
    remedy: "The network stopped. Find out from its community what happened before you let it go on.",
    link: network,
  },
  "amount-unreadable": {
    remedy: "Its service is off. Compare the contract with the catalog.",
    link: network,
  },
  "block-too-large": {
    remedy:
      "The network is not read beyond it; the others go on. Raise NODE_ANSWER_MB_MAX and restart the worker. If the block is small on an explorer, the node lies: take another.",
    link: (subject) => network(subject.split(":")[0] ?? ""),
  },
  "mail-failed": {
    remedy: "Check the mail server's settings and its log.",
    link: { label: "Doctor", href: routes.operatorDoctor() },
  },
  "conversion-skipped": {
    remedy: "The treasury was short of what it should become, or no rate was fresh. Fill the treasury.",
    link: TREASURY,
  },
  "treasury-short": {
    remedy: "It gave back what it no longer held. Fill the treasury with this coin.",
    link: TREASURY,
  },
  "sends-wait": {
    remedy:
      "Deposits of the coin are gathered by themselves, but for those that wait for a decision. If there is not enough, fund the hot wallet.",
    link: waiting,
  },
  "sends-stopped": {
    remedy: "The chain knows transactions of ours that this database does not. Read there what to check first.",
    link: SENDS,
  },
  "send-refused": {
    remedy: "The chain would not carry it out, or no node takes its bytes. Its page has the node's answer.",
    link: send,
  },
  "sweep-refused": {
    remedy:
      "The coin stays on the address, and is tried again at most once a day. Ask its issuer whether the address is blocked.",
    link: WALLETS,
  },
  "outflow-cap": {
    remedy:
      "It goes by itself as the hour moves on. Look whether you know what leaves; if a shop needs more, raise the worker's setting that the alarm names.",
    link: waiting,
  },
  "send-above-cap": {
    remedy:
      "It waits for ever unless you raise the worker's setting that the alarm names and restart the worker. Be sure first that it is meant; else have it cancelled.",
    link: send,
  },
  "withdrawal-unlisted": {
    remedy:
      "If you ordered it, add the address to WITHDRAWAL_ADDRESSES of the worker and start it anew, or cancel the withdrawal. If nobody did, stop sends: somebody writes orders in your name.",
    link: send,
  },
  "send-unproven": {
    remedy:
      "It is not signed. Stop sends, and find out who wrote its rows, unless the alarm's words explain it: somebody may be writing to the database.",
    link: send,
  },
  "send-stuck": {
    remedy: "It was replaced with a higher fee already. Look whether the network or the node is in trouble.",
    link: SENDS,
  },
  "send-vanished": {
    remedy: "The same bytes were sent again, and nothing moved in the books. Watch that it confirms.",
    link: SENDS,
  },
  "send-outcome-changed": {
    remedy:
      "A reorganisation changed what it did, or two nodes contradict each other about it. The network's sends are stopped. Look it up on an explorer, and take a node that lies out of the settings, before you resume.",
    link: SENDS,
  },
  "fee-above-quote": {
    remedy: "It waits until the network is cheaper; its merchant may cancel it meanwhile.",
    link: send,
  },
  "gas-low": {
    remedy: "Fund the hot wallet with the network's own coin, or sweeps and token payouts stop.",
    link: WALLETS,
  },
  "own-transfer-unknown": {
    remedy:
      "A restored backup or a shared seed. Nothing was booked; the audit says which place lacks what. Sort it out first.",
    link: SENDS,
  },
  "audit-incomplete": {
    remedy:
      "See whether the network's nodes answer, then run npm run audit. What it could not compare may be right or wrong.",
    link: { label: "Doctor", href: routes.operatorDoctor() },
  },
  "unknown-token": {
    remedy:
      "Most such tokens are advertising. Look its contract up on an explorer; the network's page lists everything that came.",
    link: network,
  },
  "books-differ": {
    remedy: "Stop sends everywhere, run npm run audit, and find the cause before anything goes on.",
    link: SENDS,
  },
};

/** What an alarm means, and where it is mended; null for a kind that this version does not know. Pure. */
export function alarmWords(kind: string): AlarmWords | null {
  const known: Readonly<Record<string, AlarmWords | undefined>> = ALARM_WORDS;
  return known[kind] ?? null;
}
