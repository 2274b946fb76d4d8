import { z } from "zod";
import { readCaseRefunds } from "@/lib/exceptions/refunds/dashboard-queries";
import { previewCaseRefund } from "@/lib/exceptions/refunds/plan-case-refund";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import {
  type OperatorCaseRow,
  selectCameFor,
  selectCaseDecisions,
  selectOperatorCase,
  selectOperatorCases,
} from "@/lib/fronts/admin/cases-repo";
import {
  CASE_PAGE_SIZE,
  type CaseRefundPreview,
  type OperatorCaseDetailView,
  type OperatorCaseListQuery,
  type OperatorCasePageView,
  type OperatorCaseView,
  type RefundCaseForm,
  type ScreeningReviewsView,
} from "@/lib/fronts/admin/cases-schema";
import { selectMerchantNamesOf } from "@/lib/kernel/audit-log/repo";
import { AppError } from "@/lib/kernel/errors";
import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { listQuestionnaireViews } from "@/lib/money-in/questionnaires/list-views";
import { selectPersonNames } from "@/lib/money-out/payouts/dashboard-outflow";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";
import { listReviews } from "@/lib/money-out/reviews/list-reviews";
import type { ReviewView } from "@/lib/money-out/reviews/schema";
import { explorerAddressUrl, explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { USD } from "@/lib/pricing/rates/rate-source";

const OPEN = ["open", "refunding"] as const;
const CLOSED = ["credited", "refunded", "void"] as const;
const USD_DECIMALS = 2;

/** Returns one page of the deposits that the operator decides about, newest first. */
export async function listOperatorCases(query: OperatorCaseListQuery): Promise<OperatorCasePageView> {
  const filter = {
    group: query.group ?? null,
    isAnswered: query.evidence === "answered",
    statuses: query.status === "open" ? OPEN : CLOSED,
    search: query.q || null,
    before: query.cursor ? parseListCursor(query.cursor) : null,
  };
  const [rows, catalog] = await Promise.all([selectOperatorCases(filter, CASE_PAGE_SIZE + 1), loadCatalog()]);
  const shown = rows.slice(0, CASE_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: await Promise.all(shown.map((row) => toRowView(row, catalog))),
    nextCursor: last ? toListCursor({ at: last.openedAt, id: last.id }) : null,
  };
}

/**
 * Returns one case with what it was paid for, its refunds and the decisions made. @throws AppError
 * `not_found`
 */
export async function readOperatorCase(id: string, viewerId: string): Promise<OperatorCaseDetailView> {
  const row = await selectOperatorCase(id);
  if (row === null) throw new AppError("not_found", "Case not found.");
  const [catalog, cameFor, questionnaires, refunds, decisions] = await Promise.all([
    loadCatalog(),
    selectCameFor(row),
    row.invoiceId === null ? [] : listQuestionnaireViews(row.invoiceId),
    // Reviews of listed addresses are decided under Screening, and only the operator decides about
    // these refunds.
    readCaseRefunds(id, { userId: viewerId, mayPayOut: false }),
    selectCaseDecisions(id),
  ]);
  const details = decisions.map(({ detail }) => decisionDetail.parse(detail));
  const [names, shops] = await Promise.all([
    selectPersonNames(decisions.map(({ actorId }) => actorId)),
    selectMerchantNamesOf(details.flatMap(({ creditTo }) => creditTo ?? [])),
  ]);
  return {
    ...(await toRowView(row, catalog)),
    cameFor,
    questionnaires,
    refunds,
    decisions: decisions.map((decision, index) => ({
      id: decision.id.toString(),
      at: decision.at.toISOString(),
      by: decision.actorId === null ? "The gateway" : (names.get(decision.actorId) ?? "Unknown person"),
      did: decisionText(decision.action, details[index], shops),
    })),
  };
}

/** As written by lib/exceptions/cases. */
const decisionDetail = z.object({ kind: z.string().optional(), creditTo: z.uuid().nullish() }).catch({});

/**
 * Depends on what kind the deposit was when it was decided, because a release changes the kind.
 * Pure.
 */
function decisionText(
  action: string,
  { kind, creditTo }: z.output<typeof decisionDetail> = {},
  shops: ReadonlyMap<string, string>,
): string {
  if (action === "case.refund") return "Refunded";
  if (kind === "locked") return "Released";
  return `Credited to ${(creditTo && shops.get(creditTo)) ?? "a merchant"}`;
}

async function toRowView(row: OperatorCaseRow, catalog: Catalog): Promise<OperatorCaseView> {
  const network = catalog.network(row.networkCode);
  const { deposit, verdict } = row;
  const transactionId = deposit?.transactionId ?? "";
  const [fromAddress, toAddress] = [deposit?.fromAddress ?? null, deposit?.toAddress ?? ""];
  return {
    id: row.id,
    group: row.kind === "locked" ? "locked" : "unowned",
    status: row.status,
    amount: decimal(row.amount).toFixed(),
    currency: row.currencyCode,
    usd: await worth(row),
    networkName: network?.name ?? row.networkCode,
    merchant: row.merchant,
    transactionId,
    transactionUrl: network && explorerTransactionUrl(network, transactionId),
    fromAddress,
    fromUrl: network && fromAddress && explorerAddressUrl(network, fromAddress),
    toAddress,
    toUrl: network && explorerAddressUrl(network, toAddress),
    sentAt: (deposit?.blockTime ?? deposit?.seenAt ?? row.openedAt).toISOString(),
    isConfirmed: deposit?.status === "confirmed",
    verdict: verdict && { lists: verdictLists.parse(verdict.lists), at: verdict.at.toISOString() },
    isAnswered: row.isAnswered,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    resolution: row.resolution,
  };
}

async function worth({ amount, currencyCode: from }: OperatorCaseRow): Promise<string | null> {
  const found = await findFreshRate({ from, to: USD });
  return found && decimal(amount).times(found.rate).toFixed(USD_DECIMALS, Decimal.ROUND_DOWN);
}

/** As written by lib/people/screening. */
const verdictLists = z.array(z.object({ list: z.string(), version: z.int(), note: z.string() }));

/**
 * Refunds a deposit that has no owner or that screening holds. @throws AppError with a message for
 * users
 */
export async function refundCaseFromForm({ id, address }: RefundCaseForm, actorId: string): Promise<void> {
  await withFormErrors(() =>
    refundCase({ caseId: id, merchantId: null, address: address === "" ? null : address, actorId }),
  );
}

/** Previews that refund. Moves nothing. */
export function previewRefundCase({ id, address }: RefundCaseForm): Promise<CaseRefundPreview> {
  return withFormErrors(() =>
    previewCaseRefund({ caseId: id, merchantId: null, address: address === "" ? null : address }),
  );
}

/**
 * Returns payouts and refunds to listed addresses: those waiting for the operator, and the newest
 * decided ones.
 */
export async function listScreeningReviews(): Promise<ScreeningReviewsView> {
  const [reviews, catalog] = await Promise.all([listReviews(null), loadCatalog()]);
  const toViews = (rows: readonly ReviewView[]) =>
    rows
      .filter(({ reason }) => reason === "screening")
      .map((row) => ({ ...row, networkName: catalog.network(row.network)?.name ?? row.network }));
  return { open: toViews(reviews.open), decided: toViews(reviews.decided) };
}
