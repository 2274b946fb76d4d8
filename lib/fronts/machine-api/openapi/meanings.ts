import type { JsonSchema } from "@/lib/fronts/machine-api/openapi/json-schema";

/**
 * Descriptions of names shared by many operations, so that each is written once. A type's own
 * `.describe` takes precedence, then the operation's entry here, then the name's.
 */

type Meanings = Readonly<Record<string, string>>;

const PARAMETERS: Meanings = {
  uuid: "The object's uuid",
  order_id: "Your order ID",
  amount: "Amount in `currency`",
  currency: "Code of a coin or a fiat currency, in any case. `MATIC` means `POL`",
  network: "Code of the network, in any case; needed where a coin is on several",
  to_currency: "Coin to convert the amount into, at the current rate",
  url_callback: "URL that receives its webhooks",
  course_source: "Rate source: `Binance`, `BinanceP2P`, `Exmo` or `Kucoin`, in any case",
  from_referral_code: "Links your account to the owner of this code; only the first code counts",
  address: "Destination address on the network",
  is_subtract: "`true`: fees are charged to your balance on top. `false`: fees are deducted from the amount",
  priority: "Fee level: `recommended`, `economy`, `high` or `highest`; on BTC, ETH, POLYGON and BSC",
  memo: "The recipient's memo, on TON",
  from_currency: "Balance to pay from; `USDT` only",
  status: "Status to report",
  discount_percent: "Above 0: a discount; below 0: a surcharge",
  txid: "Hash of one of its transactions",
};

const PARAMETERS_OF: Readonly<Record<string, Meanings>> = {
  "/v1/payment/info": {
    uuid: "uuid of the invoice or top-up",
    order_id: "Order ID of the invoice; takes precedence if both are given",
  },
  "/v1/payment/aml-links": {
    uuid: "uuid of the invoice",
    order_id: "Order ID of the invoice; takes precedence if both are given",
  },
  "/v1/payment/mark-as-paid": {
    uuid: "uuid of the invoice",
    order_id: "Order ID of the invoice; takes precedence if both are given",
  },
  "/v1/payment/resend": { uuid: "uuid of the invoice", order_id: "Order ID of the invoice" },
  "/v2/payment/resend": {
    uuid: "uuid of the invoice",
    order_id: "Order ID of the invoice; takes precedence if several are given",
  },
  "/v1/payment/qr": { merchant_payment_uuid: "uuid of the invoice" },
  "/v1/payment/refund": {
    uuid: "uuid of the invoice; takes precedence if both are given",
    order_id: "Order ID of the invoice",
    amount: "Amount to refund, in the coin of the payment; the full amount if absent",
    address: "Address that receives the refund",
    is_subtract: "`true`: the commission is charged to your balance. `false`: it is deducted from the refund",
  },
  "/v1/payment/discount/set": { currency: "Coin of the service", network: "Network of the service" },
  "/v1/wallet": {
    currency: "Coin of the wallet",
    network: "Network of the wallet",
    order_id: "Your order ID of the wallet. Sending it again returns the first wallet",
    url_callback: "URL that receives a webhook for each top-up",
  },
  "/v1/recurrence/create": {
    amount: "Price of each period, in `currency`",
    name: "Description shown to the payer",
    period: "`weekly` (7 days), `monthly` or `three_month` (the same day of the month)",
    to_currency: "Coin in which each period is paid; if absent, the payer chooses each time",
    order_id: "Your order ID of the plan. Sending it again returns the first plan",
    url_callback: "URL that receives webhooks for the plan and each of its payments",
    discount_days: "Number of days after acceptance in which new periods get the discount; requires `discount_amount`",
    discount_amount: "Discount in `currency`; less than `amount`; requires `discount_days`",
    additional_data: "Your note: returned in webhooks, not shown to the payer",
  },
  "/v1/recurrence/info": {
    uuid: "uuid of the plan",
    order_id: "Order ID of the plan; takes precedence if both are given",
  },
  "/v1/recurrence/cancel": {
    uuid: "uuid of the plan",
    order_id: "Order ID of the plan; takes precedence if both are given",
  },
  "/v1/wallet/qr": {
    wallet_address_uuid: "uuid of the wallet",
    merchant_payment_uuid: "Alias of `wallet_address_uuid`",
  },
  "/v1/wallet/block-address": {
    uuid: "uuid of the wallet",
    order_id: "Order ID of the wallet; takes precedence if both are given",
    is_force_refund: "Refund held funds to senders whose accounts can receive refunds",
    is_refund: "Alias of `is_force_refund`",
  },
  "/v1/wallet/blocked-address-refund": {
    uuid: "uuid of the wallet; takes precedence if both are given",
    order_id: "Order ID of the wallet",
    address: "Address that receives all held funds",
  },
  "/v1/payout": {
    order_id: "Your order ID of the payout. Sending it again returns the first payout",
    url_callback: "URL that receives webhooks for this payout",
    to_currency: "Coin to pay out when `currency` is fiat",
  },
  "/v1/payout/info": {
    uuid: "uuid of the payout",
    order_id: "Order ID of the payout; takes precedence if both are given",
  },
  "/v1/transfer/to-personal": { amount: "Amount to transfer", currency: "Coin of the wallets" },
  "/v1/transfer/to-business": { amount: "Amount to transfer", currency: "Coin of the wallets" },
  "/v1/test-webhook/payment": { uuid: "uuid of an invoice whose data to use; takes precedence if both are given" },
  "/v1/test-webhook/payout": { uuid: "uuid of a payout whose data to use; takes precedence if both are given" },
  "/v1/test-webhook/wallet": { uuid: "uuid of the wallet; takes precedence if both are given" },
  "/v1/exchange-rate/{currency}/list": { currency: "Code of a coin or a fiat currency, in any case" },
};

const MEMBERS: Meanings = {
  uuid: "The object's uuid",
  order_id: "Your order ID",
  amount: "Amount in `currency`",
  currency: "Currency code",
  payment_amount: "Confirmed amount so far, in `payer_currency`",
  payment_amount_usd: "`payment_amount` in US dollars",
  payer_amount: "Amount the payer must send, in `payer_currency`",
  payer_amount_exchange_rate: "Units of `payer_currency` for one of `currency`",
  discount_percent: "As requested",
  discount: "Discount (below 0: surcharge), in `payer_currency`",
  payer_currency: "Coin of the transaction",
  comments: "Always null",
  merchant_amount: "Amount credited after commission; before payment, the expected amount",
  network: "Code of the network in lower case",
  address: "Address on the network",
  from: "Sender's address",
  txid: "Hash of the transaction; null until known",
  payment_status: "Status",
  status: "Status",
  url: "Payment page for the payer",
  is_final: "Whether the status is final",
  additional_data: "As given at creation",
  commission: "Commission of the gateway",
  convert: "Present only if the payment is converted",
  to_currency: "Target currency of the conversion",
  from_currency: "Source currency of the conversion",
  from_amount: "Debited from the balance, in `from_currency`",
  rate: "Exchange rate",
  items: "Items of this page, newest first",
  paginate: "Cursors of the previous and next page",
  perPage: "Items per page",
  merchant_uuid: "uuid of the merchant",
  is_available: "Whether it can be used right now",
  limit: "Minimum and maximum amount, in the coin",
  min_amount: "Minimum amount",
  max_amount: "Maximum amount",
  fee_amount: "Fixed fee, in the coin",
  percent: "Percentage fee",
  balance: "Balance",
  balance_usd: "Value in US dollars",
  currency_code: "Coin of the wallet",
  merchant: "Business wallets",
  user: "Personal wallets of the owner",
  image: "PNG as a data URI",
  success: "Always true",
  message: "Description of the next step",
  wallet_uuid: "uuid of the wallet across all networks",
  course: "Units of `to` for one of `from`",
  to: "The other currency",
  payout_amount: "Amount that arrives at the address",
  user_wallet_transaction_uuid: "uuid of the personal wallet's entry",
  user_wallet_balance: "Personal wallet balance after the transfer",
  merchant_transaction_uuid: "uuid of the business wallet's entry",
  merchant_balance: "Business wallet balance after the transfer",
  created_at: "ISO 8601 at +03:00",
  updated_at: "ISO 8601 at +03:00",
};

const MEMBERS_OF: Readonly<Record<string, Meanings>> = {
  "/v1/payment/services": {
    commission: "Commission on payments",
    network: "Code of the network in UPPER CASE",
  },
  "/v1/payout/services": { commission: "Payout fee", network: "Code of the network in UPPER CASE" },
  "/v1/exchange-rate/{currency}/list": { from: "The requested currency" },
  "/v1/payout": {
    merchant_amount: "Debited from the balance, including all fees",
    balance: "Remaining balance",
  },
  "/v1/payout/info": {
    merchant_amount: "Debited from the balance, including all fees",
    balance: "Remaining balance",
  },
  "/v1/payout/list": { balance: "Remaining balance", payment_status: "Always null" },
  "/v1/payout/calc": { merchant_amount: "Debited from the balance, including all fees" },
  "/v1/payout/calculate": { merchant_amount: "Debited from the balance, including all fees" },
};

/**
 * Returns the schema with a description for every member that lacks one. `path` is the operation's,
 * or empty for shared schemas.
 */
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
