import { randomUUID } from "node:crypto";

type Statement = readonly [sql: string, ...values: unknown[]];

/** An account as `[kind, owner, currency]`, and the amount debited; negative for a credit. */
export type RawLeg = readonly [kind: string, owner: string, currency: string, amount: string];

/** Builds a journal entry with its postings in plain SQL. The accounts must exist. */
export function rawEntry(kind: string, reference: string, ...legs: readonly RawLeg[]): Statement[] {
  const rows = legs.map(([account, owner, currency, amount]) => ({ account, owner, currency, amount }));
  return [
    ["INSERT INTO journal_entries (kind, reference, group_id, memo) VALUES ($1, $2, 'planted', '')", kind, reference],
    [
      `INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
       SELECT e.id, a.id, 0, a.currency_code, (leg->>'amount')::numeric
       FROM journal_entries e, jsonb_array_elements($3::jsonb) AS leg
         JOIN accounts a ON a.kind = leg->>'account' AND a.owner_id = leg->>'owner' AND a.currency_code = leg->>'currency'
       WHERE e.kind = $1 AND e.reference = $2`,
      kind,
      reference,
      JSON.stringify(rows),
    ],
  ];
}

export type RawPayout = {
  readonly merchantId: string;
  readonly id?: string;
  readonly address: string;
  /** Destination of the send; the payout's address by default. */
  readonly sendTo?: string;
  readonly sendAmount?: string;
  readonly sendNetwork?: string;
  readonly payer?: string;
  /** `everything`: leaves only the send. */
  readonly without?: "outflow" | "money" | "agreement" | "everything";
};

/**
 * Builds all rows of a payout of 3 USDT on bsc for a fee of 0.1, as its command inserts them,
 * except for what is left out or altered.
 */
export function rawPayout(order: RawPayout): Statement[] {
  const { merchantId, id = randomUUID(), address, without } = order;
  const { sendTo = address, sendAmount = "3", sendNetwork = "bsc", payer = merchantId } = order;
  const payout: Statement = [
    `INSERT INTO payouts (id, merchant_id, order_id, amount_text, amount, currency_code, payer_code, network_code, address, is_subtract, from_code,
       sent_amount, commission, debited_amount, balance_after)
     VALUES ($1::uuid, $2, $1::text, '3', 3, 'USDT', 'USDT', 'bsc', $3, true, 'USDT', 3, 0.1, 3.1, 0)`,
    id,
    merchantId,
    address,
  ];
  const outflow: Statement = [
    "INSERT INTO outflows (kind, subject_id, merchant_id) VALUES ('payout', $1, $2)",
    id,
    merchantId,
  ];
  const review: Statement = [
    "INSERT INTO reviews (kind, subject_id, merchant_id, reason, detail) VALUES ('payout', $1, $2, 'approval', '')",
    id,
    merchantId,
  ];
  const money = rawEntry(
    "payout.reserve",
    id,
    ["merchant", payer, "USDT", "3.1"],
    ["reserved", merchantId, "USDT", "-3.1"],
  );
  const send = rawSend("payout", id, sendTo, { amount: sendAmount, network: sendNetwork });
  if (without === "everything") return [send];
  return [
    payout,
    ...(without === "outflow" ? [] : [outflow]),
    ...(without === "agreement" ? [review] : []),
    ...(without === "money" ? [] : money),
    send,
  ];
}

/** Builds a send of USDT from the hot wallet. */
export function rawSend(
  purpose: string,
  purposeId: string,
  to: string,
  { amount = "3", network = "bsc", from = null as string | null } = {},
): Statement {
  return [
    `INSERT INTO sends (purpose, purpose_id, network_code, currency_code, amount, to_address, from_address)
     VALUES ($1::send_purpose, $2, $3, 'USDT', $4, $5, $6)`,
    purpose,
    purposeId,
    network,
    amount,
    to,
    from,
  ];
}
