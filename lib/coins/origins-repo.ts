import type { CoinName } from "@/lib/chains/facts";
import { database, type Tx } from "@/lib/db";

/** By the id of a transaction that is not ours: coins that it spends. Empty where it spends none. */
export type Origins = ReadonlyMap<string, readonly CoinName[]>;

/** Writes down what transactions of others spend, in one statement. What is known stays: their bytes have proven it. */
export async function recordOrigins(tx: Tx, networkCode: string, origins: Origins): Promise<void> {
  const known = [...origins].filter(([, coins]) => coins.length > 0);
  if (known.length === 0) return;
  const ids = known.map(([id]) => id);
  const texts = known.map(([, coins]) =>
    coins.map(({ transactionId, index }) => `${transactionId}:${index}`).join(" "),
  );
  // Of ours the whole bytes are kept.
  await tx.$executeRaw`
    INSERT INTO coin_origins (network_code, transaction_id, spends)
    SELECT ${networkCode}, o.id, o.spends FROM unnest(${ids}::text[], ${texts}::text[]) AS o (id, spends)
    WHERE NOT EXISTS (SELECT FROM signed_transactions v WHERE v.network_code = ${networkCode} AND v.transaction_id = o.id)
    ON CONFLICT DO NOTHING`;
}

/** Coins that a transaction of somebody else spends, as its bytes have proven; null when nobody has written it down. */
export async function findOrigin(networkCode: string, transactionId: string): Promise<readonly CoinName[] | null> {
  const key = { networkCode_transactionId: { networkCode, transactionId } };
  const row = await database().coinOrigin.findUnique({ where: key, select: { spends: true } });
  return row === null ? null : row.spends.split(" ").map(toCoinName);
}

function toCoinName(text: string): CoinName {
  const [transactionId = "", index = ""] = text.split(":");
  return { transactionId, index: Number.parseInt(index, 10) };
}
