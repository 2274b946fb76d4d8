import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import type { SignedVersion } from "@/lib/sending/sends/outgoing";
import type { Inclusion } from "@/lib/sending/sends/outgoing-repo";

export type NewOutgoing = {
  readonly id: string;
  readonly networkCode: string;
  readonly fromAddress: string;
  readonly feePayer: string | null;
  readonly nonce: bigint | null;
  readonly sendIds: readonly string[];
  readonly first: NewVersion;
};

/**
 * Inserts transactions with their first versions, their nonces (if any) and the sends that they
 * carry, in one statement. Requires the locks of the accounts.
 */
export async function insertOutgoing(tx: Tx, all: readonly NewOutgoing[]): Promise<void> {
  const rows = all.map(({ id, networkCode, fromAddress, feePayer, nonce, first }) => ({
    ...{ id, networkCode, fromAddress, feePayer, nonce: nonce?.toString() ?? null },
    ...{ version: first.version, transactionId: first.transactionId, raw: Buffer.from(first.raw).toString("hex") },
    ...{ spends: first.spends, feeTerms: first.feeTerms, feePriority: first.feePriority },
    ...{ feeExpected: first.feeExpected.toFixed(), feeMax: first.feeMax.toFixed() },
  }));
  const carried = all.flatMap(({ id, sendIds }) => sendIds.map((sendId) => ({ id, sendId })));
  await tx.$executeRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g (id uuid, "networkCode" text, "fromAddress" text, "feePayer" text,
        nonce bigint, version int, "transactionId" text, raw text, spends text, "feeTerms" text, "feePriority" fee_priority,
        "feeExpected" numeric, "feeMax" numeric)),
    outgoing AS (
      INSERT INTO outgoing_transactions (id, network_code, from_address, fee_payer, nonce, fee_max)
      SELECT id, "networkCode", "fromAddress", "feePayer", nonce, "feeMax" FROM given),
    version AS (
      INSERT INTO signed_transactions (outgoing_id, version, network_code, transaction_id, raw, spends, fee_terms, fee_priority, fee_expected, fee_max)
      SELECT id, version, "networkCode", "transactionId", decode(raw, 'hex'), spends, "feeTerms", "feePriority", "feeExpected", "feeMax" FROM given),
    account AS (
      UPDATE sending_accounts a SET next_nonce = g.next_nonce
      FROM (SELECT "networkCode", "fromAddress", max(nonce) + 1 AS next_nonce FROM given WHERE nonce IS NOT NULL GROUP BY 1, 2) g
      WHERE a.network_code = g."networkCode" AND a.address = g."fromAddress")
    UPDATE sends s SET status = 'sending', outgoing_id = c.outgoing_id, wait_reason = NULL, wait_detail = NULL, waiting_since = NULL,
      refusal_count = 0, updated_at = now()
    FROM unnest(${carried.map(({ sendId }) => sendId)}::uuid[], ${carried.map(({ id }) => id)}::uuid[]) AS c (send_id, outgoing_id)
    WHERE s.id = c.send_id`;
}

export type NewVersion = Omit<SignedVersion, "signedAt">;

/** Stores the bytes of a version, which never change, before anyone else has them. */
export async function insertVersion(
  tx: Tx,
  outgoing: { readonly id: string; readonly networkCode: string },
  version: NewVersion,
): Promise<void> {
  const { feeExpected, feeMax, raw, ...rest } = version;
  const exact = { feeExpected: feeExpected.toFixed(), feeMax: feeMax.toFixed(), raw: Uint8Array.from(raw) };
  const data = { ...rest, ...exact, outgoingId: outgoing.id, networkCode: outgoing.networkCode };
  await tx.signedTransaction.createMany({ data: [data] });
}

/**
 * Makes a replacement the newest version; the maximum fee is that of the most expensive version.
 */
export async function raiseVersion(tx: Tx, id: string, to: { version: number; feeMax: string }): Promise<void> {
  await tx.outgoingTransaction.updateMany({ where: { id }, data: { ...to, lastBroadcastAt: null } });
}

type End = { readonly succeeded: boolean; readonly feePaid: string; readonly failure: string | null };

/** Ends the transaction and its sends: it arrived, or it moved nothing but its cost. */
export async function endOutgoing(tx: Tx, inclusion: Inclusion, end: End): Promise<void> {
  await endEach(tx, { ...inclusion, ...end });
}

const endEach = batched(async (tx, ends: readonly (Inclusion & End)[]): Promise<null[]> => {
  const rows = ends.map(({ height, ...end }) => ({ ...end, height: height.toString() }));
  await tx.$executeRaw`
    WITH ended AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (id uuid, version int, height bigint, hash text, succeeded boolean,
        "feePaid" numeric, failure text)),
    outgoing AS (
      UPDATE outgoing_transactions o SET status = CASE WHEN e.succeeded THEN 'settled' ELSE 'failed' END::outgoing_status,
        fee_paid = e."feePaid", included_version = e.version, block_height = e.height, block_hash = e.hash, settled_at = now(),
        conflict_since = NULL
      FROM ended e WHERE o.id = e.id)
    UPDATE sends s SET status = CASE WHEN e.succeeded THEN 'confirmed' ELSE 'failed' END::send_status, failure = e.failure,
      updated_at = now(), final_at = now()
    FROM ended e WHERE s.outgoing_id = e.id`;
  return ends.map(() => null);
});
