import type { AlarmKind } from "@/lib/alarms/raise-alarm";
import { routes } from "@/lib/client/routes";

type AlarmWords = {
  readonly title: string;
  /** What the operator does about it. */
  readonly remedy: string;
  /** Where. */
  readonly link?: { readonly label: string; readonly href: string };
};

const SENDS = { label: "Sends", href: routes.operatorSends() } as const;
const WALLETS = { label: "Hot wallets", href: routes.operatorWallets() } as const;
const TREASURY = { label: "Treasury", href: routes.operatorTreasury() } as const;

/** What each alarm means for whoever has to mend it. */
export const ALARM_WORDS: Readonly<Record<AlarmKind, AlarmWords>> = {
  "deposit-reversed": {
    title: "A credited deposit left its chain",
    remedy: "It was taken back. Look whether the merchant has spent it: what is owed is under receivables.",
    link: TREASURY,
  },
  "reversal-waits": {
    title: "A deposit may have left its chain",
    remedy:
      "No second node could confirm it. Configure another node of the network, or decide after a look at an explorer.",
    link: { label: "Reversals", href: routes.operatorReversals() },
  },
  "network-stopped": {
    title: "A network's node shows another chain",
    remedy: "Nothing is read or sent there. Check that the node is of the right network and has not been reset.",
  },
  "deep-reorganisation": {
    title: "A reorganisation deeper than what we keep",
    remedy: "The network stopped. Find out from its community what happened before you let it go on.",
  },
  "amount-unreadable": {
    title: "A token with other decimals than expected",
    remedy: "Its service is off. Compare the contract with the catalog.",
  },
  "mail-failed": {
    title: "A mail could not be sent for a day",
    remedy: "Check the mail server's settings and its log.",
    link: { label: "Doctor", href: routes.operatorDoctor() },
  },
  "conversion-skipped": {
    title: "A credit stayed in the coin that came",
    remedy: "The treasury was short of what it should become, or no rate was fresh. Fill the treasury.",
    link: TREASURY,
  },
  "treasury-short": {
    title: "The treasury owes a coin",
    remedy: "It gave back what it no longer held. Fill the treasury with this coin.",
    link: TREASURY,
  },
  "sends-wait": {
    title: "Sends wait for funds",
    remedy: "Sweeps of the coin are asked for by themselves. If there is not enough to gather, fund the hot wallet.",
    link: WALLETS,
  },
  "sends-stopped": {
    title: "A network stopped sending by itself",
    remedy: "The chain knows transactions of ours that this database does not. Read there what to check first.",
    link: SENDS,
  },
  "send-refused": {
    title: "A send is refused",
    remedy: "The chain would not carry it out, or no node takes its bytes. Its page has the node's answer.",
    link: SENDS,
  },
  "send-stuck": {
    title: "A transaction does not confirm",
    remedy: "It was replaced with a higher fee already. Look whether the network or the node is in trouble.",
    link: SENDS,
  },
  "send-vanished": {
    title: "A confirmed transaction left its chain",
    remedy: "The same bytes were sent again, and nothing moved in the books. Watch that it confirms.",
    link: SENDS,
  },
  "send-outcome-changed": {
    title: "A transaction did something else than the books say",
    remedy:
      "A reorganisation changed what it did. The network's sends are stopped. Look it up on an explorer before you resume.",
    link: SENDS,
  },
  "fee-above-quote": {
    title: "A network asks far more than a payout was priced with",
    remedy: "It waits until the network is cheaper; its merchant may cancel it meanwhile.",
    link: SENDS,
  },
  "gas-low": {
    title: "Little left to pay a network's fees with",
    remedy: "Fund the hot wallet with the network's own coin, or sweeps and token payouts stop.",
    link: WALLETS,
  },
  "own-transfer-unknown": {
    title: "Money moved between our addresses and we do not know why",
    remedy:
      "A restored backup or a shared seed. Nothing was booked; the audit says which place lacks what. Sort it out first.",
    link: SENDS,
  },
  "audit-incomplete": {
    title: "The audit could not look at everything",
    remedy:
      "See whether the network's nodes answer, then run npm run audit. What it could not compare may be right or wrong.",
  },
  "books-differ": {
    title: "The books are not as they must be",
    remedy: "Stop sends everywhere, run npm run audit, and find the cause before anything goes on.",
    link: SENDS,
  },
};
