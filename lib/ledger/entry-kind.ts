/**
 * Every cause of a journal entry. With the reference it is unique, which is what makes a replay
 * harmless. The comment names the reference.
 */
export const ENTRY_KINDS = [
  /** A deposit became deep enough: custody against what it belongs to. `<deposit>:<inclusion>` */
  "deposit.book",
  /** A booked deposit left the chain. `<deposit>:<inclusion>` */
  "deposit.reverse",
  /** A part of an invoice went to the merchant. `<deposit>:<inclusion>` */
  "invoice.credit",
  /** The same undone after a reorganisation. `<deposit>:<inclusion>` */
  "invoice.credit-reverse",
  /** What a deposit paid of its static wallet's creation fee. `<deposit>:<inclusion>` */
  "wallet.fee",
  /** The same undone after a reorganisation. `<deposit>:<inclusion>` */
  "wallet.fee-reverse",
  /** A deposit of a blocked static wallet went to the held funds. `<deposit>:<inclusion>` */
  "wallet.hold",
  /** The same undone after a reorganisation. `<deposit>:<inclusion>` */
  "wallet.hold-reverse",
  /** A case was decided for the merchant. `<case>:<inclusion>` */
  "case.credit",
  /** The same undone after a reorganisation. `<case>:<inclusion>` */
  "case.credit-reverse",
  /** The referrer's share of a credit's commission. The credit's reference. */
  "referral.credit",
  /** The same undone after a reorganisation. The credit's reference. */
  "referral.credit-reverse",
  /** A credit was swapped against the treasury. The credit's reference. */
  "conversion.auto",
  /** The same undone after a reorganisation. The credit's reference. */
  "conversion.auto-reverse",
  /**
   * A merchant moved money to its owner's personal wallet.
   * `<merchant's transaction>:<user's transaction>`
   */
  "transfer.to-personal",
  /** The way back. `<merchant's transaction>:<user's transaction>` */
  "transfer.to-business",
  /** A payout was taken from its balance, converted where it is from another one. `<payout>` */
  "payout.reserve",
  /** It was confirmed: what was sent leaves custody, its commission is earned. `<payout>` */
  "payout.settle",
  /** It failed or was cancelled: back to the balance that paid. `<payout>` */
  "payout.return",
  /** A refund was taken from a balance, or from held funds. `<refund>` */
  "refund.reserve",
  /** It was confirmed. `<refund>` */
  "refund.settle",
  /** It failed: back to where it came from. `<refund>` */
  "refund.return",
  /**
   * A transaction was signed: what it carries and may cost is in flight.
   * `<outgoing transaction>:<version>`
   */
  "send.commit",
  /**
   * It was confirmed: its cost, and what was kept for it and not needed. `<outgoing transaction>`
   */
  "send.settle",
  /**
   * It moved nothing but its cost: the rest is back where it came from. `<outgoing transaction>`
   */
  "send.release",
  /** A sweep arrived in the hot wallet. `<sweep>` */
  "sweep.settle",
  /** Gas arrived on a deposit address. `<send>` */
  "gas.settle",
  /** Many small coins are one at the hot address. `<send>` */
  "consolidation.settle",
  /**
   * What a chain took from addresses of ours because something arrived there, in the blocks that
   * were read together. Nobody else's name.
   */
  "arrival.cost",
  /** The same undone: the blocks are on the chain no more. Nobody else's name. */
  "arrival.return",
  /** The operator takes earnings or capital out of a hot wallet. `<withdrawal>` */
  "withdrawal.reserve",
  /** It was confirmed. `<withdrawal>` */
  "withdrawal.settle",
  /** It failed or was cancelled. `<withdrawal>` */
  "withdrawal.return",
  /** An invoice was paid out of a personal wallet. `<internal payment>:1` */
  "invoice.credit-internal",
  /** A later credit repaid a receivable. `<credit's kind>:<its reference>` */
  "receivable.repay",
  /** The operator, or the sandbox faucet, put money into a hot wallet. `<deposit>:<inclusion>` */
  "capital.fund",
  /** The same undone after a reorganisation. `<deposit>:<inclusion>` */
  "capital.fund-reverse",
  /** Capital from earnings, or the other way round. Named by the one who orders it. */
  "capital.move",
  /** Capital set aside for conversions. Named by the one who orders it. */
  "treasury.fill",
  /** Capital taken out of the treasury again. Named by the one who orders it. */
  "treasury.draw",
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];
