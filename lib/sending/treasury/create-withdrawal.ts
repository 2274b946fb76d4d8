import { z } from "zod";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { reserved } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { assertOperatorCooldownOver, formatCooldownEnd } from "@/lib/people/guards/assert-may-pay-out";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { checkAddress, dustLimitOf } from "@/lib/sending/destinations/check-destination";
import { cancelSend } from "@/lib/sending/sends/fail-send";
import { queueSend } from "@/lib/sending/sends/queue-send";
import { lockFunds } from "@/lib/sending/treasury/fill-treasury";
import {
  findColdAddress,
  insertWithdrawal,
  lockWithdrawal,
  type NewWithdrawal,
  sourceOf,
  updateWithdrawal,
  type WithdrawalKind,
} from "@/lib/sending/treasury/repo";
import { findColdAddressCooldown } from "@/lib/sending/treasury/set-cold-address";
import { returnWithdrawal } from "@/lib/sending/treasury/withdrawal-sends";

export type WithdrawalOrder = {
  /** A uuid; becomes the withdrawal's id, so that a repeated order has no effect. */
  readonly commandId: string;
  readonly kind: WithdrawalKind;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly address: string;
  /** Exact, in the currency: the amount that arrives. The network fee is a cost of the gateway. */
  readonly amount: Decimal;
  /** A note in the books. */
  readonly memo: string;
  /** Null: a rule of the gateway. */
  readonly actorId: string | null;
};

/**
 * Withdraws earnings or capital from a hot wallet, or moves its surplus to its cold address: debits
 * the account and queues the send in one transaction. It waits while the hot wallet holds too
 * little.
 *
 * @throws AppError `invalid_request` naming the field; `refused` when the account does not hold
 *   enough, within 24 hours after the requester became an operator or got a new password, and to a
 *   cold address set within 24 hours
 */
export async function createWithdrawal(order: WithdrawalOrder, now = new Date()): Promise<{ readonly id: string }> {
  if (!z.uuid().safeParse(order.commandId).success) throw invalidParameter("commandId", "validation.uuid");
  const catalog = await loadCatalog();
  const service = findService(catalog, order);
  if (order.amount.lt(dustLimitOf(service))) throw invalidParameter("amount", "validation.min.numeric");
  const address = await checkAddress(catalog, service.network, order.address, { mayBeCold: true });
  if (order.actorId !== null) await assertOperatorCooldownOver(order.actorId, "withdrawal.order", now);
  await withTransaction(async (tx) => {
    const end = await findColdAddressCooldown(tx, address, order, now);
    if (end !== null)
      throw new AppError("refused", `This cold address is new: nothing is sent to it until ${formatCooldownEnd(end)}.`);
    await insertWithdrawalOnce(tx, { ...order, address });
  });
  return { id: order.commandId };
}

/**
 * Creates the withdrawal in the caller's transaction, for an address that was already validated.
 * Returns whether this call created it.
 */
export async function insertWithdrawalOnce(tx: Tx, order: WithdrawalOrder): Promise<boolean> {
  const { commandId: id, kind, networkCode, currencyCode, address, amount, memo, actorId } = order;
  await assertCold(tx, order);
  const source = sourceOf(order);
  // In lock order: reserved funds first, then shared accounts.
  if (source !== null) await lockBalance(tx, reserved("", currencyCode));
  const there = source && (await lockFunds(tx, source));
  const row: NewWithdrawal = { id, kind, networkCode, currencyCode, address, amount, memo, createdById: actorId };
  if (!(await insertWithdrawal(tx, row))) return false;
  if (source !== null && there !== null) {
    if (there.lt(amount)) throw new AppError("refused", shortText(kind, there, currencyCode));
    const legs = [{ debit: source, credit: reserved("", currencyCode), amount }];
    await postEntry(tx, { kind: "withdrawal.reserve", reference: id, groupId: `withdrawal:${id}`, memo, legs });
  }
  await queueSend(tx, {
    purpose: "withdrawal",
    purposeId: id,
    networkCode,
    currencyCode,
    amount,
    fromAddress: null,
    toAddress: address,
    memo: null,
    priority: "recommended",
    feeExpected: null,
  });
  const detail = { kind, network: networkCode, currency: currencyCode, amount: amount.toFixed(), address };
  await recordAudit(tx, { actorId, action: "withdrawal.order", target: id, detail });
  return true;
}

function findService(catalog: Catalog, { networkCode, currencyCode, amount }: WithdrawalOrder): CatalogService {
  if (catalog.network(networkCode) === null) throw invalidParameter("networkCode", "validation.in");
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || !service.isReviewed) throw invalidParameter("currencyCode", "validation.in");
  if (!amount.gt(ZERO)) throw invalidParameter("amount", "validation.min.numeric");
  if (amount.decimalPlaces() > service.decimals) throw invalidParameter("amount", "validation.decimal");
  return service;
}

async function assertCold(tx: Tx, { kind, networkCode, currencyCode, address }: WithdrawalOrder): Promise<void> {
  if (kind !== "cold") return;
  const cold = await findColdAddress(tx, networkCode, currencyCode);
  if (cold?.address !== address) throw invalidParameter("address", "validation.address.cold");
}

function shortText(kind: WithdrawalKind, there: Decimal, currency: string): string {
  return `Not enough ${kind}: ${moneyText(there.toFixed(), currency)} available.`;
}

/**
 * Cancels a withdrawal without a signed transaction; the money returns to its account. Idempotent.
 * @throws AppError `not_found`; `refused` when it is final or a transaction is signed
 */
export async function cancelWithdrawal(order: { readonly id: string; readonly actorId: string | null }): Promise<void> {
  const { id, actorId } = order;
  await withTransaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal === null) throw new AppError("not_found", "Withdrawal not found");
    if (withdrawal.status === "cancel") return;
    if (!(await cancelSend(tx, "withdrawal", id)))
      throw new AppError("refused", "This withdrawal is signed or finished and can't be cancelled");
    await returnWithdrawal(tx, withdrawal);
    await updateWithdrawal(tx, id, { status: "cancel" });
    const change = { before: { status: withdrawal.status }, after: { status: "cancel" } };
    await recordAudit(tx, { actorId, action: "withdrawal.cancel", target: id, ...change });
  });
}
