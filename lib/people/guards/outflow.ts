import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/**
 * Ways out: the machine API and the pages order payouts and refunds (of payments, blocked wallets
 * and cases); transfers are to a personal wallet.
 */
export type OutflowKind = "payout" | "refund" | "transfer";

/** Why an outflow waits for somebody's decision. */
export type ReviewReason = "screening" | "approval" | "look_alike";

/** What is to leave a merchant's balance, or what is held for it. */
export type OutflowOrder = {
  readonly kind: OutflowKind;
  /** The payout, refund or transfer. */
  readonly subjectId: string;
  readonly merchantId: string;
  /** All that leaves, fees included, in `currency`. */
  readonly amount: Decimal;
  readonly currency: string;
  /** Null inside the gateway: a transfer. The address is canonical. */
  readonly destination: {
    readonly network: CatalogNetwork;
    readonly address: string;
    /** Names somebody behind the address. */
    readonly memo?: string | null;
  } | null;
  /** The person who orders it; null for the machine API and for rules of the gateway. */
  readonly requestedById: string | null;
  /** Of a refund: whether it goes to an address that paid that much. Asked where it decides. */
  readonly isBackToPayer?: () => Promise<boolean>;
  /** A refund that the payment key ordered, to an address that did not pay that much. */
  readonly isThirdParty?: boolean;
  /**
   * Of a row of a file: what the whole file is worth in US dollars, null when nobody knows. Left
   * out: it was ordered by itself.
   */
  readonly together?: Decimal | null | undefined;
};
