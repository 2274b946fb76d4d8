/** How severe something is, the worst first. */
export const SEVERITIES = ["critical", "error", "warning"] as const;
/**
 * `critical`: money is at risk or the books are in doubt; `error`: something does not work;
 * `warning`: neither yet, but a person should look at it.
 */
export type Severity = (typeof SEVERITIES)[number];

type Alarm = {
  readonly title: string;
  readonly severity: Severity;
  /** What the operator does about it. */
  readonly remedy: string;
  /** It tells of something that has happened: no later state of affairs ends it, reading does. */
  readonly isDismissible?: true;
};

/**
 * Everything that raises an alarm: when, what its subject is, and what ends it where it is not its
 * cause; then how severe it is, and what the operator reads.
 */
export const ALARMS = {
  /**
   * The audit found something that is not as it must be. Subject: `books`, or `custody` for what a
   * chain says otherwise.
   */
  "books-differ": {
    title: "The books do not add up",
    severity: "critical",
    remedy: "Stop sends everywhere, run npm run audit, and find the cause before you resume.",
  },
  /**
   * What a transaction did when it was ended is not what the chain says of it now (carried out
   * after it had failed, failed after it had arrived, or about to be one of them), or nodes
   * contradict each other about one that is about to end; the network's sends are stopped. Subject:
   * the outgoing transaction.
   */
  "send-outcome-changed": {
    title: "A transaction's outcome differs from the books",
    severity: "critical",
    remedy:
      "A reorganisation changed its outcome, or two nodes contradict each other. The network's sends are stopped. Check it on an explorer, and remove a wrong node from the settings before you resume.",
  },
  /**
   * Money went between addresses of ours in a transaction that this database does not know (a
   * restored backup, a shared seed): nothing was booked. Subject: the transaction.
   */
  "unknown-internal-transfer": {
    title: "An unknown transaction moved funds between gateway addresses",
    severity: "critical",
    remedy:
      "Possible causes are a restored backup or a shared seed. Nothing was booked. Run npm run audit to see what each address is missing, and resolve that first.",
    isDismissible: true,
  },
  /**
   * A row that everything has which came by the gates is missing, or contradicts a send: it is not
   * signed, or not once more with a higher fee. Subject: the send.
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
  /** A reorganisation went deeper than the blocks we keep. Subject: the network. */
  "deep-reorganisation": {
    title: "A reorganisation is deeper than the stored blocks",
    severity: "critical",
    remedy: "The network is stopped. Find out what happened on the network before you resume it.",
  },
  /** The node shows another chain than before. Subject: the network. */
  "network-stopped": {
    title: "A network's node shows a different chain",
    severity: "critical",
    remedy: "Nothing is synced or sent there. Check that the node is on the right network and was not reset.",
  },
  /** A credited deposit left its chain and was taken back. Subject: the deposit. */
  "deposit-reversed": {
    title: "A credited deposit was reversed",
    severity: "critical",
    remedy: "The credit was reversed. Check whether the merchant has spent it: debts are listed under receivables.",
    isDismissible: true,
  },
  /**
   * A credited deposit left its chain, but no second node could confirm it. Subject: the deposit.
   */
  "reversal-pending": {
    title: "A deposit may have been reversed",
    severity: "critical",
    remedy: "No second node could confirm it. Configure another node for the network, or check an explorer and decide.",
  },
  /**
   * A conversion was undone and the treasury no longer held what it had taken in. Subject: the
   * coin.
   */
  "treasury-short": {
    title: "The treasury is short of a coin",
    severity: "critical",
    remedy: "A conversion was reversed, and the treasury no longer held the coin. Fund the treasury with it.",
  },
  /**
   * The chain refuses to move a coin from a deposit address (its issuer blocked the address, say).
   * Subject: `<network>:<currency>:<address>`. It ends when a sweep of the coin from there arrives.
   */
  "sweep-refused": {
    title: "The network rejects moving a deposit",
    severity: "critical",
    remedy:
      "The coin stays on the address and is retried at most once a day. Ask the coin's issuer whether the address is blocked.",
  },
  /**
   * An address of ours holds more than all that is known to have come, and no transaction of it was
   * found. Subject: `<network>:<address>:<base units>`. It ends when the deposit is found, or the
   * operator dismisses it.
   */
  "unexplained-balance": {
    title: "An address holds more than its known deposits",
    severity: "critical",
    remedy:
      "A contract may have paid it. Configure an archive node with tracing to find it automatically, or check the block on an explorer.",
    isDismissible: true,
  },
  /**
   * The hot wallet lacks a coin, or the gas, for what is to be sent. Subject:
   * `<network>:<currency>`.
   */
  "sends-underfunded": {
    title: "Sends are waiting for funds",
    severity: "error",
    remedy:
      "Deposits of the coin are swept automatically, except those awaiting a decision. If this is not enough, fund the hot wallet.",
  },
  /**
   * As much left a network within an hour as the worker's settings let. Subject:
   * `<network>:<currency>` of what waits. It ends when nothing waits for that any more.
   */
  "outflow-cap": {
    title: "Sends are waiting for the hourly limit",
    severity: "error",
    remedy:
      "They continue as the limit allows. Check that you expect these transfers; if a merchant needs more, raise the worker setting named in the alarm.",
  },
  /** A single send is more than may leave within an hour. Subject: the send. */
  "send-above-cap": {
    title: "A send exceeds the hourly limit",
    severity: "error",
    remedy:
      "It is not sent unless you raise the worker setting named in the alarm and restart the worker. First make sure it is intended; otherwise cancel it.",
  },
  /** A withdrawal goes to an address that the worker's list does not name. Subject: the send. */
  "withdrawal-not-allowlisted": {
    title: "A withdrawal address is not on the list",
    severity: "error",
    remedy:
      "If you created it, add the address to WITHDRAWAL_ADDRESSES of the worker and restart it, or cancel the withdrawal. If no one did, stop sends: someone is creating withdrawals in your name.",
  },
  /** The chain would refuse a send, or a node refuses its bytes. Subject: the send. */
  "send-refused": {
    title: "A send was rejected",
    severity: "error",
    remedy: "The network would not execute it, or no node accepts it. The send's page shows the node's response.",
  },
  /**
   * The setting of its nodes cannot be used, so a worker started without it. Subject: the network.
   * It ends when a worker starts that can use it, or that has no such setting.
   */
  "network-misconfigured": {
    title: "A network's node settings are invalid",
    severity: "error",
    remedy: "Nothing is synced or sent there; other networks continue. Correct its NODE_URLS and restart the worker.",
  },
  /**
   * A transaction is not confirmed although it was replaced, or the cap of the hour keeps it from
   * that. Subject: the outgoing transaction.
   */
  "send-stuck": {
    title: "A transaction is not confirming",
    severity: "error",
    remedy: "It was already replaced with a higher fee. Check whether the network or the node has problems.",
  },
  /**
   * Money came in a token whose decimals the node gives otherwise than the catalog. Subject: the
   * network.
   */
  "amount-unreadable": {
    title: "A token has unexpected decimals",
    severity: "error",
    remedy: "Payments in the token are turned off. Compare the contract with the catalog.",
  },
  /**
   * A block, or what belongs to it, is larger than an answer of a node may be, and reading waits
   * before it. Subject: `<network>:<height>`. It ends when the block was read.
   */
  "block-too-large": {
    title: "A block is larger than the settings allow",
    severity: "error",
    remedy:
      "The network stops syncing before this block; other networks continue. Raise NODE_ANSWER_MB_MAX and restart the worker. If an explorer shows a small block, the node is wrong: use another.",
  },
  /** A mail was given up after a day. Subject: `mail`. */
  "mail-failed": {
    title: "A mail could not be sent for a day",
    severity: "error",
    remedy: "Check the mail server's settings and log.",
  },
  /** The hot wallet's native coin lasts for few more sweeps or sends. Subject: the network. */
  "gas-low": {
    title: "A hot wallet is low on gas",
    severity: "error",
    remedy: "Fund the hot wallet with the coin for network fees, or sweeps and token payouts will stop.",
  },
  /** A settled transaction left its chain and was sent again. Subject: the outgoing transaction. */
  "send-vanished": {
    title: "A confirmed transaction was lost in a reorganisation",
    severity: "warning",
    remedy: "The same transaction was broadcast again, and no balance changed. Check that it confirms.",
  },
  /** The network asks more than twice of what a send was priced with. Subject: the send. */
  "fee-above-quote": {
    title: "Network fees are far above a payout's quote",
    severity: "warning",
    remedy: "Sent automatically when fees drop. Until then the merchant can cancel it.",
  },
  /**
   * A credit that the merchant has converted stayed as it came: the treasury is short, or no rate
   * is fresh. Subject: the coin. It ends when the treasury could convert the largest of them, or
   * the operator dismisses it.
   */
  "conversion-skipped": {
    title: "A credit was not converted",
    severity: "warning",
    remedy: "The treasury was short of the target coin, or no rate was fresh. Fund the treasury.",
    isDismissible: true,
  },
  /**
   * The audit could not compare everything: a node gave no answer, or it failed itself. Subject:
   * `custody`, `sample` of the addresses that were given out, or `audit`.
   */
  "audit-incomplete": {
    title: "The audit could not compare everything",
    severity: "warning",
    remedy: "Check that the network's nodes respond, then run npm run audit. Whether the rest is correct is unknown.",
  },
  /**
   * A token outside the catalog came as often as UNKNOWN_TOKEN_ALARM_COUNT says. Subject: the
   * network. The operator dismisses it.
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
 * By the kind that the database has: of one that this version does not know nothing but its name is
 * told, and it is as severe as any.
 */
export function alarmOf(kind: string): Omit<Alarm, "remedy"> & { readonly remedy: string | null } {
  const known: Readonly<Record<string, Alarm | undefined>> = ALARMS;
  return known[kind] ?? { title: kind.replaceAll("-", " "), severity: "critical", remedy: null };
}
