import { database } from "@/lib/db";
import { readRenewalFacts } from "@/lib/invoices/renewal-repo";
import type { CoinChoice } from "@/lib/invoices/schema";

/** Columns that the payment page may read. What is not named here cannot leak. */
const INVOICE = {
  id: true,
  merchantId: true,
  orderId: true,
  status: true,
  paidHow: true,
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
  courseSource: true,
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

const DEPOSIT = {
  id: true,
  networkCode: true,
  transactionId: true,
  currencyCode: true,
  amount: true,
  status: true,
  blockHeight: true,
  seenAt: true,
  peculiarity: true,
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

const MERCHANT = {
  lateDriftPercent: true,
  name: true,
  supportContact: true,
  acceptedCoins: true,
  paymentCommission: true,
  latePolicy: true,
  paymentsBlockedAt: true,
} as const;

/** Whether an invoice has a page of its own. */
export async function hasPayPage(invoiceId: string): Promise<boolean> {
  return (
    (await database().invoice.findUnique({ where: { id: invoiceId, walletId: null }, select: { id: true } })) !== null
  );
}

/** Everything of one invoice that its page is made from; null for an unknown one, and for a top-up: its page is the wallet's. */
export async function readPayRows(invoiceId: string) {
  const db = database();
  const [invoice, deposits, cases, inside] = await Promise.all([
    db.invoice.findUnique({ where: { id: invoiceId, walletId: null }, select: INVOICE }),
    db.deposit.findMany({
      where: { ownerKind: "invoice", ownerId: invoiceId },
      orderBy: [{ seenAt: "asc" }, { id: "asc" }],
      select: DEPOSIT,
    }),
    db.case.findMany({ where: { invoiceId }, orderBy: [{ openedAt: "asc" }, { id: "asc" }], select: CASE }),
    db.internalPayment.findUnique({ where: { invoiceId }, select: { amount: true } }),
  ]);
  if (invoice === null) return null;
  const [merchant, heads, refunds, renewal] = await Promise.all([
    db.merchant.findUniqueOrThrow({ where: { id: invoice.merchantId }, select: MERCHANT }),
    readHeads(deposits.map((deposit) => deposit.networkCode)),
    db.refund.findMany({
      where: { OR: [{ invoiceId }, { caseId: { in: cases.map(({ id }) => id) } }] },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: REFUND,
    }),
    invoice.status === "cancel" ? readRenewalFacts(db, invoiceId) : null,
  ]);
  return { invoice, merchant, deposits, cases, inside, heads, refunds, renewal };
}

export type PayRows = NonNullable<Awaited<ReturnType<typeof readPayRows>>>;
export type PayInvoiceRow = PayRows["invoice"];
export type PayMerchantRow = PayRows["merchant"];

/** A list of coins as the tables keep it; written by our own commands from validated input, so its shape is known. */
export function toCoinChoices(value: unknown): readonly CoinChoice[] | null {
  return Array.isArray(value) ? (value as readonly CoinChoice[]) : null;
}

/** How far each network has been read: depth counts to there, as settling counts it. */
async function readHeads(networkCodes: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (networkCodes.length === 0) return new Map();
  const rows = await database().chainCursor.findMany({
    where: { networkCode: { in: [...new Set(networkCodes)] } },
    select: { networkCode: true, height: true },
  });
  return new Map(rows.map((row) => [row.networkCode, row.height]));
}
