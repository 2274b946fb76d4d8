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
 * What a version spends, as it is stored beside its bytes; null for a nonce, which its transaction
 * has.
 */
export function printSpends(spends: Spends): string | null {
  if (spends.kind === "nonce") return null;
  return JSON.stringify(spends, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** The opposite of {@link printSpends}. @throws Error for a text that it did not write */
export function parseSpends(text: string): Exclude<Spends, { kind: "nonce" }> {
  return form.parse(JSON.parse(text));
}

/** One signed version of an outgoing transaction. Fees are in the network's native currency. */
export type SignedVersion = {
  readonly version: number;
  readonly transactionId: string;
  readonly raw: Uint8Array;
  /** As `printSpends` writes it; null with a nonce. */
  readonly spends: string | null;
  readonly feeTerms: string;
  readonly feePriority: FeePriority;
  readonly feeExpected: Decimal;
  readonly feeMax: Decimal;
  readonly signedAt: Date;
  /**
   * The version of ours that this is under another id, found in a block; null for what we have
   * signed.
   */
  readonly aliasOf?: number | null;
};

/**
 * What one nonce, one set of coins or one span of time of ours is used for, with its versions
 * (oldest first) and what it carries.
 */
export type Outgoing = {
  readonly id: string;
  readonly networkCode: string;
  readonly fromAddress: string;
  /** The hot wallet, where it pays for what leaves another address; null: `fromAddress` pays. */
  readonly feePayer: string | null;
  /** Null on chains whose transactions have none. */
  readonly nonce: bigint | null;
  readonly status: "signed" | "included" | "settled" | "failed" | "expired";
  readonly version: number;
  readonly feeMax: Decimal;
  /** Below zero where accounts that it closed gave back more than it cost. */
  readonly feePaid: Decimal | null;
  readonly includedVersion: number | null;
  readonly blockHeight: bigint | null;
  readonly blockHash: string | null;
  readonly lastBroadcastAt: Date | null;
  readonly broadcastCount: number;
  readonly versions: readonly SignedVersion[];
  /** What it carries, or carried when it expired, in the order of its outputs. Never empty. */
  readonly sends: readonly Send[];
};

/**
 * The send that a transaction is told of by, in the books and in alarms; the only one but where
 * coins pay several.
 */
export function leadOf({ id, sends }: Pick<Outgoing, "id" | "sends">): Send {
  const [lead] = sends;
  invariant(lead, `outgoing transaction ${id} carries a send`);
  return lead;
}

/** What all of these move together. Several are of one coin, the network's own. */
export function sumOf(sends: readonly Pick<Send, "amount">[]): Decimal {
  return sends.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}

/** @throws Error when the version is not there: versions are never deleted */
export function versionOf(outgoing: Outgoing, version: number): SignedVersion {
  const found = outgoing.versions.find((candidate) => candidate.version === version);
  if (found === undefined) throw new Error(`outgoing transaction ${outgoing.id} lacks version ${version}`);
  return found;
}

/** The bytes of a version, as the driver broadcasts them. */
export function toSigned(outgoing: Outgoing, version: SignedVersion): SignedTransfer {
  const { raw, transactionId } = version;
  return { raw, transactionId, spends: spendsOf(outgoing, version) };
}

/**
 * The bytes that we have signed ourselves: nodes may refuse those that somebody has changed on the
 * way.
 */
export function signedByUs(outgoing: Outgoing, version: SignedVersion): SignedTransfer {
  return toSigned(outgoing, version.aliasOf == null ? version : versionOf(outgoing, version.aliasOf));
}

/** What makes a second copy of a version harmless. */
export function spendsOf(
  { id, fromAddress, nonce }: Pick<Outgoing, "id" | "fromAddress" | "nonce">,
  { spends }: Pick<SignedVersion, "spends">,
): Spends {
  if (spends !== null) return parseSpends(spends);
  invariant(nonce !== null, `outgoing transaction ${id} spends something`);
  return { kind: "nonce", address: fromAddress, nonce };
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
