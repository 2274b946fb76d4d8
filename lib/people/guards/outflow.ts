import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/**
 * The kinds of outflows: payouts and refunds (of payments, blocked wallets and cases) requested
 * through the machine API and the pages; transfers go to a personal wallet.
 */
export type OutflowKind = "payout" | "refund" | "transfer";

/** Why an outflow waits for a decision. */
export type ReviewReason = "screening" | "approval" | "look_alike";

/** An amount about to leave a merchant's balance, or what is reserved for it. */
export type OutflowOrder = {
  readonly kind: OutflowKind;
  /** The id of the payout, refund or transfer. */
  readonly subjectId: string;
  readonly merchantId: string;
  /** Total debit, fees included, in `currency`. */
  readonly amount: Decimal;
  readonly currency: string;
  /** Null inside the gateway: a transfer. The address is canonical. */
  readonly destination: {
    readonly network: CatalogNetwork;
    readonly address: string;
    /** Names a recipient behind the address. */
    readonly memo?: string | null;
  } | null;
  /** The user who requests it; null for the machine API and for rules of the gateway. */
  readonly requestedById: string | null;
  /**
   * For a refund: whether it goes to an address that paid that much. Evaluated only if it matters.
   */
  readonly isBackToPayer?: () => Promise<boolean>;
  /** A refund requested with the payment key, to an address that did not pay that much. */
  readonly isThirdParty?: boolean;
  /**
   * For a row of a file: the value of the whole file in US dollars, null if unknown. Undefined:
   * requested on its own.
   */
  readonly together?: Decimal | null | undefined;
};
