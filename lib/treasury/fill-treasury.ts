import { clearCovered } from "@/lib/conversions/skipped-conversions";
import { type Tx, withTransaction } from "@/lib/db";
import { AppError, invalidParameter } from "@/lib/errors";
import { operatorCapital, treasury } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { lockFunds } from "@/lib/treasury/lock-funds";
import { hasEntry } from "@/lib/treasury/repo";

export type TreasuryOrder = {
  /** Names the order: a second one of the same name does nothing. */
  readonly commandId: string;
  readonly currency: string;
  /** Exact, in the currency. */
  readonly amount: Decimal;
  /** Null: the sandbox itself. */
  readonly actorId: string | null;
};

/**
 * Sets capital aside for conversions. No money moves on a chain.
 *
 * @throws AppError `refused` when there is not so much capital that is not set aside yet
 */
export function fillTreasury(order: TreasuryOrder): Promise<void> {
  return withTransaction((tx) => moveFunds(tx, "treasury.fill", order));
}

/**
 * Makes what was set aside for conversions capital again.
 *
 * @throws AppError `refused` when the treasury does not hold so much
 */
export function drawTreasury(order: TreasuryOrder): Promise<void> {
  return withTransaction((tx) => moveFunds(tx, "treasury.draw", order));
}

async function moveFunds(tx: Tx, kind: "treasury.fill" | "treasury.draw", order: TreasuryOrder): Promise<void> {
  const { commandId, currency, amount, actorId } = order;
  if (!amount.gt(ZERO)) throw invalidParameter("amount", "validation.min.numeric");
  const [capital, setAside] = [operatorCapital(currency), treasury(currency)];
  // In lock order: the treasury before what everybody shares.
  const there = { "treasury.draw": await lockFunds(tx, setAside), "treasury.fill": await lockFunds(tx, capital) };
  if (await hasEntry(tx, kind, commandId)) return;
  if (there[kind].lt(amount)) {
    const whose = kind === "treasury.fill" ? "Capital that is not set aside" : "The treasury";
    throw new AppError("refused", `${whose} is ${there[kind].toFixed()} ${currency}`);
  }
  const [debit, credit] = kind === "treasury.fill" ? [capital, setAside] : [setAside, capital];
  await postEntry(tx, {
    kind,
    reference: commandId,
    groupId: `treasury:${commandId}`,
    legs: [{ debit, credit, amount }],
  });
  if (kind === "treasury.fill") await clearCovered(tx);
  await recordAudit(tx, { actorId, action: kind, target: currency, detail: { amount: amount.toFixed() } });
}
