/** Severities, worst first. */
export const SEVERITIES = ["critical", "error", "warning"] as const;
/**
 * `critical`: money is at risk or the books may be wrong; `error`: something does not work;
 * `warning`: neither yet, but needs attention.
 */
export type Severity = (typeof SEVERITIES)[number];

type Alarm = {
  readonly title: string;
  readonly severity: Severity;
  /** What the operator should do about it. */
  readonly remedy: string;
  /** It reports a past event: no later state clears it, only dismissing does. */
  readonly isDismissible?: true;
};

/**
 * All alarms: when each is raised, its subject, and what clears it if that is not the end of its
 * cause; then its severity and the operator's text.
 */
export const ALARMS = {
  /** The audit found a violation. Subject: `books`, or `custody` for a difference from a chain. */
  "books-differ": {
    title: "The books do not add up",
    severity: "critical",
    remedy: "Stop sends everywhere, run npm run audit, and find the cause before you resume.",
  },
  /**
   * A final transaction's recorded outcome differs from its current outcome on the chain (executed
   * after it was recorded as failed, failed after it was recorded as confirmed, or about to become
   * one of these), or nodes contradict each other about one that is about to become final; the
   * network's sends are stopped. Subject: the outgoing transaction.
   */
  "send-outcome-changed": {
    title: "A transaction's outcome differs from the books",
    severity: "critical",
    remedy:
      "A reorganisation changed its outcome, or two nodes contradict each other. The network's sends are stopped. Check it on an explorer, and remove a wrong node from the settings before you resume.",
  },
  /**
   * Money moved between our addresses in a transaction that this database does not know (a restored
   * backup, a shared seed): nothing was booked. Subject: the transaction.
   */
  "unknown-internal-transfer": {
    title: "An unknown transaction moved funds between gateway addresses",
    severity: "critical",
    remedy:
      "Possible causes are a restored backup or a shared seed. Nothing was booked. Run npm run audit to see what each address is missing, and resolve that first.",
    isDismissible: true,
  },
  /**
   * A backup was restored. Subject: the restore. Stays until an operator has looked at what it
   * lists.
   */
  "backup-restored": {
    title: "A backup was restored",
    severity: "critical",
    remedy:
      "Nothing is signed until the chains have been scanned again and you resume sends. Before that, end queued sends that were paid after the backup. Payments to addresses that this database does not know become cases; npm run audit shows what else differs. Whatever was changed or removed after the backup is back as it was: passwords, API keys, members, blocks, limits, kill switches, cold addresses.",
    isDismissible: true,
  },
  /**
   * A row that every authorised send has is missing or contradicts the send: it is not signed, nor
   * replaced with a higher fee. Subject: the send.
   */
  "send-unverified": {
    title: "A send could not be verified",
    severity: "critical",
    remedy:
      "It is not signed. Unless the alarm's message explains it, stop sends and find out who wrote its rows: someone may be writing to the database.",
  },
  /**
   * The chain is ahead of our record of an account's nonces (a restored backup, a shared seed):
   * nothing new is signed on the network. Subject: the network.
   */
  "sends-stopped": {
    title: "The gateway stopped a network's sends",
    severity: "critical",
    remedy: "The chain has transactions that are missing from this database. The Sends page says what to check first.",
  },
  /** A reorganisation is deeper than the blocks we store. Subject: the network. */
  "deep-reorganisation": {
    title: "A reorganisation is deeper than the stored blocks",
    severity: "critical",
    remedy: "The network is stopped. Find out what happened on the network before you resume it.",
  },
  /** The node shows a different chain than before. Subject: the network. */
  "network-stopped": {
    title: "A network's node shows a different chain",
    severity: "critical",
    remedy: "Nothing is synced or sent there. Check that the node is on the right network and was not reset.",
  },
  /** A credited deposit disappeared from its chain and was reversed. Subject: the deposit. */
  "deposit-reversed": {
    title: "A credited deposit was reversed",
    severity: "critical",
    remedy: "The credit was reversed. Check whether the merchant has spent it: debts are listed under receivables.",
    isDismissible: true,
  },
  /**
   * A credited deposit disappeared from its chain, but no second node could confirm it. Subject:
   * the deposit.
   */
  "reversal-pending": {
    title: "A deposit may have been reversed",
    severity: "critical",
    remedy: "No second node could confirm it. Configure another node for the network, or check an explorer and decide.",
  },
  /**
   * One node shows a deposit in a block, and another one that has come as far does not, for two
   * minutes. Subject: `<network>:<deposit>`, for at most 20 deposits of a network. Cleared when two
   * nodes agree on it, or every node has denied it for ten minutes.
   */
  "deposit-contradicted": {
    title: "A node shows a deposit that another does not",
    severity: "critical",
    remedy:
      "It is not credited. Check the transaction on an explorer, remove the node that is wrong from the network's NODE_URLS, and restart the workers.",
  },
  /**
   * A conversion was reversed, and the treasury no longer held what it had received. Subject: the
   * coin.
   */
  "treasury-short": {
    title: "The treasury is short of a coin",
    severity: "critical",
    remedy: "A conversion was reversed, and the treasury no longer held the coin. Fund the treasury with it.",
  },
  /**
   * The chain refuses to move a coin from a deposit address (for example because its issuer blocked
   * the address). Subject: `<network>:<currency>:<address>`. Cleared when a sweep of the coin from
   * there confirms.
   */
  "sweep-refused": {
    title: "The network rejects moving a deposit",
    severity: "critical",
    remedy:
      "The coin stays on the address and is retried at most once a day. Ask the coin's issuer whether the address is blocked.",
  },
  /**
   * One of our addresses holds more than its known deposits, and no transaction explains it.
   * Subject: `<network>:<address>:<base units>`. Cleared when the deposit is found, or the operator
   * dismisses it.
   */
  "unexplained-balance": {
    title: "An address holds more than its known deposits",
    severity: "critical",
    remedy:
      "A contract may have paid it. Configure an archive node with tracing to find it automatically, or check the block on an explorer.",
    isDismissible: true,
  },
  /**
   * The hot wallet lacks the coin or the gas for pending sends. Subject: `<network>:<currency>`.
   */
  "sends-underfunded": {
    title: "Sends are waiting for funds",
    severity: "error",
    remedy:
      "Deposits of the coin are swept automatically, except those awaiting a decision. If this is not enough, fund the hot wallet.",
  },
  /**
   * A network's outflows have reached the worker's hourly cap. Subject: `<network>:<currency>` of
   * what waits. Cleared when nothing waits for it any more.
   */
  "outflow-cap": {
    title: "Sends are waiting for the hourly limit",
    severity: "error",
    remedy:
      "They continue as the limit allows. Check that you expect these transfers; if a merchant needs more, raise the worker setting named in the alarm.",
  },
  /** A single send exceeds the hourly cap. Subject: the send. */
  "send-above-cap": {
    title: "A send exceeds the hourly limit",
    severity: "error",
    remedy:
      "It is not sent unless you raise the worker setting named in the alarm and restart the worker. First make sure it is intended; otherwise cancel it.",
  },
  /** A withdrawal's address is not on the worker's list. Subject: the send. */
  "withdrawal-not-allowlisted": {
    title: "A withdrawal address is not on the list",
    severity: "error",
    remedy:
      "If you created it, add the address to WITHDRAWAL_ADDRESSES of the worker and restart it, or cancel the withdrawal. If no one did, stop sends: someone is creating withdrawals in your name.",
  },
  /** The chain would reject a send, or a node rejects its signed transaction. Subject: the send. */
  "send-refused": {
    title: "A send was rejected",
    severity: "error",
    remedy: "The network would not execute it, or no node accepts it. The send's page shows the node's response.",
  },
  /**
   * The network's node setting is invalid, so a worker started without it. Subject: the network.
   * Cleared when a worker starts that can use the setting, or that has none.
   */
  "network-misconfigured": {
    title: "A network's node settings are invalid",
    severity: "error",
    remedy: "Nothing is synced or sent there; other networks continue. Correct its NODE_URLS and restart the worker.",
  },
  /**
   * A transaction does not confirm although it was replaced, or the hourly cap prevents its
   * replacement. Subject: the outgoing transaction.
   */
  "send-stuck": {
    title: "A transaction is not confirming",
    severity: "error",
    remedy: "It was already replaced with a higher fee. Check whether the network or the node has problems.",
  },
  /**
   * A deposit of a token whose decimals differ between node and catalog was received. Subject: the
   * network.
   */
  "amount-unreadable": {
    title: "A token has unexpected decimals",
    severity: "error",
    remedy: "Payments in the token are turned off. Compare the contract with the catalog.",
  },
  /**
   * A block, or its associated data, is larger than the limit of a node's response, and syncing
   * waits before it. Subject: `<network>:<height>`. Cleared when the block was read.
   */
  "block-too-large": {
    title: "A block is larger than the settings allow",
    severity: "error",
    remedy:
      "The network stops syncing before this block; other networks continue. Raise NODE_ANSWER_MB_MAX and restart the worker. If an explorer shows a small block, the node is wrong: use another.",
  },
  /** It ended for it. Subject: its host. Cleared when one starts there with the right time. */
  "clock-wrong": {
    title: "A worker's clock is wrong",
    severity: "error",
    remedy: "Synchronise its machine and the database's with NTP (for example chrony).",
  },
  /** A mail was abandoned after a day. Subject: `mail`. */
  "mail-failed": {
    title: "A mail could not be sent for a day",
    severity: "error",
    remedy: "Check the mail server's settings and log.",
  },
  /**
   * The last good backup is older than BACKUP_AGE_MAX_H, or there is none, and a real network is
   * enabled. Subject: `database`.
   */
  "backup-old": {
    title: "The last good backup is old",
    severity: "error",
    remedy:
      "Run npm run backup, and find out why the timer or pgBackRest did not. What was booked since the last backup is lost with the machine.",
  },
  /**
   * Confirmed deposits have waited for the word of a second node for two minutes. Subject: the
   * network. Cleared when none waits longer.
   */
  "deposits-unattested": {
    title: "Deposits wait for a second node",
    severity: "error",
    remedy:
      "They are not credited before a second node shows them. Find out why it is silent or behind. Remove it from the network's NODE_URLS, or add another one, if that takes longer.",
  },
  /** The hot wallet's native coin covers few more sweeps or sends. Subject: the network. */
  "gas-low": {
    title: "A hot wallet is low on gas",
    severity: "error",
    remedy: "Fund the hot wallet with the coin for network fees, or sweeps and token payouts will stop.",
  },
  /**
   * A settled transaction disappeared from its chain and was broadcast again. Subject: the outgoing
   * transaction.
   */
  "send-vanished": {
    title: "A confirmed transaction was lost in a reorganisation",
    severity: "warning",
    remedy: "The same transaction was broadcast again, and no balance changed. Check that it confirms.",
  },
  /** The network's fee is more than twice the fee a send was priced with. Subject: the send. */
  "fee-above-quote": {
    title: "Network fees are far above a payout's quote",
    severity: "warning",
    remedy: "Sent automatically when fees drop. Until then the merchant can cancel it.",
  },
  /**
   * A credit that the merchant has set to convert was not converted: the treasury is short, or
   * there is no fresh rate. Subject: the coin. Cleared when the treasury could convert the largest
   * such credit, or the operator dismisses it.
   */
  "conversion-skipped": {
    title: "A credit was not converted",
    severity: "warning",
    remedy: "The treasury was short of the target coin, or no rate was fresh. Fund the treasury.",
    isDismissible: true,
  },
  /**
   * A merchant's automatic settlement was stopped, because its payout was refused or did not
   * arrive. Subject: the settlement. Cleared when the merchant resumes or removes it.
   */
  "settlement-stopped": {
    title: "An automatic settlement was stopped",
    severity: "warning",
    remedy:
      "The merchant's owners were notified and see the reason on their page. If it is a limit, a block or the screening of this gateway, decide whether it is intended.",
  },
  /**
   * The audit could not compare everything: a node did not respond, or the audit itself failed.
   * Subject: `custody`, `sample` of the addresses given out, or `audit`.
   */
  "audit-incomplete": {
    title: "The audit could not compare everything",
    severity: "warning",
    remedy: "Check that the network's nodes respond, then run npm run audit. Whether the rest is correct is unknown.",
  },
  /**
   * A token outside the catalog was received UNKNOWN_TOKEN_ALARM_COUNT times. Subject: the network.
   * The operator dismisses it.
   */
  "unknown-token": {
    title: "A token outside the catalog keeps arriving",
    severity: "warning",
    remedy:
      "Most such tokens are advertising. Check the contract on an explorer; the network's page lists all transfers.",
    isDismissible: true,
  },
} as const satisfies Readonly<Record<string, Alarm>>;

export type AlarmKind = keyof typeof ALARMS;

/**
 * Returns the alarm of a kind in the database. A kind unknown to this version has only its name,
 * and the highest severity.
 */
export function alarmOf(kind: string): Omit<Alarm, "remedy"> & { readonly remedy: string | null } {
  const known: Readonly<Record<string, Alarm | undefined>> = ALARMS;
  return known[kind] ?? { title: kind.replaceAll("-", " "), severity: "critical", remedy: null };
}
