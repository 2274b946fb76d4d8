/**
 * Every cause of a journal entry. With the reference it is unique, which is what makes a replay harmless.
 * The comment names the reference.
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
  /** A merchant moved money to its owner's personal wallet. `<merchant's transaction>:<user's transaction>` */
  "transfer.to-personal",
  /** The way back. `<merchant's transaction>:<user's transaction>` */
  "transfer.to-business",
  /** A later credit repaid a receivable. `<credit's kind>:<its reference>` */
  "receivable.repay",
  /** The operator, or the sandbox faucet, put money into a hot wallet. `<network>:<transaction>:<position>` */
  "capital.fund",
  /** Capital set aside for conversions. Named by the one who orders it. */
  "treasury.fill",
] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];
