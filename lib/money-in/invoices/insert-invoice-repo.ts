import { assertClock, connectionPool, sqlState, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { type Column, TERM_COLUMNS } from "@/lib/money-in/invoices/invoice-terms-columns";
import type { QuoteTerms } from "@/lib/money-in/invoices/quote-terms";
import { hasVersion } from "@/lib/people/merchants/merchant";

const UNIQUE_VIOLATION = "23505";

export type NewInvoice = Omit<
  Invoice,
  | "paymentOutcome"
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

/** The address assigned to the invoice; null for one without a quote. */
export type GivenAddress = { readonly address: string | null; readonly addressId: bigint | null };

type InsertOptions = {
  /** Expected version of the merchant; nothing is written if it differs. Null skips the check. */
  readonly expectedVersion: string | null;
  /**
   * Searches the whole pool instead of only the addresses after the last one that this process
   * took.
   */
  readonly isWholePool?: boolean;
};

/** Whether the merchant has used this order id for anything. */
export async function isOrderIdClaimed(merchantId: string, orderId: string): Promise<boolean> {
  const { rowCount } = await connectionPool().query({
    name: "is-order-id-claimed",
    text: "SELECT 1 FROM claimed_order_ids WHERE merchant_id = $1 AND order_id = $2",
    values: [merchantId, orderId],
  });
  return rowCount === 1;
}

/**
 * Same as {@link isOrderIdClaimed}, but waits for a concurrent request that is claiming the order
 * id. Called when the pool had no address left: the last one may have gone to the same order.
 */
export async function isOrderIdBeingClaimed(merchantId: string, orderId: string, ownerId: string): Promise<boolean> {
  const client = await connectionPool().connect();
  // A broken connection fails its pending query; without a listener it would also end the process.
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

const INVOICE: readonly Column<NewInvoice>[] = [
  ["id", "uuid", (invoice) => invoice.id],
  ["merchant_id", "uuid", (invoice) => invoice.merchantId],
  ...TERM_COLUMNS,
  ["expires_at", "timestamptz", (invoice) => invoice.expiresAt],
  ["current_quote_id", "uuid", (invoice) => invoice.quote?.id ?? null],
  ["created_at", "timestamptz", (invoice) => invoice.createdAt],
  ["updated_at", "timestamptz", (invoice) => invoice.createdAt],
];

const QUOTE: readonly Column<NonNullable<NewInvoice["quote"]>>[] = [
  ["currency_code", "text", (quote) => quote.service.currency.code],
  ["network_code", "text", (quote) => quote.service.network.code],
  ["payer_amount", "numeric", (quote) => quote.payerAmount.toFixed()],
  ["base_amount", "numeric", (quote) => quote.baseAmount.toFixed()],
  ["discount", "numeric", (quote) => quote.discount.toFixed()],
  ["discount_percent", "int", (quote) => quote.discountPercent],
  ["rate", "numeric", (quote) => quote.rate.toFixed()],
  ["rate_source", "text", (quote) => quote.rateSource],
  ["rate_at", "timestamptz", (quote) => quote.rateAt],
  ["usd_rate", "numeric", (quote) => quote.usdRate.toFixed()],
  ["commission_rate", "numeric", (quote) => quote.commissionRate.toFixed()],
  ["commission_fixed", "numeric", (quote) => quote.commissionFixed.toFixed()],
  ["convert_to_code", "text", (quote) => quote.convertToCode],
  ["convert_rate", "numeric", (quote) => quote.convertRate?.toFixed() ?? null],
];

/** The parameter after those of the invoice: the merchant's version. */
const VERSION = `$${INVOICE.length + 1}`;
/**
 * Further parameters of a quoted invoice: where to take the address from, and the detail of the
 * first event.
 */
const QUOTE_BEGINS = INVOICE.length + 1;
const FAMILY = `$${QUOTE_BEGINS + QUOTE.length + 1}::text`;
const EVENT = `$${QUOTE_BEGINS + QUOTE.length + 2}::jsonb`;
const AFTER = `$${QUOTE_BEGINS + QUOTE.length + 3}::bigint`;

const namesOf = (columns: readonly Column<never>[]) => columns.map(([name]) => name).join(", ");
const placesOf = (columns: readonly Column<never>[], before = 0) =>
  columns.map(([, type], index) => `$${before + index + 1}::${type}`).join(", ");
const valuesOf = <Row>(columns: readonly Column<Row>[], row: Row) => columns.map(([, , read]) => read(row));

function placeOf(column: string): string {
  const index = INVOICE.findIndex(([name]) => name === column);
  invariant(index >= 0, `invoices have ${column}`);
  return `$${index + 1}::${INVOICE[index]?.[1]}`;
}

const ID = placeOf("id");
const CREATED_AT = placeOf("created_at");
const CLAIM = `${placeOf("merchant_id")}, ${placeOf("order_id")}`;
const IS_FREE = `NOT EXISTS (SELECT FROM claimed_order_ids WHERE (merchant_id, order_id) = (${CLAIM}))
      AND ${hasVersion(placeOf("merchant_id"), VERSION)}`;

/** Every part reads from the first one, so that a repeated order id writes nothing. */
const WITHOUT_QUOTE = `
  WITH free AS (
    SELECT WHERE ${IS_FREE}
  ), claim AS (
    INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) SELECT ${CLAIM}, 'invoice', ${ID} FROM free
  ), event AS (
    INSERT INTO invoice_events (invoice_id, kind, detail) SELECT ${ID}, 'created', '{}' FROM free
  )`;

/**
 * Takes one address from the pool; every other part reads from it, so that an empty pool or a
 * repeated order id writes nothing.
 */
const WITH_QUOTE = `
  WITH taken AS (
    UPDATE addresses SET owner_kind = 'invoice', owner_id = ${ID}, assigned_at = ${CREATED_AT}
    WHERE id = (
      SELECT id FROM addresses WHERE family = ${FAMILY} AND assigned_at IS NULL AND id > ${AFTER} AND ${IS_FREE}
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, address
  ), claim AS (
    INSERT INTO claimed_order_ids (merchant_id, order_id, kind, owner_id) SELECT ${CLAIM}, 'invoice', ${ID} FROM taken
  ), event AS (
    INSERT INTO invoice_events (invoice_id, kind, detail) SELECT ${ID}, 'created', ${EVENT} FROM taken
  ), quote AS (
    INSERT INTO quotes (id, invoice_id, number, address_id, address, valid_until, created_at, ${namesOf(QUOTE)})
    SELECT ${placeOf("current_quote_id")}, ${ID}, 1, id, address, ${placeOf("expires_at")}, ${CREATED_AT}, ${placesOf(QUOTE, QUOTE_BEGINS)}
    FROM taken
  )`;

const INSERT = `INSERT INTO invoices (${namesOf(INVOICE)}) SELECT ${placesOf(INVOICE)}`;
const INSERT_PLAIN = `${WITHOUT_QUOTE} ${INSERT} FROM free`;
const INSERT_QUOTED = `${WITH_QUOTE} ${INSERT} FROM taken
  RETURNING (SELECT address FROM taken) AS address, (SELECT id FROM taken) AS address_id`;

/**
 * The last address that this process took, by family. Taken addresses stay at the start of the
 * pool's index until the next vacuum, and every statement that starts there scans all of them.
 */
const lastTaken = new Map<string, bigint>();

/**
 * Inserts the invoice with its claimed order id, first quote, address and first event in one
 * statement, so that it is atomic and costs one round trip. Uses `pg` directly, since this is the
 * statement that shops wait for. Returns null when nothing was written: the order id was taken
 * earlier or concurrently; the merchant has another version; or there was no free address.
 * @throws WrongClock
 */
export async function insertInvoice(
  invoice: NewInvoice,
  { expectedVersion, isWholePool = false }: InsertOptions,
): Promise<GivenAddress | null> {
  await assertClock();
  try {
    const values = [...valuesOf(INVOICE, invoice), expectedVersion];
    const { quote } = invoice;
    if (quote === null) {
      const { rowCount } = await connectionPool().query({ name: "insert-invoice", text: INSERT_PLAIN, values });
      return rowCount === 1 ? { address: null, addressId: null } : null;
    }
    const { family } = quote.service.network;
    const event = { currency: quote.service.currency.code, network: quote.service.network.code };
    const after = isWholePool ? 0n : (lastTaken.get(family) ?? 0n);
    const { rows } = await connectionPool().query<{ address: string; address_id: string }>({
      name: "insert-quoted-invoice",
      text: INSERT_QUOTED,
      values: [...values, ...valuesOf(QUOTE, quote), family, JSON.stringify(event), after],
    });
    const row = rows[0];
    if (row === undefined) return null;
    const addressId = BigInt(row.address_id);
    lastTaken.set(family, addressId);
    return { address: row.address, addressId };
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

/**
 * Does the same in the caller's transaction, for an invoice whose order id is new and random.
 * Returns false when there was no free address: the caller must roll back.
 */
export async function insertInvoiceWithin(tx: Tx, invoice: NewInvoice): Promise<boolean> {
  const { quote } = invoice;
  const values = [...valuesOf(INVOICE, invoice), null];
  if (quote === null) return (await tx.$executeRawUnsafe(INSERT_PLAIN, ...values.map(asParameter))) === 1;
  const { family } = quote.service.network;
  const event = { currency: quote.service.currency.code, network: quote.service.network.code };
  const more = [...valuesOf(QUOTE, quote), family, JSON.stringify(event), 0n];
  const rows = await tx.$queryRawUnsafe<unknown[]>(INSERT_QUOTED, ...[...values, ...more].map(asParameter));
  return rows.length === 1;
}

/** Prisma would send a time without its zone. */
function asParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
