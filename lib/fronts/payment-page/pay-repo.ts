import type { PayDeposit, PayRefund } from "@/lib/fronts/payment-page/pay-view";
import { connectionPool, database } from "@/lib/kernel/db";
import { orError } from "@/lib/kernel/errors";
import type { OpenedCase } from "@/lib/money-in/cases/case";
import { listRenewalFacts, type RenewalFacts } from "@/lib/money-in/invoices/renew-for-payer";
import type { CoinChoice } from "@/lib/money-in/invoices/schema";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { COIN_LIMITS, type CoinLimitsColumn, toCoinLimits } from "@/lib/people/merchants/coin-limits-repo";
import { PAYMENTS_BLOCKED } from "@/lib/people/merchants/merchants-repo";

/**
 * All rows behind the pages of many invoices, in one statement: one snapshot, in which a deposit is
 * either pending or in the paid amount. Columns not listed here cannot leak. Amounts and heights
 * are text, because a JSON number is not exact.
 */
const PAY_ROWS = `
  SELECT i.id, i.merchant_id AS "merchantId", i.order_id AS "orderId", i.status::text, i.payment_outcome::text AS "paymentOutcome",
    i.amount::text, i.currency_code AS "currencyCode", i.to_currency_code AS "toCurrencyCode", i.network_code AS "networkCode",
    i.url_return AS "urlReturn", i.url_success AS "urlSuccess", i.is_payment_multiple AS "isPaymentMultiple",
    i.accuracy_percent::text AS "accuracyPercent", i.subtract_percent AS "subtractPercent", i.discount_percent AS "discountPercent",
    i.course_source AS "requestedRateSource", i.currencies, i.except_currencies AS "exceptCurrencies",
    i.current_quote_id AS "currentQuoteId", i.paid_amount::text AS "paidAmount", i.lifetime_seconds AS "lifetimeSeconds",
    i.expires_at AS "expiresAt", i.created_at AS "createdAt", i.final_at AS "finalAt", i.reversed_at AS "reversedAt",
    json_build_object('name', m.name, 'supportContact', m.support_contact, 'acceptedCoins', m.accepted_coins,
      'coinLimits', ${COIN_LIMITS}, 'paymentCommission', m.payment_commission::text, 'latePolicy', m.late_policy::text,
      'lateDriftPercent', m.late_drift_percent, 'arePaymentsBlocked', ${PAYMENTS_BLOCKED}) AS merchant,
    (SELECT json_agg(json_build_object('id', q.id, 'currencyCode', q.currency_code, 'networkCode', q.network_code,
        'address', q.address, 'payerAmount', q.payer_amount::text, 'discountPercent', q.discount_percent) ORDER BY q.number)
      FROM quotes q WHERE q.invoice_id = i.id) AS quotes,
    (SELECT json_agg(json_build_object('id', d.id, 'networkCode', d.network_code, 'transactionId', d.transaction_id,
        'currencyCode', d.currency_code, 'amount', d.amount::text, 'status', d.status::text, 'blockHeight', d.block_height::text,
        'syncedHeight', c.height::text, 'seenAt', d.seen_at, 'holdReason', d.hold_reason) ORDER BY d.seen_at, d.id)
      FROM deposits d LEFT JOIN chain_cursors c ON c.network_code = d.network_code
      WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id) AS deposits,
    (SELECT json_agg(json_build_object('id', k.id, 'depositId', k.deposit_id, 'kind', k.kind::text, 'status', k.status::text,
        'amount', k.amount::text, 'currencyCode', k.currency_code, 'networkCode', k.network_code, 'resolution', k.resolution)
        ORDER BY k.opened_at, k.id)
      FROM cases k WHERE k.invoice_id = i.id) AS cases,
    (SELECT json_agg(json_build_object('status', r.status::text, 'sentAmount', r.sent_amount::text, 'currencyCode', r.currency_code,
        'networkCode', r.network_code, 'address', r.address, 'transactionId', r.transaction_id) ORDER BY r.created_at, r.id)
      FROM refunds r WHERE r.id IN (SELECT f.id FROM refunds f WHERE f.invoice_id = i.id
        UNION SELECT f.id FROM cases k JOIN refunds f ON f.case_id = k.id WHERE k.invoice_id = i.id)) AS refunds,
    (SELECT json_build_object('id', a.id, 'expiresAt', a.expires_at, 'submittedAt', a.submitted_at)
      FROM aml_questionnaires a WHERE a.invoice_id = i.id AND a.closed_at IS NULL
        AND EXISTS (SELECT FROM cases k WHERE k.invoice_id = i.id AND k.kind = 'locked')) AS questionnaire,
    (SELECT p.amount::text FROM internal_payments p WHERE p.invoice_id = i.id) AS "internalAmount",
    EXISTS (SELECT FROM refund_requests t WHERE t.invoice_id = i.id) AS "hasRefundRequests"
  FROM invoices i JOIN merchants m ON m.id = i.merchant_id
  WHERE i.id = ANY($1::uuid[]) AND i.wallet_id IS NULL`;

type QuoteRow = {
  readonly id: string;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly address: string;
  readonly payerAmount: string;
  readonly discountPercent: number | null;
};

type DepositRow = {
  readonly id: string;
  readonly networkCode: string;
  readonly transactionId: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly status: PayDeposit["status"];
  readonly blockHeight: string | null;
  /** How far its network has been synced: confirmations count up to there, as in settling. */
  readonly syncedHeight: string | null;
  readonly seenAt: string;
  readonly holdReason: string | null;
};

type CaseRow = {
  readonly id: string;
  readonly depositId: string;
  readonly kind: OpenedCase["kind"];
  readonly status: OpenedCase["status"];
  readonly amount: string;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly resolution: string | null;
};

type RefundRow = {
  readonly status: PayRefund["status"];
  readonly sentAmount: string;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly address: string;
  readonly transactionId: string | null;
};

type MerchantRow = {
  readonly name: string;
  readonly supportContact: string | null;
  readonly acceptedCoins: unknown;
  readonly coinLimits: CoinLimitsColumn;
  readonly paymentCommission: string | null;
  readonly latePolicy: "hold" | "accept";
  readonly lateDriftPercent: number;
  readonly arePaymentsBlocked: boolean;
};

type InvoiceRow = {
  readonly id: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly status: InvoiceStatus;
  readonly paymentOutcome: string | null;
  readonly amount: string;
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly networkCode: string | null;
  readonly urlReturn: string | null;
  readonly urlSuccess: string | null;
  readonly isPaymentMultiple: boolean;
  readonly accuracyPercent: string;
  readonly subtractPercent: number;
  readonly discountPercent: number | null;
  readonly requestedRateSource: string | null;
  readonly currencies: unknown;
  readonly exceptCurrencies: unknown;
  readonly currentQuoteId: string | null;
  readonly paidAmount: string;
  readonly lifetimeSeconds: number;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly finalAt: Date | null;
  readonly reversedAt: Date | null;
};

type Row = InvoiceRow & {
  readonly merchant: MerchantRow;
  readonly quotes: readonly QuoteRow[] | null;
  readonly deposits: readonly DepositRow[] | null;
  readonly cases: readonly CaseRow[] | null;
  readonly refunds: readonly RefundRow[] | null;
  readonly questionnaire: {
    readonly id: string;
    readonly expiresAt: string;
    readonly submittedAt: string | null;
  } | null;
  readonly internalAmount: string | null;
  readonly hasRefundRequests: boolean;
};

/** Returns those of the ids that belong to an invoice with a page of its own. */
export async function listPayPages(invoiceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await connectionPool().query<{ id: string }>({
    name: "pay-pages",
    text: "SELECT id FROM invoices WHERE id = ANY($1::uuid[]) AND wallet_id IS NULL",
    values: [invoiceIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns all data of the pages of these invoices, by id; nothing for an unknown invoice, and for a
 * top-up, whose page is the wallet's; the error for rows that cannot be understood. One statement,
 * and another if some of them are cancelled.
 */
export async function readPayRows(invoiceIds: readonly string[]): Promise<ReadonlyMap<string, PayRows | Error>> {
  const { rows } = await connectionPool().query<Row>({ name: "pay-rows", text: PAY_ROWS, values: [invoiceIds] });
  const cancelled = rows.flatMap(({ id, status }) => (status === "cancel" ? [id] : []));
  const renewals = cancelled.length === 0 ? null : await listRenewalFacts(database(), cancelled);
  return new Map(rows.map((row) => [row.id, orError(() => toPayRows(row, renewals?.get(row.id) ?? null))]));
}

function toPayRows(row: Row, renewal: RenewalFacts | null) {
  const { merchant, quotes, deposits, cases, refunds, questionnaire, internalAmount, hasRefundRequests, ...invoice } =
    row;
  return {
    invoice: { ...invoice, quotes: quotes ?? [] },
    merchant: { ...merchant, coinLimits: toCoinLimits(merchant.coinLimits) },
    deposits: (deposits ?? []).map((deposit) => ({
      ...deposit,
      blockHeight: toHeight(deposit.blockHeight),
      syncedHeight: toHeight(deposit.syncedHeight),
      seenAt: new Date(deposit.seenAt),
    })),
    cases: cases ?? [],
    refunds: refunds ?? [],
    questionnaire: questionnaire && {
      id: questionnaire.id,
      expiresAt: new Date(questionnaire.expiresAt),
      submittedAt: questionnaire.submittedAt === null ? null : new Date(questionnaire.submittedAt),
      closedAt: null,
    },
    internalAmount,
    hasRefundRequests,
    renewal,
  };
}

export type PayRows = ReturnType<typeof toPayRows>;
export type PayInvoiceRow = PayRows["invoice"];

const toHeight = (text: string | null) => (text === null ? null : BigInt(text));

/**
 * Casts a stored list of coins; only our own commands write it, from validated input, so its shape
 * is known.
 */
export function toCoinChoices(value: unknown): readonly CoinChoice[] | null {
  return Array.isArray(value) ? (value as readonly CoinChoice[]) : null;
}
