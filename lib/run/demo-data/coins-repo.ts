import { sampleAddress } from "@/lib/run/demo-data/terms-repo";

/**
 * For UTXO networks: deposits are UTXOs, each transaction spends the oldest unspent ones, and its
 * change becomes another UTXO. Laid end to end in order of time, deposits and transactions form two
 * rows of intervals: a UTXO is spent by the transaction in whose interval it begins, and what
 * exceeds that interval's end is change, which the next transaction spends first.
 */

/**
 * Returns the sender of a year's transactions on a family's networks: a former hot wallet of this
 * gateway.
 */
export function formerWallet(family: string): string {
  return sampleAddress(family, "'former' || t.mark");
}

const SPENDERS = `
  CREATE TEMP TABLE seed_spenders ON COMMIT DROP AS
  SELECT *, upto - total AS above FROM (
    SELECT network, family, from_address, outgoing_id, txid, min(signed_at) AS at, count(*)::int AS carried, sum(amount + fee_paid) AS total,
      sum(sum(amount + fee_paid)) OVER (PARTITION BY network ORDER BY min(signed_at), outgoing_id) AS upto
    FROM seed_sends WHERE outgoing_id IS NOT NULL AND spends = 'coins' GROUP BY 1, 2, 3, 4, 5) s`;

/** Change needs an address of the gateway to return to. */
const REMAINDERS = `
  CREATE TEMP TABLE seed_purses ON COMMIT DROP AS
  SELECT f.family, f.from_address AS address, t.address_base + t.invoice_count + 10 + row_number() OVER (ORDER BY f.family) AS id, -1 - t.index_base AS derivation_index, t.from_at
  FROM (SELECT DISTINCT family, from_address FROM seed_spenders) f CROSS JOIN seed_terms t`;

const REMAINDER_ADDRESSES = `
  INSERT INTO addresses (id, family, derivation_index, address, address_key, owner_kind, owner_id, assigned_at, created_at)
  SELECT id, family, derivation_index, address, address, 'hot', gen_random_uuid(), from_at, from_at FROM seed_purses`;

/** Deposits that wait for a decision are not spent, and vanished ones are in no block. */
const CAME = `
  CREATE TEMP TABLE seed_outputs ON COMMIT DROP AS
  WITH came AS (
    SELECT d.*, d.status = 'confirmed' AND NOT d.is_standing AS is_movable,
      sum(d.amount) FILTER (WHERE d.status = 'confirmed' AND NOT d.is_standing) OVER (PARTITION BY d.network ORDER BY d.confirmed_at, d.hash) AS upto
    FROM seed_deposits d WHERE d.sweep_id IS NULL AND d.status <> 'seen')
  SELECT c.network, c.coin, c.hash AS txid, 0 AS index, c.address_id, c.address, c.amount, false AS is_internal, c.is_movable, c.upto, c.confirmed_at AS at,
    CASE WHEN c.status <> 'vanished' THEN 700000 + c.n END AS height, CASE WHEN c.is_movable THEN s.outgoing_id END AS outgoing_id
  FROM came c LEFT JOIN LATERAL (
    SELECT outgoing_id, upto FROM seed_spenders s WHERE s.network = c.network AND s.above <= c.upto - c.amount ORDER BY s.above DESC LIMIT 1) s
    ON c.upto - c.amount < s.upto`;

const CHANGE = `
  INSERT INTO seed_outputs
  SELECT network, coin, txid, carried, id, address, change, true, true, null, at, 700000, spender FROM (
    SELECT s.network, c.coin, s.txid, s.carried, p.id, p.address, c.upto - s.upto AS change, s.at,
      lead(s.outgoing_id) OVER (PARTITION BY s.network ORDER BY s.above) AS spender
    FROM seed_spenders s JOIN seed_purses p ON p.family = s.family JOIN LATERAL (
      SELECT coin, upto FROM seed_outputs c WHERE c.network = s.network AND c.is_movable AND c.upto >= s.upto ORDER BY c.upto LIMIT 1) c ON true) b
  WHERE change > 0`;

/** Runs after the sends and before their transactions, which name what they spend. */
export const INSERT_OUTPUTS: readonly string[] = [
  SPENDERS,
  "CREATE INDEX ON seed_spenders (network, above)",
  REMAINDERS,
  REMAINDER_ADDRESSES,
  CAME,
  "CREATE INDEX ON seed_outputs (network, upto)",
  "ANALYZE seed_outputs",
  CHANGE,
];

/**
 * One row for each transaction that spends UTXOs, in the format of lib/sending/sends/outgoing.ts.
 */
export const SPENT_COINS = `(
  SELECT o.outgoing_id, '{"kind":"coins","coins":[' || string_agg(
    format('{"transactionId":"%s","index":%s,"units":"%s","address":"%s"}', o.txid, o.index, ${unitsOf("o")}, o.address), ',' ORDER BY o.amount DESC, o.txid) || ']}' AS text
  FROM seed_outputs o JOIN seed_coins c ON c.coin = o.coin AND c.network = o.network WHERE o.outgoing_id IS NOT NULL GROUP BY 1)`;

/** What a withdrawal of everything that remains spends. */
export const WITHDRAW_REMAINDER =
  "UPDATE seed_outputs o SET outgoing_id = w.outgoing_id FROM seed_withdrawals w WHERE w.network = o.network AND o.outgoing_id IS NULL AND o.is_movable";

/** Runs when every transaction exists. */
export const INSERT_COINS = `
  INSERT INTO coins (network_code, transaction_id, index, address_id, units, is_internal, block_height, outgoing_id, created_at)
  SELECT o.network, o.txid, o.index, o.address_id, ${unitsOf("o")}, o.is_internal, CASE WHEN c.is_sandbox AND o.height IS NOT NULL THEN 0 ELSE o.height END, o.outgoing_id, o.at
  FROM seed_outputs o JOIN seed_coins c ON c.coin = o.coin AND c.network = o.network ORDER BY o.at`;

function unitsOf(row: string): string {
  return `(${row}.amount * 10::numeric ^ c.decimals)::bigint`;
}
