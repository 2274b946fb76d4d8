import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { COIN_FAMILIES } from "@/lib/ledger/deposit-rules-repo";

/** Summing a year of deposits takes seconds. */
const SNAPSHOT_MS_MAX = 120_000;

/** One coin of one network in one kind of custody location, according to the ledger. */
export type CustodyPlace = {
  readonly network: string;
  readonly currency: string;
  readonly kind: "deposits" | "hot" | "cold";
  /** The ledger balance. */
  readonly booked: Decimal;
  /** In a block that was read, but without enough confirmations to be booked. */
  readonly unbooked: Decimal;
  /** No longer on the chain but still in the ledger: the reversal is pending. */
  readonly vanished: Decimal;
  /**
   * Our unsettled transactions: the funds may still be here, or may have arrived, although the
   * ledger has them in flight.
   */
  readonly above: Decimal;
  /** Settled in a block above those that were read: the ledger has the funds here already. */
  readonly below: Decimal;
  /** Where the funds must be on the chain. */
  readonly addresses: readonly string[];
};

/** A coin of ours in a block that was read, which none of our transactions spends. */
export type FreeCoin = {
  readonly network: string;
  readonly transactionId: string;
  readonly index: number;
  readonly units: bigint;
  readonly address: string;
};

export type CustodySnapshot = {
  readonly places: readonly CustodyPlace[];
  /**
   * Where transactions spend coins, the coins are compared with the chain one by one; their sum is
   * checked by a ledger rule.
   */
  readonly coins: readonly FreeCoin[];
  /** The last block read of each network. */
  readonly heights: ReadonlyMap<string, bigint>;
};

/**
 * Reads everything for the comparison with the chains in one snapshot, because watchers and engine
 * continue meanwhile.
 */
export async function readCustodySnapshot(): Promise<CustodySnapshot> {
  return database().$transaction(
    async (tx) => {
      const cursors = await tx.chainCursor.findMany({ select: { networkCode: true, height: true } });
      const rows = await tx.$queryRaw<CustodyRow[]>`
        WITH moving AS (
          SELECT o.network_code AS network, n.native_currency AS native, s.currency_code AS currency, s.purpose::text AS purpose,
            CASE WHEN s.from_address IS NULL THEN 'hot' ELSE 'deposits' END AS source,
            CASE WHEN s.from_address IS NULL OR o.fee_payer IS NOT NULL THEN 'hot' ELSE 'deposits' END AS payer,
            CASE WHEN s.purpose IN ('sweep', 'consolidation') THEN 'hot' WHEN s.purpose = 'gas' THEN 'deposits' WHEN w.kind = 'cold' THEN 'cold' END AS target,
            CASE WHEN o.status = 'failed' THEN 0 ELSE s.amount END AS amount,
            -- Counted once for a transaction with several sends. While it is live: its maximum fee, and what the
            -- accounts that it closes may return to its payer (verify-fee.ts). Once it has ended: what it cost,
            -- which is negative if more than its fee was returned.
            CASE row_number() OVER (PARTITION BY o.id ORDER BY s.id) WHEN 1 THEN
              coalesce(o.fee_paid, o.fee_max + CASE WHEN o.fee_payer IS NULL THEN 0 ELSE greatest(v.fee_max - v.fee_expected, 0) END) ELSE 0 END AS fee,
            o.status IN ('signed', 'included') AS is_live
          FROM outgoing_transactions o JOIN networks n ON n.code = o.network_code JOIN sends s ON s.outgoing_id = o.id
            LEFT JOIN signed_transactions v ON v.outgoing_id = o.id AND v.version = o.version
            LEFT JOIN withdrawals w ON w.id = s.purpose_id AND s.purpose = 'withdrawal'
            LEFT JOIN chain_cursors c ON c.network_code = o.network_code
          WHERE o.status IN ('signed', 'included') OR o.block_height > c.height),
        bounds AS (
          SELECT network, source AS kind, currency, amount AS above, 0 AS below FROM moving
          UNION ALL SELECT network, payer, native, greatest(fee, 0), greatest(-fee, 0) FROM moving
          UNION ALL SELECT network, target, currency, CASE WHEN is_live THEN amount ELSE 0 END, CASE WHEN is_live THEN 0 ELSE amount END
          FROM moving WHERE target IS NOT NULL),
        booked AS (
          SELECT a.owner_id AS network, a.kind, a.currency_code AS currency, b.balance
          FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.class = 'custody' AND a.kind <> 'in-flight'),
        unsettled AS (
          SELECT d.network_code AS network, d.currency_code AS currency,
            CASE WHEN d.owner_kind = 'hot' OR n.family IN (${COIN_FAMILIES}) THEN 'hot' ELSE 'deposits' END AS kind,
            CASE WHEN d.status = 'seen' THEN d.amount ELSE 0 END AS unbooked, CASE WHEN d.status = 'vanished' THEN d.amount ELSE 0 END AS vanished
          FROM deposits d JOIN networks n ON n.code = d.network_code WHERE (d.status = 'seen' AND d.booked_inclusion IS NULL AND d.block_height IS NOT NULL)
            OR (d.status = 'vanished' AND d.booked_inclusion IS NOT NULL)),
        parts AS (
          SELECT network, kind, currency, balance AS booked, 0 AS unbooked, 0 AS vanished, 0 AS above, 0 AS below FROM booked
          UNION ALL SELECT network, kind, currency, 0, unbooked, vanished, 0, 0 FROM unsettled
          UNION ALL SELECT network, kind, currency, 0, 0, 0, above, below FROM bounds)
        SELECT p.network, p.kind, p.currency, sum(p.booked) AS booked, sum(p.unbooked) AS unbooked, sum(p.vanished) AS vanished,
          sum(p.above) AS above, sum(p.below) AS below,
          CASE p.kind
            WHEN 'hot' THEN ARRAY(SELECT h.address FROM hot_wallets h JOIN networks n ON n.family = h.family WHERE n.code = p.network)
            WHEN 'cold' THEN ARRAY(
              SELECT address FROM cold_addresses WHERE network_code = p.network AND currency_code = p.currency
              UNION SELECT address FROM withdrawals WHERE network_code = p.network AND currency_code = p.currency AND kind = 'cold')
            ELSE ARRAY(
              -- Only addresses with a balance: nodes are not asked about the many that are swept or were never paid.
              SELECT x.address FROM deposits d JOIN addresses x ON x.id = d.address_id LEFT JOIN sweeps w ON w.id = d.sweep_id
              WHERE d.network_code = p.network AND d.currency_code = p.currency AND d.owner_kind IS DISTINCT FROM 'hot'
                AND (d.booked_inclusion IS NOT NULL OR (d.status = 'seen' AND d.block_height IS NOT NULL)) AND (w.id IS NULL OR w.status <> 'done')
              UNION SELECT x.address FROM residual_balances r JOIN addresses x ON x.id = r.address_id JOIN networks n ON n.code = r.network_code
              WHERE r.network_code = p.network AND n.native_currency = p.currency AND r.amount <> 0) END AS addresses
        FROM parts p GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`;
      const coins = await tx.$queryRaw<FreeCoin[]>`
        SELECT c.network_code AS network, c.transaction_id AS "transactionId", c.index, c.units, x.address
        FROM coins c JOIN addresses x ON x.id = c.address_id
        WHERE c.outgoing_id IS NULL AND c.externally_spent_at IS NULL AND c.block_height IS NOT NULL ORDER BY 1, 2, 3`;
      return {
        places: rows.map(toPlace),
        coins,
        heights: new Map(cursors.map((row) => [row.networkCode, row.height])),
      };
    },
    { isolationLevel: "RepeatableRead", timeout: SNAPSHOT_MS_MAX },
  );
}

type Sum = "booked" | "unbooked" | "vanished" | "above" | "below";
type CustodyRow = Omit<CustodyPlace, Sum> & Readonly<Record<Sum, Prisma.Decimal>>;

function toPlace({ booked, unbooked, vanished, above, below, ...place }: CustodyRow): CustodyPlace {
  return {
    ...place,
    booked: decimal(booked),
    unbooked: decimal(unbooked),
    vanished: decimal(vanished),
    above: decimal(above),
    below: decimal(below),
  };
}
