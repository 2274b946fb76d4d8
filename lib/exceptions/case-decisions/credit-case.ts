import { caseCommission, takesLate } from "@/lib/exceptions/case-decisions/preview-case-credit";
import {
  assertDecidable,
  assertWorthSpending,
  type LockedCase,
  lockDecidableCase,
  releaseToPending,
} from "@/lib/exceptions/cases/lock-case";
import { closeAnsweredRequests } from "@/lib/exceptions/refund-requests/close-answered-requests";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { heldFunds } from "@/lib/ledger/account";
import { closeCase, findCase, type OpenedCase, reopenCase } from "@/lib/money-in/cases/case";
import { creditPayment } from "@/lib/money-in/credits/credit-payment";
import { enqueueSettlements } from "@/lib/money-in/deposits/assign-address-repo";
import { inclusionReference } from "@/lib/money-in/deposits/deposit";
import { listGoneBack } from "@/lib/money-in/deposits/repo";
import { caseKindOf } from "@/lib/money-in/invoices/matched-deposits";
import { listQuotes } from "@/lib/money-in/invoices/repo";
import { settleInTransaction, settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { closeWhereDecided } from "@/lib/money-in/questionnaires/repo";
import { walletCaseKind } from "@/lib/money-in/static-wallets/block-wallet";
import { holdDeposit } from "@/lib/money-in/static-wallets/hold-deposit";
import { hasStandingRefund } from "@/lib/money-in/static-wallets/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { assertOperatorCooldownOver } from "@/lib/people/guards/assert-may-pay-out";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

export type CaseDecision = {
  readonly caseId: string;
  /**
   * The merchant that owns the case; null for the operator, who decides cases without an owner and
   * cases held by screening.
   */
  readonly merchantId: string | null;
  /** For a case without an owner: the merchant to credit. */
  readonly creditTo?: string;
  readonly actorId: string | null;
  /**
   * An additional check, run while the invoice and the case are locked; throws to refuse the
   * credit.
   */
  readonly judge?: (tx: Tx) => Promise<void>;
};

/**
 * Credits the deposit of a case. A late payment goes to its invoice, which is settled again with
 * it, unless the invoice was paid otherwise or failed in the meantime. A deposit held by screening
 * is treated as if it had not been held. Any other deposit is credited to the merchant as received,
 * less the service's commission. A second call is refused.
 * @throws AppError `not_found`; `forbidden` to a merchant when screening holds the deposit;
 *   `refused` when the case is closed, when its deposit is not booked and confirmed, when it costs
 *   more to spend than it holds, or when the operator is within the cooldown
 */
export async function creditCase(decision: CaseDecision): Promise<void> {
  if (decision.merchantId === null && decision.actorId !== null)
    await assertOperatorCooldownOver(decision.actorId, "case.credit", new Date());
  const catalog = await loadCatalog();
  const invoiceId = (await findCase(database(), decision.caseId))?.invoiceId ?? null;
  // Anyone can send dust. Settle everything else that was received first, in batches, so that the
  // transaction of the decision has little left to do.
  if (invoiceId !== null) await settleInvoice(invoiceId);
  await withTransaction(async (tx) => {
    const locked = await lockDecidableCase(tx, decision.caseId, decision.merchantId);
    assertDecidable(locked);
    await assertWorthSpending(tx, catalog, locked.deposit);
    await decision.judge?.(tx);
    if (locked.opened.kind === "locked") await releaseLockedCase(tx, catalog, locked, decision.actorId);
    else await carryOut(tx, catalog, locked, decision);
    if (locked.invoice !== null) {
      await closeAnsweredRequests(tx, locked.invoice.id);
      await closeWhereDecided(tx, locked.invoice.id);
    }
    await recordDecision(tx, locked.opened, decision);
  });
}

async function carryOut(tx: Tx, catalog: Catalog, locked: LockedCase, decision: CaseDecision): Promise<void> {
  const { opened, invoice } = locked;
  const isTaken = takesLate(opened, invoice);
  const kind = opened.kind === "late" && !isTaken ? "extra" : opened.kind;
  await closeCase(tx, opened.id, { status: "credited", resolution: "Credited", closedById: decision.actorId, kind });
  if (isTaken) {
    await releaseToPending(tx, locked, invoice.merchantId);
    await insertEvent(tx, invoice.id, "case-credited", { case: opened.id });
    await settleInTransaction(tx, catalog, invoice.id, new Date());
    return;
  }
  const service = catalog.service(opened.currencyCode, opened.networkCode);
  invariant(service, `case ${opened.id} is of a known service`);
  await creditAsItIs(tx, locked, decision, service);
  if (opened.invoiceId !== null) await insertEvent(tx, opened.invoiceId, "case-credited", { case: opened.id });
}

async function creditAsItIs(
  tx: Tx,
  { opened, deposit }: LockedCase,
  decision: CaseDecision,
  service: CatalogService,
): Promise<void> {
  const merchantId = opened.merchantId ?? decision.creditTo;
  if (merchantId === undefined) throw new AppError("refused", "Choose the merchant to credit");
  const commission = await caseCommission(tx, merchantId, opened.amount, service);
  const { currencyCode: currency, amount } = opened;
  const reference = inclusionReference({ id: opened.id }, deposit.bookedInclusion ?? deposit.inclusion);
  const from = heldFunds(opened.merchantId ?? "", currency);
  const isNew = await creditPayment(tx, {
    merchantId,
    invoiceId: opened.invoiceId,
    items: [{ kind: "case.credit", reference, groupId: `case:${reference}`, currency, amount, commission, from }],
  });
  invariant(isNew, `case ${opened.id} was passed on before, and nothing of it is there to be credited`);
}

async function recordDecision(
  tx: Tx,
  { id: target, kind, status, merchantId, currencyCode, amount }: OpenedCase,
  { creditTo, actorId }: CaseDecision,
): Promise<void> {
  const of = merchantId ?? (kind === "locked" ? undefined : creditTo);
  const detail = { kind, amount: amount.toFixed(), currency: currencyCode, creditTo: of ?? null };
  await recordAudit(tx, {
    actorId,
    ...(of === undefined ? {} : { merchantId: of }),
    action: "case.credit",
    target,
    detail,
    before: { status },
    after: { status: "credited" },
  });
}

/**
 * Releases a deposit held by screening as if it had never been held: it counts towards its invoice,
 * tops up its static wallet, or is held with the other deposits of a blocked wallet. Where none of
 * these applies it stays a case, which the merchant can now decide, or the operator if the case has
 * no owner. Runs in the transaction of the decision, which holds the locks.
 */
async function releaseLockedCase(tx: Tx, catalog: Catalog, locked: LockedCase, actorId: string | null): Promise<void> {
  const { opened, deposit, invoice, wallet } = locked;
  const kind = await kindWithoutScreening(tx, locked);
  if (kind === null) {
    invariant(opened.merchantId, `case ${opened.id} belongs to a merchant`);
    await closeCase(tx, opened.id, { status: "credited", resolution: "Released", closedById: actorId });
    await releaseToPending(tx, locked, opened.merchantId);
    // Immediately, so that the next refund of the wallet includes it.
    if (wallet?.status === "blocked") await holdDeposit(tx, wallet, deposit);
  } else await reopenCase(tx, opened.id, { kind, resolution: "Released by screening" });
  if (wallet !== null) await enqueueSettlements(tx, [{ ownerKind: "wallet", ownerId: wallet.id }]);
  if (invoice === null) return;
  if (kind === null) await insertEvent(tx, invoice.id, "case-credited", { case: opened.id });
  await settleInTransaction(tx, catalog, invoice.id, new Date());
}

/** Returns the kind of case this would be without screening; null if it would not be a case. */
async function kindWithoutScreening(
  tx: Tx,
  { deposit, invoice, wallet }: LockedCase,
): Promise<OpenedCase["kind"] | null> {
  if (invoice !== null) return caseKindOf(invoice, deposit, await listQuotes(tx, invoice.id));
  if (wallet === null) return "unmatched";
  return walletCaseKind(wallet, deposit) ?? ((await isTooLate(tx, wallet, deposit.id)) ? "extra" : null);
}

/**
 * Returns whether the deposit can no longer leave with the other deposits of a blocked wallet. Such
 * a deposit must not be passed on, because that refund happens only once.
 */
async function isTooLate(tx: Tx, wallet: StaticWallet, depositId: string): Promise<boolean> {
  if (wallet.status !== "blocked") return false;
  if ((await listGoneBack(tx, [depositId])).has(depositId)) return true;
  return !wallet.isForceRefund && (await hasStandingRefund(tx, wallet.id));
}
