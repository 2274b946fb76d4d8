import { closeWhereDecided } from "@/lib/aml/repo";
import type { OpenedCase } from "@/lib/cases/case";
import { caseCommission } from "@/lib/cases/case-commission";
import { assertDecidable, assertWorthSpending, type LockedCase, lockDecidableCase } from "@/lib/cases/lock-case";
import { passToPending } from "@/lib/cases/pass-to-pending";
import { releaseLockedCase } from "@/lib/cases/release-locked-case";
import { closeCase, findCase } from "@/lib/cases/repo";
import { takesLate } from "@/lib/cases/takes-late";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { creditPayment } from "@/lib/credits/credit-payment";
import { database, type Tx, withTransaction } from "@/lib/db";
import { inclusionReference } from "@/lib/deposits/deposit";
import { AppError, invariant } from "@/lib/errors";
import { assertOperatorRested } from "@/lib/guards/operator-rest";
import { insertEvent } from "@/lib/invoices/repo";
import { settleInTransaction, settleInvoice } from "@/lib/invoices/settle-invoice";
import { heldFunds } from "@/lib/ledger/account";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { closeAnsweredRequests } from "@/lib/refund-requests/close-answered-requests";

export type CaseDecision = {
  readonly caseId: string;
  /** Whose case it is; null for the operator, who decides those without an owner and those that screening holds. */
  readonly merchantId: string | null;
  /** For a case without an owner: the merchant that gets the money. */
  readonly creditTo?: string;
  readonly actorId: string | null;
  /** What else has to hold, under the locks of its invoice and itself; throws where it does not. */
  readonly judge?: (tx: Tx) => Promise<void>;
};

/**
 * Credits the deposit of a case. A late payment goes to its invoice, which is decided anew with it, unless the invoice was meanwhile
 * paid otherwise or failed; what screening held goes where it would have gone without that; any other is credited to the merchant as it
 * is, less the service's commission. Once: a second call is refused.
 * @throws AppError `not_found`; `forbidden` to a merchant for what screening holds; `refused` when the case is closed, its deposit is
 * not in the books without a doubt or costs more to spend than it holds; `refused` to a new operator
 */
export async function creditCase(decision: CaseDecision): Promise<void> {
  if (decision.merchantId === null && decision.actorId !== null)
    await assertOperatorRested(decision.actorId, "case.credit", new Date());
  const catalog = await loadCatalog();
  const invoiceId = (await findCase(database(), decision.caseId))?.invoiceId ?? null;
  // Anybody can send dust. What else came is taken in before, so many at a time, so that the decision's own transaction finds little left.
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
    await noteDecision(tx, locked.opened, decision);
  });
}

async function carryOut(tx: Tx, catalog: Catalog, locked: LockedCase, decision: CaseDecision): Promise<void> {
  const { opened, invoice } = locked;
  const isTaken = takesLate(opened, invoice);
  const kind = opened.kind === "late" && !isTaken ? "extra" : opened.kind;
  await closeCase(tx, opened.id, { status: "credited", resolution: "Credited", closedById: decision.actorId, kind });
  if (isTaken) {
    await passToPending(tx, locked, invoice.merchantId);
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
  if (merchantId === undefined) throw new AppError("refused", "Say which merchant is to be credited");
  const commission = await caseCommission(tx, merchantId, opened.amount, service);
  const { currencyCode: currency, amount } = opened;
  const reference = inclusionReference({ id: opened.id }, deposit.bookedInclusion ?? deposit.inclusion);
  const from = heldFunds(opened.merchantId ?? "", currency);
  const isNew = await creditPayment(tx, {
    merchantId,
    invoiceId: opened.invoiceId,
    parts: [{ kind: "case.credit", reference, groupId: `case:${reference}`, currency, amount, commission, from }],
  });
  invariant(isNew, `case ${opened.id} was passed on before, and nothing of it is there to be credited`);
}

async function noteDecision(
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
