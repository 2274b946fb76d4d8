import { z } from "zod";
import type { FeeEstimate, FeePriority, SignedTransfer, Spends } from "@/lib/chains/spending";
import { invariant } from "@/lib/kernel/errors";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { Send } from "@/lib/sending/sends/send";

const units = z.string().regex(/^\d+$/).transform(BigInt);

const coins = z.object({
  kind: z.literal("coins"),
  coins: z.array(z.object({ transactionId: z.string(), index: z.number().int().min(0), units, address: z.string() })),
  keyImages: z.array(z.string()).optional(),
});

const expiring = z.object({ kind: z.literal("expiring"), validUntil: units });

const form = z.discriminatedUnion("kind", [coins, expiring]);

/**
 * Serializes what a version spends, to be stored with its bytes; null for a nonce, which is stored
 * with its transaction.
 */
export function printSpends(spends: Spends): string | null {
  if (spends.kind === "nonce") return null;
  return JSON.stringify(spends, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** Inverse of {@link printSpends}. @throws Error for a text that it did not write */
export function parseSpends(text: string): Exclude<Spends, { kind: "nonce" }> {
  return form.parse(JSON.parse(text));
}

/** One signed version of an outgoing transaction. Fees are in the network's native currency. */
export type SignedVersion = {
  readonly version: number;
  readonly transactionId: string;
  readonly raw: Uint8Array;
  /** Written by `printSpends`; null with a nonce. */
  readonly spends: string | null;
  readonly feeTerms: string;
  readonly feePriority: FeePriority;
  readonly feeExpected: Decimal;
  readonly feeMax: Decimal;
  readonly signedAt: Date;
  /**
   * The gateway's version of which this is a malleated id found in a block; null for versions the
   * gateway signed.
   */
  readonly aliasOf?: number | null;
};

/**
 * The use of one nonce, one set of UTXOs or one validity period of the gateway, with its versions
 * (oldest first) and the sends it carries.
 */
export type Outgoing = {
  readonly id: string;
  readonly networkCode: string;
  readonly fromAddress: string;
  /** The hot wallet if it pays for a transfer from another address; null: `fromAddress` pays. */
  readonly feePayer: string | null;
  /** Null on chains without nonces. */
  readonly nonce: bigint | null;
  readonly status: "signed" | "included" | "settled" | "failed" | "expired";
  readonly version: number;
  readonly feeMax: Decimal;
  /** Negative when closed accounts returned more than it cost. */
  readonly feePaid: Decimal | null;
  readonly includedVersion: number | null;
  readonly blockHeight: bigint | null;
  readonly blockHash: string | null;
  readonly lastBroadcastAt: Date | null;
  readonly broadcastCount: number;
  readonly versions: readonly SignedVersion[];
  /** The sends it carries, or carried when it expired, in the order of its outputs. Never empty. */
  readonly sends: readonly Send[];
};

/**
 * The send that identifies a transaction in the books and in alarms; the only one unless UTXOs pay
 * several.
 */
export function leadOf({ id, sends }: Pick<Outgoing, "id" | "sends">): Send {
  const [lead] = sends;
  invariant(lead, `outgoing transaction ${id} carries a send`);
  return lead;
}

/** Returns the id of its log lines: that of the lead's owner. Never throws. */
export function traceOf({ id, sends }: Pick<Outgoing, "id" | "sends">): string {
  return sends[0]?.purposeId ?? id;
}

/**
 * Returns the total of all these sends. Several always have the same coin, the network's native
 * one.
 */
export function sumOf(sends: readonly Pick<Send, "amount">[]): Decimal {
  return sends.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}

/** @throws Error when the version does not exist: versions are never deleted */
export function versionOf(outgoing: Outgoing, version: number): SignedVersion {
  const found = outgoing.versions.find((candidate) => candidate.version === version);
  if (found === undefined) throw new Error(`outgoing transaction ${outgoing.id} lacks version ${version}`);
  return found;
}

/** Returns the bytes of a version, as the driver broadcasts them. */
export function toSigned(outgoing: Outgoing, version: SignedVersion): SignedTransfer {
  const { raw, transactionId } = version;
  return { raw, transactionId, spends: spendsOf(outgoing, version) };
}

/**
 * Returns the bytes that the gateway signed itself: nodes may refuse those that were malleated in
 * transit.
 */
export function signedByUs(outgoing: Outgoing, version: SignedVersion): SignedTransfer {
  return toSigned(outgoing, version.aliasOf == null ? version : versionOf(outgoing, version.aliasOf));
}

/** Returns what makes a second copy of a version harmless. */
export function spendsOf(
  { id, fromAddress, nonce }: Pick<Outgoing, "id" | "fromAddress" | "nonce">,
  { spends }: Pick<SignedVersion, "spends">,
): Spends {
  if (spends !== null) return parseSpends(spends);
  invariant(nonce !== null, `outgoing transaction ${id} spends something`);
  return { kind: "nonce", address: fromAddress, nonce };
}

/** Returns the estimate with which a version was built, which a replacement must exceed. */
export function toEstimate(version: SignedVersion, nativeDecimals: number): FeeEstimate {
  return {
    priority: version.feePriority,
    expectedUnits: toBaseUnits(version.feeExpected, nativeDecimals),
    maximumUnits: toBaseUnits(version.feeMax, nativeDecimals),
    terms: version.feeTerms,
  };
}
