import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { type AccountName, operatorCapital, treasury } from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import { postEntry } from "@/lib/ledger/post-entry";
import { lockBalance, readBalance } from "@/lib/ledger/repo";
import { clearCovered } from "@/lib/money-in/conversions/convert-credit";

export type TreasuryOrder = {
  /** Idempotency key: a repeated order has no effect. */
  readonly commandId: string;
  readonly currency: string;
  /** Exact, in the currency. */
  readonly amount: Decimal;
  /** Null: the sandbox itself. */
  readonly actorId: string | null;
};

/**
 * Reserves capital for conversions. No money moves on a chain.
 *
 * @throws AppError `refused` when there is not enough unreserved capital
 */
export function fillTreasury(order: TreasuryOrder): Promise<void> {
  return withTransaction((tx) => moveFunds(tx, "treasury.fill", order));
}

/**
 * Returns funds reserved for conversions to capital.
 *
 * @throws AppError `refused` when the treasury does not hold enough
 */
export function drawTreasury(order: TreasuryOrder): Promise<void> {
  return withTransaction((tx) => moveFunds(tx, "treasury.draw", order));
}

async function moveFunds(tx: Tx, kind: "treasury.fill" | "treasury.draw", order: TreasuryOrder): Promise<void> {
  const { commandId, currency, amount, actorId } = order;
  if (!amount.gt(ZERO)) throw invalidParameter("amount", "validation.min.numeric");
  const [capital, treasuryAccount] = [operatorCapital(currency), treasury(currency)];
  // In lock order: the treasury before shared accounts.
  const there = {
    "treasury.draw": await lockFunds(tx, treasuryAccount),
    "treasury.fill": await lockFunds(tx, capital),
  };
  if (await hasEntry(tx, kind, commandId)) return;
  if (there[kind].lt(amount)) {
    const available = moneyText(there[kind].toFixed(), currency);
    const isFill = kind === "treasury.fill";
    throw new AppError(
      "refused",
      isFill ? `Not enough capital: ${available} available.` : `The treasury holds only ${available}.`,
    );
  }
  const [debit, credit] = kind === "treasury.fill" ? [capital, treasuryAccount] : [treasuryAccount, capital];
  await postEntry(tx, {
    kind,
    reference: commandId,
    groupId: `treasury:${commandId}`,
    legs: [{ debit, credit, amount }],
  });
  if (kind === "treasury.fill") await clearCovered(tx);
  await recordAudit(tx, { actorId, action: kind, target: currency, detail: { amount: amount.toFixed() } });
}

/**
 * Returns whether an entry of this cause is already posted, which means that its command was
 * carried out.
 */
async function hasEntry(tx: Tx, kind: EntryKind, reference: string): Promise<boolean> {
  return (await tx.journalEntry.count({ where: { kind, reference } })) > 0;
}

/**
 * Lists receipts of a hot wallet that may need to be booked or reversed: included in a block, or
 * gone according to a quorum. Oldest first.
 */
export async function listOpenReceipts(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM deposits WHERE owner_kind = 'hot' AND owner_id = ${ownerId}::uuid
      AND (status = 'seen' OR (status = 'vanished' AND booked_inclusion IS NOT NULL AND reversal_approved_at IS NOT NULL))
    ORDER BY seen_at, id`;
  return rows.map(({ id }) => id);
}

/**
 * Returns what the operator has on an account, while others that would debit it in the same way are
 * blocked. Reads after the lock and not with it: a row of the account created during the wait
 * belongs to the sum.
 */
export async function lockFunds(tx: Tx, name: AccountName): Promise<Decimal> {
  await lockBalance(tx, name);
  return await readBalance(tx, name);
}
