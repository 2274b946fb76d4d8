import type { FeeEstimate, FeePriority, SignedTransfer } from "@/lib/chains/spending";
import { toBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";
import type { Send } from "@/lib/sends/send";

/** One signed version of an outgoing transaction. Fees are in the network's native currency. */
export type SignedVersion = {
  readonly version: number;
  readonly transactionId: string;
  readonly raw: Uint8Array;
  readonly feeTerms: string;
  readonly feePriority: FeePriority;
  readonly feeExpected: Decimal;
  readonly feeMax: Decimal;
  readonly signedAt: Date;
};

/** What one nonce of ours is used for, with its versions (oldest first) and the send that it carries. */
export type Outgoing = {
  readonly id: string;
  readonly networkCode: string;
  readonly fromAddress: string;
  readonly nonce: bigint;
  readonly status: "signed" | "included" | "settled" | "failed";
  readonly version: number;
  readonly feeMax: Decimal;
  readonly feePaid: Decimal | null;
  readonly includedVersion: number | null;
  readonly blockHeight: bigint | null;
  readonly blockHash: string | null;
  readonly lastBroadcastAt: Date | null;
  readonly broadcastCount: number;
  readonly versions: readonly SignedVersion[];
  readonly send: Send;
};

/** @throws Error when the version is not there: versions are never deleted */
export function versionOf(outgoing: Outgoing, version: number): SignedVersion {
  const found = outgoing.versions.find((candidate) => candidate.version === version);
  if (found === undefined) throw new Error(`outgoing transaction ${outgoing.id} lacks version ${version}`);
  return found;
}

/** The bytes of a version, as the driver broadcasts them. */
export function toSigned(outgoing: Outgoing, { raw, transactionId }: SignedVersion): SignedTransfer {
  return { raw, transactionId, spends: spendsOf(outgoing) };
}

export function spendsOf({ fromAddress, nonce }: Pick<Outgoing, "fromAddress" | "nonce">) {
  return { kind: "nonce", address: fromAddress, nonce } as const;
}

/** The estimate that a version was built with, for a replacement to beat. */
export function toEstimate(version: SignedVersion, nativeDecimals: number): FeeEstimate {
  return {
    priority: version.feePriority,
    expectedUnits: toBaseUnits(version.feeExpected, nativeDecimals),
    maximumUnits: toBaseUnits(version.feeMax, nativeDecimals),
    terms: version.feeTerms,
  };
}
