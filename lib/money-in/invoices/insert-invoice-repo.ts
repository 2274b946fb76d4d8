import { connectionPool, sqlState } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { QuoteTerms } from "@/lib/money-in/invoices/quote-terms";

const UNIQUE_VIOLATION = "23505";

export type NewInvoice = Omit<
  Invoice,
  | "paidHow"
  | "paidAmount"
  | "paidAmountUsd"
  | "creditedAmount"
  | "commissionAmount"
  | "transactionId"
  | "fromAddress"
  | "updatedAt"
  | "finalAt"
  | "reversedAt"
  | "status"
  | "currentQuote"
> & { readonly quote: (QuoteTerms & { readonly id: string }) | null };

export type InsertOutcome =
  | { readonly outcome: "inserted"; readonly address: string | null; readonly addressId: bigint | null }
  /** The order id was taken before, or by another request meanwhile: read the winner. */
  | { readonly outcome: "order id taken" }
  | { readonly outcome: "no address" };

/** Whether the merchant has used this order id, for whatever it was. */
export async function isOrderIdClaimed(merchantId: string, orderId: string): Promise<boolean> {
  const { rowCount } = await connectionPool().query({
    name: "is-order-id-claimed",
    text: "SELECT 1 FROM claimed_order_ids WHERE merchant_id = $1 AND order_id = $2",
    values: [merchantId, orderId],
  });
  return rowCount === 1;
}

/**
 * The same, but waits for a request that is taking the order id at this moment. Asked when the pool had no address left: the last one
 * may have gone to the same order.
 */
export async function isOrderIdBeingClaimed(merchantId: string, orderId: string, ownerId: string): Promise<boolean> {
  const client = await connectionPool().connect();
  // A connection that breaks fails what is asked on it; without a listener it would end the process as well.
  const ignore = () => undefined;
  client.on("error", ignore);
  try {
    await client.query("BEGIN");
    await client.query(
      "INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) VALUES ($1, $2, 'invoice', $3)",
      [merchantId, orderId, ownerId],
    );
    return false;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return true;
    throw error;
  } finally {
    const isBroken = await client.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    if (!isBroken) client.off("error", ignore);
    client.release(isBroken);
  }
}

const IS_FREE = "NOT EXISTS (SELECT FROM claimed_order_ids WHERE merchant_id = $2::uuid AND order_id = $3)";

/** Every part reads from the first, so that a repeated order id writes nothing at all. */
const WITHOUT_QUOTE = `
  WITH free AS (
    SELECT WHERE ${IS_FREE}
  ), claim AS (
    INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) SELECT $2::uuid, $3, 'invoice', $1::uuid FROM free
  ), event AS (
    INSERT INTO invoice_events (invoice_id, kind, detail) SELECT $1::uuid, 'created', '{}' FROM free
  )`;

/** Takes one address from the pool; every other part reads from it, so that an empty pool or a repeated order id writes nothing. */
const WITH_QUOTE = `
  WITH taken AS (
    UPDATE addresses SET owner_kind = 'invoice', owner_id = $1, taken_at = $24
    WHERE id = (
      SELECT id FROM addresses WHERE family = $25 AND taken_at IS NULL AND ${IS_FREE}
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, address
  ), claim AS (
    INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) SELECT $2::uuid, $3, 'invoice', $1::uuid FROM taken
  ), event AS (
    INSERT INTO invoice_events (invoice_id, kind, detail) SELECT $1::uuid, 'created', $39::jsonb FROM taken
  ), quote AS (
    INSERT INTO quotes (id, invoice_id, number, currency_code, network_code, address_id, address, payer_amount, base_amount,
      discount, rate, rate_source, rate_at, usd_rate, commission_rate, commission_fixed, valid_until, created_at,
      discount_percent, convert_to_code, convert_rate)
    SELECT $23::uuid, $1::uuid, 1, $26, $27, id, address, $28::numeric, $29::numeric, $30::numeric, $31::numeric, $32,
      $33::timestamptz, $34::numeric, $35::numeric, $36::numeric, $37::timestamptz, $38::timestamptz, $40::int, $41, $42::numeric
    FROM taken
  )`;

const COLUMNS = `
  INSERT INTO invoices (id, merchant_id, order_id, amount, currency_code, to_currency_code, network_code, url_return, url_success,
    url_callback, is_payment_multiple, lifetime_seconds, subtract_percent, accuracy_percent, additional_data, currencies,
    except_currencies, course_source, from_referral_code, discount_percent, payer_email, expires_at, current_quote_id,
    created_at, updated_at)`;

const VALUES = `$1::uuid, $2::uuid, $3, $4::numeric, $5, $6, $7, $8, $9, $10, $11::boolean, $12::int, $13::int, $14::numeric, $15,
  $16::jsonb, $17::jsonb, $18, $19, $20::int, $21, $22::timestamptz, $23::uuid, $24::timestamptz, $24::timestamptz`;

const INSERT_PLAIN = `${WITHOUT_QUOTE} ${COLUMNS} SELECT ${VALUES} FROM free`;
const INSERT_QUOTED = `${WITH_QUOTE} ${COLUMNS} SELECT ${VALUES} FROM taken
  RETURNING (SELECT address FROM taken) AS address, (SELECT id FROM taken) AS address_id`;

/**
 * Writes the invoice with its claimed order id, its first quote, its address and its first event: one statement, so it is whole or
 * not there, and costs one round trip. Straight on `pg`: this is the statement that shops wait for.
 */
export async function insertInvoice(invoice: NewInvoice): Promise<InsertOutcome> {
  try {
    const values = invoiceValues(invoice);
    if (invoice.quote === null) {
      const { rowCount } = await connectionPool().query({ name: "insert-invoice", text: INSERT_PLAIN, values });
      return rowCount === 1 ? { outcome: "inserted", address: null, addressId: null } : { outcome: "order id taken" };
    }
    const { rows } = await connectionPool().query<{ address: string; address_id: string }>({
      name: "insert-quoted-invoice",
      text: INSERT_QUOTED,
      values: [...values, ...quoteValues(invoice, invoice.quote)],
    });
    const row = rows[0];
    if (row) return { outcome: "inserted", address: row.address, addressId: BigInt(row.address_id) };
    return { outcome: (await isOrderIdClaimed(invoice.merchantId, invoice.orderId)) ? "order id taken" : "no address" };
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return { outcome: "order id taken" };
    throw error;
  }
}

function invoiceValues(invoice: NewInvoice): unknown[] {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return [
    invoice.id,
    invoice.merchantId,
    invoice.orderId,
    invoice.amount.toFixed(),
    invoice.currencyCode,
    invoice.toCurrencyCode,
    invoice.networkCode,
    invoice.urlReturn,
    invoice.urlSuccess,
    invoice.urlCallback,
    invoice.isPaymentMultiple,
    invoice.lifetimeSeconds,
    invoice.subtractPercent,
    invoice.accuracyPercent.toFixed(),
    invoice.additionalData,
    json(invoice.currencies),
    json(invoice.exceptCurrencies),
    invoice.courseSource,
    invoice.fromReferralCode,
    invoice.discountPercent,
    invoice.payerEmail,
    invoice.expiresAt,
    invoice.quote?.id ?? null,
    invoice.createdAt,
  ];
}

function quoteValues(invoice: NewInvoice, quote: NonNullable<NewInvoice["quote"]>): unknown[] {
  return [
    quote.service.network.family,
    quote.service.currency.code,
    quote.service.network.code,
    quote.payerAmount.toFixed(),
    quote.baseAmount.toFixed(),
    quote.discount.toFixed(),
    quote.rate.toFixed(),
    quote.rateSource,
    quote.rateAt,
    quote.usdRate.toFixed(),
    quote.commissionRate.toFixed(),
    quote.commissionFixed.toFixed(),
    invoice.expiresAt,
    invoice.createdAt,
    JSON.stringify({ currency: quote.service.currency.code, network: quote.service.network.code }),
    quote.discountPercent,
    quote.convertToCode,
    quote.convertRate?.toFixed() ?? null,
  ];
}
