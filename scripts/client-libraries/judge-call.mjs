/**
 * What each operation must return: a pattern for the JSON of the value that the library's method
 * returned.
 */
const EXPECTED = {
  invoice: /"payer_amount":"?10(\.0+)?"?,.*"address":"0x[0-9a-fA-F]{40}"/,
  info: /"(payment_)?status":"(paid|refund_\w+)"/,
  list: /"order_id":/,
  services: /"network":"BSC"/,
  balance: /"currency_code":"USDT"/,
  wallet: /"address":"0x[0-9a-fA-F]{40}"/,
  qr: /data:image\/png;base64,/,
  block: /blocked/,
  "blocked refund": /\d/,
  rates: /"to":"USDT"/,
  discounts: /"network":"bsc"/,
  discount: /"currency":"DAI"/,
  payout: /"status":"(process|check)"/,
  "payout info": /"status":"(process|check|paid)"/,
  "payout list": /"address":"0x/,
  calculation: /"commission":"/,
  transfer: /"(user_wallet_transaction_uuid":"[0-9a-f-]{36}|merchant_balance)"|\{\}/,
};

/**
 * Checks one call that a program reported. Returns null if it succeeded, otherwise what is wrong.
 */
export function judgeCall({ operation, error, result }) {
  if (error !== undefined) return error;
  const text = JSON.stringify(result) ?? "";
  const pattern = EXPECTED[operation];
  if (pattern === undefined || pattern.test(text)) return null;
  return `answered ${text.slice(0, 200)}`;
}
