/**
 * Every cause of a journal entry. Unique together with the reference, which makes replays harmless.
 * Each comment names the reference.
 */
export const ENTRY_KINDS = [
  /** A deposit was confirmed: custody against the account it belongs to. `<deposit>:<inclusion>` */
  "deposit.book",
  /** A booked deposit left the chain. `<deposit>:<inclusion>` */
  "deposit.reverse",
  /** A payment of an invoice was credited to the merchant. `<deposit>:<inclusion>` */
  "invoice.credit",
  /** Its reversal after a reorganisation. `<deposit>:<inclusion>` */
  "invoice.credit-reverse",
  /** The part of a deposit that paid its static wallet's creation fee. `<deposit>:<inclusion>` */
  "wallet.fee",
  /** Its reversal after a reorganisation. `<deposit>:<inclusion>` */
  "wallet.fee-reverse",
  /** A deposit to a blocked static wallet was moved to held funds. `<deposit>:<inclusion>` */
  "wallet.hold",
  /** Its reversal after a reorganisation. `<deposit>:<inclusion>` */
  "wallet.hold-reverse",
  /** A case was decided for the merchant. `<case>:<inclusion>` */
  "case.credit",
  /** Its reversal after a reorganisation. `<case>:<inclusion>` */
  "case.credit-reverse",
  /** The referrer's share of a credit's commission. The credit's reference. */
  "referral.credit",
  /** Its reversal after a reorganisation. The credit's reference. */
  "referral.credit-reverse",
  /** A credit was converted against the treasury. The credit's reference. */
  "conversion.auto",
  /** Its reversal after a reorganisation. The credit's reference. */
  "conversion.auto-reverse",
  /**
   * A merchant moved money to its owner's personal wallet.
   * `<merchant's transaction>:<user's transaction>`
   */
  "transfer.to-personal",
  /** The opposite direction. `<merchant's transaction>:<user's transaction>` */
  "transfer.to-business",
  /** A payout was taken from its balance, and converted if it is in another currency. `<payout>` */
  "payout.reserve",
  /**
   * The payout was confirmed: the sent amount leaves custody, its commission is earned. `<payout>`
   */
  "payout.settle",
  /** The payout failed or was cancelled: returned to the paying balance. `<payout>` */
  "payout.return",
  /** A refund was taken from a balance, or from held funds. `<refund>` */
  "refund.reserve",
  /** The refund was confirmed. `<refund>` */
  "refund.settle",
  /** The refund failed: returned to its source. `<refund>` */
  "refund.return",
  /**
   * A transaction was signed: its amount and maximum cost are in flight.
   * `<outgoing transaction>:<version>`
   */
  "send.commit",
  /**
   * The transaction was confirmed: its cost, and the return of the unused reserve.
   * `<outgoing transaction>`
   */
  "send.settle",
  /**
   * The transaction moved nothing but cost a fee: the rest is returned to its source.
   * `<outgoing transaction>`
   */
  "send.release",
  /** A sweep arrived in the hot wallet. `<sweep>` */
  "sweep.settle",
  /** Gas arrived on a deposit address. `<send>` */
  "gas.settle",
  /** Many small coins were consolidated into one at the hot address. `<send>` */
  "consolidation.settle",
  /**
   * What a chain charged our addresses for receiving, in the blocks that were read together. The
   * reference names no other object.
   */
  "arrival.cost",
  /** Its reversal: the blocks are no longer on the chain. The reference names no other object. */
  "arrival.return",
  /** The operator withdraws earnings or capital from a hot wallet. `<withdrawal>` */
  "withdrawal.reserve",
  /** The withdrawal was confirmed. `<withdrawal>` */
  "withdrawal.settle",
  /** The withdrawal failed or was cancelled. `<withdrawal>` */
  "withdrawal.return",
  /** An invoice was paid from a personal wallet. `<internal payment>:1` */
  "invoice.credit-internal",
  /** A later credit repaid a receivable. `<credit's kind>:<its reference>` */
  "receivable.repay",
  /** The operator, or the sandbox faucet, deposited into a hot wallet. `<deposit>:<inclusion>` */
  "capital.fund",
  /** Its reversal after a reorganisation. `<deposit>:<inclusion>` */
  "capital.fund-reverse",
  /** Earnings became capital, or the reverse. The reference is chosen by the initiator. */
  "capital.move",
  /** Capital was reserved for conversions. The reference is chosen by the initiator. */
  "treasury.fill",
  /** Capital was taken out of the treasury again. The reference is chosen by the initiator. */
  "treasury.draw",
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];
