import type { PayDeposit } from "@/lib/fronts/payment-page/pay-view";
import { type LatePolicy, Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { readRenewalFacts } from "@/lib/money-in/invoices/renew-for-payer";
import type { CoinChoice } from "@/lib/money-in/invoices/schema";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { COIN_LIMITS, type CoinLimitsColumn, toCoinLimits } from "@/lib/people/merchants/coin-limits-repo";
import { PAYMENTS_BLOCKED } from "@/lib/people/merchants/merchants-repo";

/** Deposits are booked too rarely to disturb this many reads in a row. */
const READS_MAX = 5;

/** Columns that the payment page may read. Columns not listed here cannot leak. */
const INVOICE = {
  id: true,
  merchantId: true,
  orderId: true,
  status: true,
  paymentOutcome: true,
  amount: true,
  currencyCode: true,
  toCurrencyCode: true,
  networkCode: true,
  urlReturn: true,
  urlSuccess: true,
  isPaymentMultiple: true,
  accuracyPercent: true,
  subtractPercent: true,
  discountPercent: true,
  requestedRateSource: true,
  currencies: true,
  exceptCurrencies: true,
  currentQuoteId: true,
  paidAmount: true,
  lifetimeSeconds: true,
  expiresAt: true,
  createdAt: true,
  finalAt: true,
  reversedAt: true,
  quotes: {
    orderBy: { number: "asc" },
    select: {
      id: true,
      currencyCode: true,
      networkCode: true,
      address: true,
      payerAmount: true,
      discountPercent: true,
    },
  },
} as const;

const CASE = {
  id: true,
  depositId: true,
  kind: true,
  status: true,
  amount: true,
  currencyCode: true,
  networkCode: true,
  resolution: true,
} as const;

const REFUND = {
  id: true,
  status: true,
  sentAmount: true,
  currencyCode: true,
  networkCode: true,
  address: true,
  transactionId: true,
} as const;

const QUESTIONNAIRE = { id: true, expiresAt: true, submittedAt: true, closedAt: true } as const;

/** Whether an invoice has its own page. */
export async function hasPayPage(invoiceId: string): Promise<boolean> {
  return (
    (await database().invoice.findUnique({ where: { id: invoiceId, walletId: null }, select: { id: true } })) !== null
  );
}

/**
 * Returns all data of one invoice's page; null for an unknown invoice, and for a top-up, whose page
 * is the wallet's.
 */
export async function readPayRows(invoiceId: string) {
  const db = database();
  const [{ invoice, deposits }, cases, internal] = await Promise.all([
    readSettledAlike(invoiceId),
    db.case.findMany({ where: { invoiceId }, orderBy: [{ openedAt: "asc" }, { id: "asc" }], select: CASE }),
    db.internalPayment.findUnique({ where: { invoiceId }, select: { amount: true } }),
  ]);
  if (invoice === null) return null;
  const isHeld = cases.some(({ kind }) => kind === "locked");
  const [merchant, heads, refunds, renewal, questionnaire] = await Promise.all([
    readMerchant(db, invoice.merchantId),
    readHeads(deposits.map((deposit) => deposit.networkCode)),
    db.refund.findMany({
      where: { OR: [{ invoiceId }, { caseId: { in: cases.map(({ id }) => id) } }] },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: REFUND,
    }),
    invoice.status === "cancel" ? readRenewalFacts(db, invoiceId) : null,
    isHeld ? db.amlQuestionnaire.findFirst({ where: { invoiceId, closedAt: null }, select: QUESTIONNAIRE }) : null,
  ]);
  return { invoice, merchant, deposits, cases, internal, heads, refunds, renewal, questionnaire };
}

type MerchantRow = {
  readonly name: string;
  readonly supportContact: string | null;
  readonly acceptedCoins: unknown;
  readonly coinLimits: CoinLimitsColumn;
  readonly paymentCommission: Prisma.Decimal | null;
  readonly latePolicy: LatePolicy;
  readonly lateDriftPercent: number;
  readonly arePaymentsBlocked: boolean;
};

/** Returns the merchant's data for the page, in one statement. */
async function readMerchant(db: Tx, merchantId: string) {
  const [row] = await db.$queryRaw<MerchantRow[]>`
    SELECT m.name, m.support_contact AS "supportContact", m.accepted_coins AS "acceptedCoins",
      ${Prisma.raw(COIN_LIMITS)} AS "coinLimits", m.payment_commission AS "paymentCommission",
      m.late_policy::text AS "latePolicy", m.late_drift_percent AS "lateDriftPercent",
      ${Prisma.raw(PAYMENTS_BLOCKED)} AS "arePaymentsBlocked"
    FROM merchants m WHERE m.id = ${merchantId}::uuid`;
  invariant(row, `merchant ${merchantId} is there`);
  return { ...row, coinLimits: toCoinLimits(row.coinLimits) };
}

/**
 * Returns an invoice and its deposits in a consistent state. A deposit counts as pending until it
 * is booked, and in the paid amount from then on: with one read before and the other after, the
 * page would request it twice, or not at all.
 */
async function readSettledAlike(invoiceId: string) {
  for (let read = 1; ; read += 1) {
    const [invoice, { deposits, settled }] = await Promise.all([findPayInvoice(invoiceId), listDeposits(invoiceId)]);
    if (invoice === null || settled === null || read === READS_MAX) return { invoice, deposits };
    if (invoice.status === settled.status && invoice.paidAmount.equals(settled.paidAmount))
      return { invoice, deposits };
  }
}

function findPayInvoice(id: string) {
  return database().invoice.findUnique({ where: { id, walletId: null }, select: INVOICE });
}

/** Returns deposits, oldest first, with the invoice's state at the same time, in one statement. */
async function listDeposits(invoiceId: string) {
  const rows = await database().$queryRaw<(Settled & (PayDepositRow | { readonly id: null }))[]>`
    SELECT i.status AS "invoiceStatus", i.paid_amount AS "paidAmount", d.id, d.network_code AS "networkCode",
      d.transaction_id AS "transactionId", d.currency_code AS "currencyCode", d.amount, d.status, d.block_height AS "blockHeight",
      d.seen_at AS "seenAt", d.hold_reason AS "holdReason"
    FROM invoices i LEFT JOIN deposits d ON d.owner_kind = 'invoice' AND d.owner_id = i.id
    WHERE i.id = ${invoiceId}::uuid ORDER BY d.seen_at, d.id`;
  const [first] = rows;
  const settled = first === undefined ? null : { status: first.invoiceStatus, paidAmount: first.paidAmount };
  return { deposits: rows.filter((row) => row.id !== null), settled };
}

type Settled = { readonly invoiceStatus: InvoiceStatus; readonly paidAmount: Prisma.Decimal };
type PayDepositRow = {
  readonly id: string;
  readonly networkCode: string;
  readonly transactionId: string;
  readonly currencyCode: string;
  readonly amount: Prisma.Decimal;
  readonly status: PayDeposit["status"];
  readonly blockHeight: bigint | null;
  readonly seenAt: Date;
  readonly holdReason: string | null;
};

export type PayRows = NonNullable<Awaited<ReturnType<typeof readPayRows>>>;
export type PayInvoiceRow = PayRows["invoice"];
export type PayMerchantRow = PayRows["merchant"];

/**
 * Casts a stored list of coins; only our own commands write it, from validated input, so its shape
 * is known.
 */
export function toCoinChoices(value: unknown): readonly CoinChoice[] | null {
  return Array.isArray(value) ? (value as readonly CoinChoice[]) : null;
}

/**
 * Returns how far each network has been synced: confirmations count up to there, as in settling.
 */
async function readHeads(networkCodes: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (networkCodes.length === 0) return new Map();
  const rows = await database().chainCursor.findMany({
    where: { networkCode: { in: [...new Set(networkCodes)] } },
    select: { networkCode: true, height: true },
  });
  return new Map(rows.map((row) => [row.networkCode, row.height]));
}
