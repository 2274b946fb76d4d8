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
   * Whose case it is; null for the operator, who decides those without an owner and those that
   * screening holds.
   */
  readonly merchantId: string | null;
  /** For a case without an owner: the merchant that gets the money. */
  readonly creditTo?: string;
  readonly actorId: string | null;
  /** What else has to hold, under the locks of its invoice and itself; throws where it does not. */
  readonly judge?: (tx: Tx) => Promise<void>;
};

/**
 * Credits the deposit of a case. A late payment goes to its invoice, which is decided again with
 * it, unless the invoice was meanwhile paid otherwise or failed; what screening held goes where it
 * would have gone without that; any other is credited to the merchant as it is, less the service's
 * commission. Once: a second call is refused.
 * @throws AppError `not_found`; `forbidden` to a merchant for what screening holds; `refused` when
 * the case is closed, its deposit is not in the books without a doubt or costs more to spend than
 * it holds; `refused` to a new operator
 */
export async function creditCase(decision: CaseDecision): Promise<void> {
  if (decision.merchantId === null && decision.actorId !== null)
    await assertOperatorCooldownOver(decision.actorId, "case.credit", new Date());
  const catalog = await loadCatalog();
  const invoiceId = (await findCase(database(), decision.caseId))?.invoiceId ?? null;
  // Anybody can send dust. What else came is taken in before, so many at a time, so that the
  // decision's own transaction finds little left.
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
 * Lets go what screening held, as if nothing had held it: it counts for its invoice, tops its
 * static wallet up, or is held with what else came to a blocked one; where no rule could have done
 * that, it stays a case, from now on the merchant's to decide, or the operator's where it has no
 * owner. In the transaction of the decision, which holds the locks.
 */
async function releaseLockedCase(tx: Tx, catalog: Catalog, locked: LockedCase, actorId: string | null): Promise<void> {
  const { opened, deposit, invoice, wallet } = locked;
  const kind = await kindWithoutScreening(tx, locked);
  if (kind === null) {
    invariant(opened.merchantId, `case ${opened.id} belongs to a merchant`);
    await closeCase(tx, opened.id, { status: "credited", resolution: "Released", closedById: actorId });
    await releaseToPending(tx, locked, opened.merchantId);
    // At once: a refund of the wallet that is ordered next has it in it.
    if (wallet?.status === "blocked") await holdDeposit(tx, wallet, deposit);
  } else await reopenCase(tx, opened.id, { kind, resolution: "Released by screening" });
  if (wallet !== null) await enqueueSettlements(tx, [{ ownerKind: "wallet", ownerId: wallet.id }]);
  if (invoice === null) return;
  if (kind === null) await insertEvent(tx, invoice.id, "case-credited", { case: opened.id });
  await settleInTransaction(tx, catalog, invoice.id, new Date());
}

/** What kind of case it would be without screening; null: none. */
async function kindWithoutScreening(
  tx: Tx,
  { deposit, invoice, wallet }: LockedCase,
): Promise<OpenedCase["kind"] | null> {
  if (invoice !== null) return caseKindOf(invoice, deposit, await listQuotes(tx, invoice.id));
  if (wallet === null) return "unmatched";
  return walletCaseKind(wallet, deposit) ?? ((await isTooLate(tx, wallet, deposit.id)) ? "extra" : null);
}

/**
 * Whether it could not leave with what else a blocked wallet holds: then it may not be passed on,
 * since that happens once.
 */
async function isTooLate(tx: Tx, wallet: StaticWallet, depositId: string): Promise<boolean> {
  if (wallet.status !== "blocked") return false;
  if ((await listGoneBack(tx, [depositId])).has(depositId)) return true;
  return !wallet.isForceRefund && (await hasStandingRefund(tx, wallet.id));
}
