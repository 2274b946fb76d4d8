import { SPENDABLE } from "@/lib/coins/coins-repo";
import { database, type Tx } from "@/lib/db";

/** What all coins that may be spent on a network now are together, in base units. */
export async function sumSpendable(tx: Tx, networkCode: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<[{ units: string }]>`
    SELECT coalesce(sum(c.units), 0)::text AS units
    FROM coins c JOIN addresses a ON a.id = c.address_id JOIN chain_cursors u ON u.network_code = c.network_code
    WHERE c.network_code = ${networkCode} AND ${SPENDABLE}`;
  return BigInt(row.units);
}

/** The coins of a network that nothing spends, in base units. */
export type CoinSums = {
  readonly networkCode: string;
  /** Of those that may be spent now. */
  readonly count: number;
  readonly largest: bigint;
  /** Of those that may not: too young, locked by the chain, or deposits that wait for a decision or a refund. */
  readonly keptCount: number;
  readonly kept: bigint;
};

/** By network, of those that have any. */
export async function readCoinSums(): Promise<CoinSums[]> {
  const rows = await database().$queryRaw<SumsRow[]>`
    SELECT f.network_code AS "networkCode", (count(*) FILTER (WHERE f.is_free))::int AS count,
      coalesce(max(f.units) FILTER (WHERE f.is_free), 0)::text AS largest,
      (count(*) FILTER (WHERE NOT f.is_free))::int AS "keptCount", coalesce(sum(f.units) FILTER (WHERE NOT f.is_free), 0)::text AS kept
    FROM (
      SELECT c.network_code, c.units, coalesce((${SPENDABLE}), false) AS is_free
      FROM coins c JOIN addresses a ON a.id = c.address_id LEFT JOIN chain_cursors u ON u.network_code = c.network_code
      WHERE c.outgoing_id IS NULL AND c.gone_at IS NULL AND c.block_height IS NOT NULL) f
    GROUP BY 1`;
  return rows.map(({ largest, kept, ...row }) => ({ ...row, largest: BigInt(largest), kept: BigInt(kept) }));
}

type SumsRow = Omit<CoinSums, "largest" | "kept"> & { readonly largest: string; readonly kept: string };
