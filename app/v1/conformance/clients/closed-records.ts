import { z } from "zod";

/**
 * What closed-record models of client libraries in other languages accept: exactly these members,
 * of these types. Written from what is known of those libraries (Python's aioheleket, CryptomusAPI
 * and HeleketAPI, Ruby's heleket-rb, the official Go library), not from our schemas.
 */

const text = z.string();
const nullable = z.string().nullable();
/** Text that a Python or Go client parses as a number. */
const numeric = z.string().regex(/^-?\d+(\.\d+)?$/);
const numericOrNull = numeric.nullable();
/** A time that Go parses as RFC 3339 and Python with fromisoformat. */
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const convert = z.strictObject({ to_currency: text, commission: numericOrNull, rate: numeric, amount: numeric });

const PAYMENT = {
  uuid,
  order_id: text,
  amount: numeric,
  payment_amount: numericOrNull,
  payment_amount_usd: numeric,
  payer_amount: numericOrNull,
  payer_amount_exchange_rate: numericOrNull,
  discount_percent: z.int().nullable(),
  discount: numeric,
  payer_currency: nullable,
  currency: text,
  comments: z.null(),
  merchant_amount: numericOrNull,
  network: nullable,
  address: nullable,
  from: nullable,
  txid: nullable,
  payment_status: text,
  url: z.url(),
  expired_at: z.int(),
  status: text,
  is_final: z.boolean(),
  additional_data: nullable,
  created_at: time,
  updated_at: time,
  commission: numericOrNull,
  address_qr_code: nullable,
};

/** aioheleket: `convert` is optional. */
export const paymentWithConvert = z.strictObject({ ...PAYMENT, convert: convert.optional() });
/** heleket-rb: `convert` is not allowed. */
export const paymentWithoutConvert = z.strictObject(PAYMENT);

const {
  payment_amount_usd: _usd,
  payer_amount_exchange_rate: _rate,
  commission: _commission,
  address_qr_code: _image,
  ...LISTED
} = PAYMENT;

const paginate = z.strictObject({
  count: z.int(),
  hasPages: z.boolean(),
  nextCursor: nullable,
  previousCursor: nullable,
  perPage: z.int(),
});
export const paymentPage = z.strictObject({ items: z.array(z.strictObject(LISTED)), paginate });

/** aioheleket and heleket-rb; the Go library expects every amount as text. */
export const services = z.array(
  z.strictObject({
    network: z.string().regex(/^[A-Z]+$/),
    currency: text,
    is_available: z.boolean(),
    limit: z.strictObject({ min_amount: numeric, max_amount: numeric }),
    commission: z.strictObject({ fee_amount: numeric, percent: numeric }),
  }),
);

const purse = z.strictObject({ uuid, balance: numeric, currency_code: text, balance_usd: numeric });
/** An array of one element. */
export const balance = z.tuple([
  z.strictObject({ balance: z.strictObject({ merchant: z.array(purse), user: z.array(purse) }) }),
]);

export const courses = z.array(z.strictObject({ from: text, to: text, course: numeric }));

export const wallet = z.strictObject({
  wallet_uuid: uuid,
  uuid,
  address: text,
  order_id: text,
  network: text,
  currency: text,
  url: z.url(),
});

export const blockedWallet = z.strictObject({ uuid, status: z.enum(["blocked", "active", "in_active"]) });

export const image = z.strictObject({ image: z.string().regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/) });

export const transfer = z.strictObject({
  user_wallet_transaction_uuid: uuid,
  user_wallet_balance: numeric,
  merchant_transaction_uuid: uuid,
  merchant_balance: numeric,
});

export const calculation = z.strictObject({ commission: numeric, merchant_amount: numeric, payout_amount: numeric });

export const discounts = z.array(z.strictObject({ currency: text, network: text, discount: z.int() }));
export const discount = z.strictObject({ currency: text, network: text, discount: numeric });

/**
 * As in the API's own examples: `balance` and `payer_amount` are numbers here, and text in the
 * list.
 */
export const payout = z.strictObject({
  uuid,
  amount: numeric,
  currency: text,
  network: text,
  address: text,
  txid: nullable,
  status: text,
  is_final: z.boolean(),
  balance: z.number(),
  payer_currency: text,
  payer_amount: z.number(),
  commission: numeric,
  merchant_amount: numeric,
});
export const payoutPage = z.strictObject({
  merchant_uuid: uuid,
  items: z.array(
    z.strictObject({
      uuid,
      amount: numeric,
      currency: text,
      network: text,
      address: text,
      txid: nullable,
      order_id: nullable,
      payment_status: z.null(),
      status: text,
      is_final: z.boolean(),
      balance: numeric,
      created_at: time,
      updated_at: time,
    }),
  ),
  paginate,
});

/** An empty result. */
export const nothing = z.tuple([]);
