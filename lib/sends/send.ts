import type { FeePriority } from "@/lib/chains/spending";
import type { Decimal } from "@/lib/money/decimal";
import type { SendStatus } from "@/lib/sends/status";
import type { WaitReason } from "@/lib/sends/wait-reason";

/** Whose a send is. */
export const SEND_PURPOSES = ["payout", "refund", "withdrawal", "sweep", "gas", "consolidation"] as const;
export type SendPurpose = (typeof SEND_PURPOSES)[number];

/** What the engine is told: move an exact amount from one of our addresses to one address, once. */
export type SendOrder = {
  readonly purpose: SendPurpose;
  /** The payout, refund, withdrawal or sweep; of a consolidation its own id. One send each, ever. */
  readonly purposeId: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  /** Exact, in the currency: what arrives. */
  readonly amount: Decimal;
  /** Null: the network's hot wallet. */
  readonly fromAddress: string | null;
  readonly toAddress: string;
  readonly memo: string | null;
  readonly priority: FeePriority;
  /** What the fee quote counted on for the network, in its native currency: a cost above twice that waits. Null: whatever it costs. */
  readonly feeExpected: Decimal | null;
};

export type Send = SendOrder & {
  readonly id: string;
  readonly status: SendStatus;
  /** Why it is not signed yet; null while nothing hinders it. */
  readonly waitReason: WaitReason | null;
  readonly refusalCount: number;
  readonly outgoingId: string | null;
  readonly createdAt: Date;
};
