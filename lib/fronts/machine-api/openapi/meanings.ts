import type { JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";

/**
 * What names mean that many operations share, so that it is said once and in the same words. A type's own `.describe` goes before;
 * then the operation's line here; then the name's.
 */

type Meanings = Readonly<Record<string, string>>;

const PARAMETERS: Meanings = {
  uuid: "uuid of what is meant",
  order_id: "Your own name for it",
  amount: "Amount in `currency`",
  currency: "Code of a coin or a fiat currency, in any case. `MATIC` means `POL`",
  network: "Code of the network, in any case; needed where a coin is on several",
  to_currency: "Coin to convert the amount into, at the present rate",
  url_callback: "Where webhooks about it go",
  course_source: "Whose rate is used: `Binance`, `BinanceP2P`, `Exmo` or `Kucoin`, in any case",
  from_referral_code: "Connects your account to the user who owns this code; the first one stays",
  address: "Address on the network that the money goes to",
  is_subtract: "`true`: fees come from your balance on top. `false`: fees come out of the amount",
  priority: "Fee level: `recommended`, `economy`, `high` or `highest`; on BTC, ETH, POLYGON and BSC",
  memo: "The recipient's memo, on TON",
  from_currency: "Balance to pay from; only `USDT`",
  status: "Status to report",
  discount_percent: "Above 0 a discount, below 0 an extra",
  txid: "Hash of one of its transactions",
};

const PARAMETERS_OF: Readonly<Record<string, Meanings>> = {
  "/v1/payment/info": { uuid: "The invoice's, or a top-up's", order_id: "The invoice's; with both it decides" },
  "/v1/payment/aml-links": { uuid: "The invoice's", order_id: "The invoice's; with both it decides" },
  "/v1/payment/mark-as-paid": { uuid: "The invoice's", order_id: "The invoice's; with both it decides" },
  "/v1/payment/resend": { uuid: "The invoice's", order_id: "The invoice's" },
  "/v2/payment/resend": { uuid: "The invoice's", order_id: "The invoice's; it decides when several are given" },
  "/v1/payment/qr": { merchant_payment_uuid: "The invoice's uuid" },
  "/v1/payment/refund": {
    uuid: "The invoice's; with both it decides",
    order_id: "The invoice's",
    amount: "How much goes back, in the coin that was paid; all of it when absent",
    address: "Where the refund goes",
    is_subtract: "`true`: the commission comes from your balance. `false`: it comes out of the refund",
  },
  "/v1/payment/discount/set": { currency: "Coin of the service", network: "Network of the service" },
  "/v1/wallet": {
    currency: "Coin of the wallet",
    network: "Network of the wallet",
    order_id: "Your own name for the wallet. The same one again answers the first wallet",
    url_callback: "Where a webhook about each top-up goes",
  },
  "/v1/recurrence/create": {
    amount: "What each period costs, in `currency`",
    name: "What it is for, as the payer reads it",
    period: "`weekly` (7 days), `monthly` or `three_month` (the same day of the month)",
    to_currency: "The coin that each period is paid in; without it the payer chooses each time",
    order_id: "Your own name for the plan. The same one again answers the first plan",
    url_callback: "Where webhooks about the plan and about each of its payments go",
    discount_days: "Periods that begin within so many days of the acceptance cost less; needs `discount_amount`",
    discount_amount: "By how much less, in `currency`; less than `amount`; needs `discount_days`",
    additional_data: "A note of yours: comes back in webhooks, hidden from the payer",
  },
  "/v1/recurrence/info": { uuid: "The plan's", order_id: "The plan's; with both it decides" },
  "/v1/recurrence/cancel": { uuid: "The plan's", order_id: "The plan's; with both it decides" },
  "/v1/wallet/qr": {
    wallet_address_uuid: "The wallet's `uuid`",
    merchant_payment_uuid: "Another name for `wallet_address_uuid`",
  },
  "/v1/wallet/block-address": {
    uuid: "The wallet's",
    order_id: "The wallet's; with both it decides",
    is_force_refund: "What is held goes back to its senders, where they are accounts that can be paid back",
    is_refund: "Another name for `is_force_refund`",
  },
  "/v1/wallet/blocked-address-refund": {
    uuid: "The wallet's; with both it decides",
    order_id: "The wallet's",
    address: "Where everything that is held goes",
  },
  "/v1/payout": {
    order_id: "Your own name for the payout. The same one again answers the first payout",
    url_callback: "Where webhooks about this payout go",
    to_currency: "Coin to pay out when `currency` is fiat",
  },
  "/v1/payout/info": { uuid: "The payout's", order_id: "The payout's; with both it decides" },
  "/v1/transfer/to-personal": { amount: "How much to move", currency: "Coin of the wallets" },
  "/v1/transfer/to-business": { amount: "How much to move", currency: "Coin of the wallets" },
  "/v1/test-webhook/payment": { uuid: "Of an invoice of yours, to take its data; with both it decides" },
  "/v1/test-webhook/payout": { uuid: "Of a payout of yours, to take its data; with both it decides" },
  "/v1/test-webhook/wallet": { uuid: "The wallet's `uuid`; with both it decides" },
  "/v1/exchange-rate/{currency}/list": { currency: "Code of a coin or a fiat currency, in any case" },
};

const MEMBERS: Meanings = {
  uuid: "Its uuid",
  order_id: "Your own name for it",
  amount: "Amount in `currency`",
  currency: "Its currency",
  payment_amount: "Confirmed so far, in `payer_currency`",
  payment_amount_usd: "The same in US dollars",
  payer_amount: "What the payer has to send, in `payer_currency`",
  payer_amount_exchange_rate: "Units of `payer_currency` for one of `currency`",
  discount_percent: "As asked",
  discount: "The discount, or below 0 the extra, in `payer_currency`",
  payer_currency: "The coin that is sent",
  comments: "Always null",
  merchant_amount: "Credited after commission; before payment, what will be",
  network: "Code of the network in lower case",
  address: "Address on the network",
  from: "Address that it was paid from",
  txid: "Hash of the transaction that is shown; null until one is known",
  payment_status: "The status",
  status: "The status",
  url: "Page for the payer",
  is_final: "Nothing is awaited any more",
  additional_data: "As given at creation",
  commission: "What the gateway keeps",
  convert: "Only where it is converted",
  to_currency: "What it is converted into",
  from_currency: "What it is converted from",
  from_amount: "Taken from the balance in `from_currency`",
  rate: "Units of the one for one of the other",
  items: "One page, newest first",
  paginate: "Where the pages before and after are",
  perPage: "Items on a full page",
  merchant_uuid: "The merchant's uuid",
  is_available: "Whether it can be used right now",
  limit: "Smallest and largest amount, in the coin",
  min_amount: "Smallest amount",
  max_amount: "Largest amount",
  fee_amount: "Fixed part, in the coin",
  percent: "Part in percent",
  balance: "What is there",
  balance_usd: "Its worth in US dollars",
  currency_code: "Coin of the wallet",
  merchant: "Business wallets",
  user: "Personal wallets of the owner",
  image: "PNG as a data URI",
  success: "Always true",
  message: "What happens next, in words",
  wallet_uuid: "uuid of the wallet over all networks",
  course: "Units of `to` for one of `from`",
  to: "The other currency",
  payout_amount: "What arrives at the address",
  user_wallet_transaction_uuid: "uuid of the movement in the personal wallet",
  user_wallet_balance: "Personal wallet after it",
  merchant_transaction_uuid: "uuid of the movement in the business wallet",
  merchant_balance: "Business wallet after it",
  created_at: "ISO 8601 at +03:00",
  updated_at: "ISO 8601 at +03:00",
};

const MEMBERS_OF: Readonly<Record<string, Meanings>> = {
  "/v1/payment/services": {
    commission: "What the gateway keeps of a payment",
    network: "Code of the network in UPPER CASE",
  },
  "/v1/payout/services": { commission: "What a payout costs", network: "Code of the network in UPPER CASE" },
  "/v1/exchange-rate/{currency}/list": { from: "The currency that was asked for" },
  "/v1/payout": {
    merchant_amount: "Taken from the balance, all fees included",
    balance: "What is left of the balance",
  },
  "/v1/payout/info": {
    merchant_amount: "Taken from the balance, all fees included",
    balance: "What is left of the balance",
  },
  "/v1/payout/list": { balance: "What is left of the balance", payment_status: "Always null" },
  "/v1/payout/calc": { merchant_amount: "Taken from the balance, all fees included" },
  "/v1/payout/calculate": { merchant_amount: "Taken from the balance, all fees included" },
};

/** The schema with a meaning at every member that has none of its own. `path` is the operation's, or empty for what is shared. */
export function withMeanings(schema: JsonSchema, side: "input" | "output", path = ""): JsonSchema {
  const [own, all] = side === "input" ? [PARAMETERS_OF[path], PARAMETERS] : [MEMBERS_OF[path], MEMBERS];
  const meanings: Meanings = { ...all, ...own };
  return explain(schema, meanings);
}

function explain(schema: JsonSchema, meanings: Meanings): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const explained = explain(member, meanings);
    const description = explained.description ?? meanings[name];
    return [name, description === undefined ? explained : { ...explained, description }] as const;
  });
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.items && { items: explain(schema.items, meanings) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map((one) => explain(one, meanings)) }),
  };
}
