import { Prisma } from "@/lib/generated/prisma/client";
import { batched, rowsOf } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { ChainDepth, Deposit, HoldReason } from "@/lib/money-in/deposits/deposit";
import { type DepthTerms, neededConfirmations } from "@/lib/pricing/catalog/network-rules";

/**
 * Deposits (`d`) to assigned addresses that the gateway may move: booked, on the chain, without a
 * pending decision or refund. A deposit to a static wallet must be credited or refunded first,
 * since its merchant may still block the wallet. A refund is paid from the hot wallet, so the
 * refunded deposit itself belongs to the gateway.
 */
export const MOVABLE = Prisma.sql`
  d.booked_inclusion IS NOT NULL AND d.status = 'confirmed' AND d.owner_kind IS DISTINCT FROM 'hot'
  AND NOT EXISTS (SELECT 1 FROM cases k WHERE k.deposit_id = d.id AND k.status IN ('open', 'refunding'))
  AND NOT EXISTS (SELECT 1 FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL AND h.refunded_at IS NULL)
  AND (d.owner_kind IS DISTINCT FROM 'wallet'
    OR EXISTS (SELECT 1 FROM invoice_credits c WHERE c.deposit_id = d.id AND c.reversed_at IS NULL)
    OR EXISTS (SELECT 1 FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL)
    OR EXISTS (SELECT 1 FROM cases k WHERE k.deposit_id = d.id AND k.status IN ('credited', 'refunded')))`;

const DEPOSIT = Prisma.raw(`id, network_code AS "networkCode", transaction_id AS "transactionId", position,
  currency_code AS "currencyCode", amount, from_address AS "fromAddress", to_address AS "toAddress", address_id AS "addressId",
  owner_kind AS "ownerKind", owner_id AS "ownerId", status, inclusion, booked_inclusion AS "bookedInclusion",
  block_height AS "blockHeight", block_hash AS "blockHash", block_time AS "blockTime",
  unattested_since AS "unattestedSince", seen_at AS "seenAt", spends,
  absent_since AS "absentSince", confirmed_at AS "confirmedAt", vanished_at AS "vanishedAt",
  reversal_approved_at AS "reversalApprovedAt", hold_reason AS "holdReason", sweep_id AS "sweepId"`);

/**
 * Locks an owner's deposits and returns them in the order they were seen. The watcher cannot remove
 * one meanwhile.
 */
export const lockOwnerDeposits = batched(
  async (tx, owners: readonly { readonly kind: string; readonly id: string }[]): Promise<Deposit[][]> => {
    const rows = await tx.$queryRaw<Prisma.DepositGetPayload<object>[]>`
      SELECT ${DEPOSIT} FROM deposits d
        JOIN unnest(${owners.map(({ kind }) => kind)}::text[], ${owners.map(({ id }) => id)}::uuid[]) AS o (kind, owner)
          ON d.owner_kind = o.kind AND d.owner_id = o.owner
      ORDER BY d.id FOR UPDATE OF d`;
    const keyOf = (kind: string | null, id: string | null) => `${kind} ${id}`;
    const keys = owners.map(({ kind, id }) => keyOf(kind, id));
    return rowsOf(keys, rows, ({ ownerKind, ownerId }) => keyOf(ownerKind, ownerId)).map((deposits) =>
      deposits.map(toDeposit).sort((a, b) => a.seenAt.getTime() - b.seenAt.getTime() || (a.id < b.id ? -1 : 1)),
    );
  },
);

export async function lockDeposit(tx: Tx, id: string): Promise<Deposit | null> {
  await tx.$queryRaw`SELECT 1 FROM deposits WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.deposit.findUnique({ where: { id } });
  return row ? toDeposit(row) : null;
}

/** Reads the reading position and the required confirmations of every network. */
export async function readDepths(tx: Tx): Promise<ReadonlyMap<string, ChainDepth>> {
  return depths(tx, null);
}

const depths = batched(async (tx, asked: readonly null[]) => {
  const rows = await tx.$queryRaw<(DepthTerms & { readonly height: bigint })[]>`
    SELECT n.code, c.height, n.confirmations, n.is_sandbox AS "isSandbox"
    FROM chain_cursors c JOIN networks n ON n.code = c.network_code`;
  const found: ReadonlyMap<string, ChainDepth> = new Map(
    rows.map((row) => [row.code, { height: row.height, confirmations: neededConfirmations(row) }]),
  );
  return asked.map(() => found);
});

/** Marks a deposit as confirmed and in the books with this inclusion of it. */
export const markBooked = batched(
  async (tx, booked: readonly { readonly id: string; readonly inclusion: number }[]): Promise<null[]> => {
    await tx.$executeRaw`
      UPDATE deposits d SET status = 'confirmed', booked_inclusion = b.inclusion, confirmed_at = ${new Date()}::timestamptz
      FROM unnest(${booked.map(({ id }) => id)}::uuid[], ${booked.map(({ inclusion }) => inclusion)}::int[]) AS b (id, inclusion)
      WHERE d.id = b.id`;
    return booked.map(() => null);
  },
);

export async function setHoldReason(tx: Tx, id: string, holdReason: HoldReason): Promise<void> {
  await tx.deposit.update({ where: { id }, data: { holdReason }, select: { id: true } });
}

export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await tx.deposit.update({
    where: { id },
    data: { status: "confirmed", confirmedAt: new Date() },
    select: { id: true },
  });
}

export async function markUnbooked(tx: Tx, id: string): Promise<void> {
  await tx.deposit.update({ where: { id }, data: { bookedInclusion: null }, select: { id: true } });
}

export function toDeposit(row: Prisma.DepositGetPayload<object>): Deposit {
  return { ...row, amount: decimal(row.amount) };
}

/**
 * Returns which of these deposits were refunded or are being refunded: as the balance of a blocked
 * wallet, as a case, or with the payment that an earlier inclusion had paid. A deposit that left
 * its chain and came back afterwards is the same money to its payer: it must not be refunded again,
 * and may only repay the merchant's debt for the first refund. A failed refund does not count.
 *
 * `exceptInvoiceId` leaves out refunds of that payment, whose own sums already include them.
 */
export async function listGoneBack(
  tx: Tx,
  depositIds: readonly string[],
  exceptInvoiceId: string | null = null,
): Promise<ReadonlySet<string>> {
  if (depositIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id FROM unnest(${[...depositIds]}::uuid[]) AS d(id)
    WHERE EXISTS (
        SELECT FROM wallet_holds h JOIN refunds r ON r.id = h.refund_id
        WHERE h.deposit_id = d.id AND h.reversed_at IS NOT NULL AND r.status <> 'fail')
      OR EXISTS (SELECT FROM cases k JOIN refunds r ON r.case_id = k.id WHERE k.deposit_id = d.id AND r.status <> 'fail')
      OR EXISTS (
        SELECT FROM invoice_credits c JOIN refunds r ON r.invoice_id = c.invoice_id
        WHERE c.deposit_id = d.id AND c.reversed_at IS NOT NULL AND r.kind = 'payment' AND r.status <> 'fail'
          AND c.invoice_id IS DISTINCT FROM ${exceptInvoiceId}::uuid)`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns which of these transactions the gateway sent. A transfer from one of them to its own
 * address (a sweep to the hot wallet, gas to a deposit address) is booked by its sender and is not
 * a deposit. The id is stored before a node has the bytes, so none is missed.
 */
export async function findOwnTransactions(
  tx: Tx,
  networkCode: string,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ transactionId: string }[]>`
    SELECT DISTINCT transaction_id AS "transactionId" FROM signed_transactions
    WHERE network_code = ${networkCode} AND transaction_id = ANY(${[...new Set(transactionIds)]}::text[])`;
  return new Set(rows.map(({ transactionId }) => transactionId));
}
